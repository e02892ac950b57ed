import type { ReactNode } from 'react';
import { dismissalKey } from '../islands/notice/dismissal.ts';
import { Island } from './island.tsx';
import { usePage } from './page-context.ts';
import { Brand } from './ui/brand.tsx';
import { Button, ButtonLink } from './ui/button.tsx';
import { cx } from './ui/class-names.ts';
import { Icon } from './ui/icon.tsx';
import { List } from './ui/list.tsx';
import { Menu, MenuLink, MenuRule } from './ui/menu.tsx';
import { ToastRegion } from './ui/toast.tsx';

export interface LayoutUser {
  email: string;
  role: 'user' | 'editor' | 'admin';
}

/** Places outside the app's own pages; a link whose place is not configured is left out. */
export interface SiteLinks {
  admin?: string;
  account?: string;
  help?: string;
  faq?: string;
  pricing?: string;
  privacy?: string;
  terms?: string;
  chat?: string;
  idea?: string;
}

export type MenuPlace = 'home' | 'dashboard' | 'account' | 'start' | 'login' | 'register';

/** What every page knows of its visitor; loaded once, handed to each view as `site`. */
export interface SiteProps {
  user: LayoutUser | null;
  /** Staff is signed in as this user. */
  isImpersonated?: boolean;
  announcements?: readonly { id: string; type: string; message: string }[];
  links?: SiteLinks;
}

export interface LayoutProps {
  site: SiteProps;
  /** Marked in the menu. */
  current?: MenuPlace;
  /** What the skip link calls the page's middle, e.g. "Skip to adding a clip". */
  skip?: { href: string; label: string };
  /** `full` has menu and footer, `plain` only what the page brings itself. */
  frame?: 'full' | 'plain';
  /** Class of `main`; `page` makes it the frame's width. */
  mainClass?: string;
  headerClass?: string;
  /** Instead of the usual header. */
  header?: ReactNode;
  /** Beside `main`, e.g. a fixed bar or a sheet of paper. */
  after?: ReactNode;
  /** A bar at the bottom keeps its place: toasts stay clear of it. */
  hasBar?: boolean;
  /** The footer follows without distance. */
  flush?: boolean;
  /** Somebody is in the middle of something here: the page stays as it is when they log in or out in another tab. */
  stays?: boolean;
  /** Replaces the help lines in the footer, e.g. "Report this page". */
  footAside?: ReactNode;
  children: ReactNode;
}

/** Skip link, announcements, menu, `main`, footer and the place of toasts. */
export function Layout(props: LayoutProps) {
  const {
    site,
    current,
    skip,
    frame = 'full',
    mainClass,
    header,
    after,
    hasBar,
    flush,
    stays,
    footAside,
    children,
  } = props;
  const isPersonal = usePage().nonce !== undefined;
  return (
    <>
      <a className="skip" href={skip?.href ?? '#main'}>
        {skip?.label ?? 'Skip to the page'}
      </a>
      {site.isImpersonated && <Impersonation email={site.user?.email ?? ''} />}
      {frame === 'full' && <Announcements of={site.announcements} areLive={isPersonal} />}
      {header ?? (frame === 'full' && <Header site={site} current={current} className={props.headerClass} />)}
      <main id="main" className={mainClass} tabIndex={-1}>
        {children}
      </main>
      {after}
      {frame === 'full' && <Footer links={site.links ?? {}} flush={flush} aside={footAside} />}
      <ToastRegion raised={hasBar} />
      {isPersonal && <Island name="shell" when="idle" props={{ follows: !stays, announces: frame === 'full' }} />}
    </>
  );
}

interface AnnouncementsProps {
  of?: SiteProps['announcements'];
  /** There is a place for those that come while the page is open. */
  areLive: boolean;
}

function Announcements({ of: announcements = [], areLive }: AnnouncementsProps) {
  if (announcements.length === 0 && !areLive) return null;
  return (
    <aside id="announcements" aria-label="Announcements" hidden={announcements.length === 0}>
      {announcements.map((each) => (
        <Island key={each.id} name="notice" props={each} unless={dismissalKey(each.id)} />
      ))}
    </aside>
  );
}

function Impersonation({ email }: { email: string }) {
  return (
    <aside className="impersonation" aria-label="Acting for somebody else">
      <span>You are looking at this as {email}.</span>
      <form method="post" action="/auth/stop-impersonating">
        <button type="submit">Stop</button>
      </form>
    </aside>
  );
}

interface HeaderProps {
  site: SiteProps;
  current?: MenuPlace;
  className?: string;
}

/** The wordmark and the menu: side by side where there is room, in one list on a phone. */
export function Header({ site, current, className }: HeaderProps) {
  const { user, links = {} } = site;
  const here = (place: MenuPlace) => (current === place ? 'page' : undefined);
  return (
    <header className={cx('page', 'top', className)}>
      <Brand href={user ? '/dashboard' : '/'} />
      <nav aria-label="Main">
        {user ? (
          <>
            {user.role === 'admin' && links.admin && (
              <a className="wide" href={links.admin}>
                Admin
              </a>
            )}
            <a className="wide" href="/dashboard" aria-current={here('dashboard')}>
              My VidDays
            </a>
            {links.account && (
              <a className="wide" href={links.account} aria-current={here('account')}>
                My Account
              </a>
            )}
            {current !== 'start' && <NewVidDay />}
            <Menu className="wide" label="Your account" icon="user">
              <SignedIn email={user.email} />
              <Places links={links} />
            </Menu>
          </>
        ) : (
          <>
            <a className="wide" href="/#price">
              Price
            </a>
            <a className="wide" href="/auth/login" aria-current={here('login')}>
              Log In
            </a>
            <a className="wide" href="/auth/register" aria-current={here('register')}>
              Create Account
            </a>
            {current !== 'start' && current !== 'home' && (
              <span className="wide">
                <NewVidDay />
              </span>
            )}
          </>
        )}
        <Menu className="narrow" label="Menu" icon="menu">
          <NarrowMenu site={site} here={here} />
        </Menu>
      </nav>
    </header>
  );
}

function NewVidDay() {
  return (
    <ButtonLink kind="second" size="small" icon="plus" href="/start-a-vidday" aria-label="Start a New VidDay">
      <span>
        <span className="wide">Start a </span>New<span className="wide"> VidDay</span>
      </span>
    </ButtonLink>
  );
}

function NarrowMenu({ site, here }: { site: SiteProps; here: (place: MenuPlace) => 'page' | undefined }) {
  const { user, links = {} } = site;
  if (!user) {
    return (
      <>
        <MenuLink href="/start-a-vidday" icon="gift">
          Start a New VidDay
        </MenuLink>
        <MenuLink href="/auth/login" aria-current={here('login')}>
          Log In
        </MenuLink>
        <MenuLink href="/auth/register" aria-current={here('register')}>
          Create Account
        </MenuLink>
        <Places links={links} />
      </>
    );
  }
  return (
    <>
      {user.role === 'admin' && links.admin && <MenuLink href={links.admin}>Admin</MenuLink>}
      <MenuLink href="/dashboard" icon="gift" aria-current={here('dashboard')}>
        My VidDays
      </MenuLink>
      {links.account && (
        <MenuLink href={links.account} icon="user" aria-current={here('account')}>
          My Account
        </MenuLink>
      )}
      <MenuRule />
      <SignedIn email={user.email} />
      <Places links={links} />
    </>
  );
}

function SignedIn({ email }: { email: string }) {
  return (
    <>
      <p className="who-am-i">Logged in as {email}</p>
      <form method="post" action="/auth/logout">
        <Button type="submit" kind="quiet" className="plain" data-logout="">
          <Icon name="log-out" />
          Log Out
        </Button>
      </form>
    </>
  );
}

const FOOT_LINKS = [
  ['help', 'Help'],
  ['faq', 'Questions'],
  ['pricing', 'Price'],
  ['privacy', 'Privacy'],
  ['terms', 'Terms'],
] as const;

/** Pages about the site itself, as far as there are any. */
function placesOf(links: SiteLinks): { label: string; href: string }[] {
  return FOOT_LINKS.flatMap(([key, label]) => {
    const href = links[key] ?? (key === 'pricing' ? '/#price' : null);
    return href ? [{ label, href }] : [];
  });
}

function Places({ links }: { links: SiteLinks }) {
  return (
    <>
      <MenuRule />
      {placesOf(links).map(({ label, href }) => (
        <MenuLink key={label} href={href}>
          {label}
        </MenuLink>
      ))}
    </>
  );
}

function Footer({ links, flush, aside }: { links: SiteLinks; flush?: boolean; aside?: ReactNode }) {
  return (
    <footer className={cx('foot', flush && 'flush')}>
      <div className="page">
        <div className="stack">
          <Brand href="/" />
          <p className="small">One film from everyone.</p>
        </div>
        <List>
          <li>
            <a href="/start-a-vidday">Start a New VidDay</a>
          </li>
          {placesOf(links).map(({ label, href }) => (
            <li key={label}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </List>
        {aside ?? <HelpLines links={links} />}
      </div>
    </footer>
  );
}

function HelpLines({ links }: { links: SiteLinks }) {
  if (!links.chat && !links.idea) return null;
  return (
    <List className="push">
      {links.chat && (
        <li>
          Found a bug or issue?&nbsp;<a href={links.chat}>Start chat</a>
        </li>
      )}
      {links.idea && (
        <li>
          Got a feature idea?&nbsp;<a href={links.idea}>Share it</a>
        </li>
      )}
    </List>
  );
}
