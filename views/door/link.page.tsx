import type { ReactNode } from 'react';
import type { ArtName } from '../base/art.ts';
import type { PageHead } from '../layout/document.tsx';
import type { SiteProps } from '../layout/layout.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { List } from '../ui/list.tsx';
import { Banner } from '../ui/notice.tsx';
import { Door } from './door.tsx';
import { OwnToo } from './link-elsewhere.page.tsx';

/** Purpose of a mailed link. */
export type LinkPurpose = 'activate' | 'change-email' | 'sign-in-link' | 'keep-account' | 'reset';

interface Words {
  title: string;
  /** Text above the button. */
  text: string;
  button: string;
  art: readonly [ArtName, ArtName, ArtName];
  occasion: string;
}

const WORDS: Record<LinkPurpose, Words> = {
  activate: {
    title: 'Is this your address?',
    text: 'One tap, and we know our emails about your VidDays will reach you.',
    button: 'Yes, that’s mine',
    art: ['ruth', 'kids', 'lena'],
    occasion: 'birthday',
  },
  'change-email': {
    title: 'Use this address from now on?',
    text: 'You asked to log in with a different address. To be safe, we check with both, the old one and the new one.',
    button: 'Yes, change it',
    art: ['amara', 'beach', 'karl'],
    occasion: 'retirement',
  },
  'sign-in-link': {
    title: 'Welcome back',
    text: 'One tap, and you’re logged in on this device.',
    button: 'Log me in',
    art: ['samira', 'cook', 'dog'],
    occasion: 'thankyou',
  },
  'keep-account': {
    title: 'Would you like to stay?',
    text: 'You asked us to delete your account. It’s all still here: your VidDays, your films, your friends’ clips.',
    button: 'Keep my account',
    art: ['choir', 'ruth', 'dog'],
    occasion: 'thankyou',
  },
  reset: {
    title: 'Choose a new password',
    text: '',
    button: 'Save my password',
    art: ['karl', 'beach', 'kids'],
    occasion: 'thankyou',
  },
};

export function linkHead(purpose: LinkPurpose, title = WORDS[purpose].title): PageHead {
  const { occasion } = WORDS[purpose];
  return { title: `${title}: VidDay`, indexed: false, referrer: 'strict-origin', sheet: 'door', occasion };
}

export interface LinkPageProps {
  site: SiteProps;
  purpose: LinkPurpose;
  /** Target of the button. */
  action: string;
  /** The address concerned. */
  email?: string | null;
  /** Replaces the default text above the button. */
  text?: string;
  /** This browser has drafts that move to the account only with consent. */
  hasOwn?: boolean;
  /** Error of the last attempt. */
  error?: string | null;
}

/** Page of a mailed link: a button performs the action, because scanners open every link in a mail. */
export function LinkPage({ site, purpose, action, email, text, hasOwn, error }: LinkPageProps) {
  const words = WORDS[purpose];
  return (
    <Door site={site} art={words.art}>
      <div>
        <h1>{words.title}</h1>
        {email && <p className="door__address">{email}</p>}
        <p>{text ?? words.text}</p>
      </div>
      {error && (
        <Banner tone="bad" role="alert">
          {error}
        </Banner>
      )}
      <form method="post" action={action}>
        {hasOwn && <OwnToo />}
        <Button type="submit" size="big" wide>
          {words.button}
        </Button>
      </form>
      <p className="l-small">Wasn’t you? Just close this page; nothing will happen.</p>
    </Door>
  );
}

export interface WayOn {
  href: string;
  label: string;
}

export interface StoppedPageProps {
  site: SiteProps;
  purpose: LinkPurpose;
  title: string;
  /** What happened and what to do. */
  children?: ReactNode;
  text?: string;
  action: WayOn;
  ways?: readonly WayOn[];
}

/** Result page of a link that has expired or has just been used, with the next step. */
export function StoppedPage({ site, purpose, title, text, action, ways = [] }: StoppedPageProps) {
  return (
    <Door site={site} art={WORDS[purpose].art}>
      <div>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
      <ButtonLink href={action.href} size="big" wide>
        {action.label}
      </ButtonLink>
      {ways.length > 0 && (
        <List className="door__ways">
          {ways.map(({ href, label }) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </List>
      )}
    </Door>
  );
}
