import type { ArtName } from '../base/art.ts';
import type { PageHead } from '../layout/document.tsx';
import type { SiteProps } from '../layout/layout.tsx';
import { Button } from '../ui/button.tsx';
import { EmailField } from '../ui/email-field.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { List } from '../ui/list.tsx';
import { Banner } from '../ui/notice.tsx';
import { CodeElsewhere } from './code-elsewhere.tsx';
import { Door } from './door.tsx';
import { nextQuery } from './other-ways.tsx';
import type { FormProblems } from './problems.ts';

/** Kind of mail requested. */
export type AskedFor = 'reset' | 'sign-in-link';

interface Words {
  path: string;
  title: string;
  text: string;
  button: string;
  /** Text after the request. */
  sent: string;
  /** Lifetime of the link in words. */
  works: string;
  art: readonly [ArtName, ArtName, ArtName];
}

const WORDS: Record<AskedFor, Words> = {
  reset: {
    path: '/auth/forgot-password',
    title: 'Forgot your password?',
    text: 'It happens to everyone. Tell us your email, and we’ll send you a link to choose a new one.',
    button: 'Send me the link',
    sent: 'If there’s an account with this address, a link is on its way.',
    works: 'It works for one hour.',
    art: ['karl', 'beach', 'kids'],
  },
  'sign-in-link': {
    path: '/auth/sign-in-link',
    title: 'Log in without a password',
    text: 'Tell us your email, and we’ll send you a link that logs you in.',
    button: 'Email me the link',
    sent: 'If there’s an account with this address, a link is on its way.',
    works: 'It works for 10 minutes.',
    art: ['samira', 'cook', 'dog'],
  },
};

export interface AskLinkPageProps extends FormProblems {
  site: SiteProps;
  asks: AskedFor;
  email?: string;
  next?: string | null;
}

export function askLinkHead(asks: AskedFor): PageHead {
  return { title: `${WORDS[asks].title}: VidDay`, indexed: false, occasion: 'thankyou', sheet: 'door' };
}

/** Form for the address to which a link is mailed. */
export function AskLinkPage({ site, asks, email, next, error, fields = {} }: AskLinkPageProps) {
  const words = WORDS[asks];
  return (
    <Door site={site} art={words.art}>
      <div>
        <h1>{words.title}</h1>
        <p>{words.text}</p>
      </div>
      {error && (
        <Banner tone="bad" role="alert">
          {error}
        </Banner>
      )}
      <form method="post" action={words.path} noValidate>
        {next && <input type="hidden" name="next" value={next} />}
        <EmailField defaultValue={email} error={fields.email} focused={Boolean(fields.email)} />
        <Button type="submit" size="big" wide>
          {words.button}
        </Button>
      </form>
      <p className="l-small">
        <a href={`/auth/login${nextQuery(next)}`}>Back to log in</a>
      </p>
    </Door>
  );
}

const HINTS: readonly { icon: IconName; text: string }[] = [
  { icon: 'clock', text: 'It can take a minute or two.' },
  { icon: 'eye', text: 'Not there? Check spam and promotions too.' },
  { icon: 'user', text: 'Still nothing? Your account may use a different address.' },
];

interface MailSentPageProps extends Pick<AskLinkPageProps, 'site' | 'asks' | 'next'> {
  /** Code to type if the link is opened in another browser. */
  code?: string | null;
}

/** The text does not reveal whether the address has an account. */
export function MailSentPage({ site, asks, next, code }: MailSentPageProps) {
  const words = WORDS[asks];
  return (
    <Door site={site} art={words.art}>
      <div role="status">
        <h1>Check your inbox</h1>
        <p>
          {words.sent} {words.works}
        </p>
      </div>
      {code && <CodeElsewhere code={code} />}
      <List className="door__hints">
        {HINTS.map(({ icon, text }) => (
          <li key={icon}>
            <Icon name={icon} />
            {text}
          </li>
        ))}
      </List>
      <p className="l-small">
        <a href={`${words.path}${nextQuery(next)}`}>Try another address</a>
      </p>
    </Door>
  );
}
