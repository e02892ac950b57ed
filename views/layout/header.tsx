import { Brand } from '../ui/brand.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { cx } from '../ui/class-names.ts';
import { IconLink } from '../ui/icon-link.tsx';
import { Menu } from '../ui/menu.tsx';
import { NarrowMenu, Places, SignedIn } from './menus.tsx';
import type { MenuPlace, SiteProps } from './site-props.ts';

interface HeaderProps {
  site: SiteProps;
  current?: MenuPlace;
  className?: string;
}

/** Wordmark and menu: in a row, or one list on phones. */
export function Header({ site, current, className }: HeaderProps) {
  const { user, links = {} } = site;
  const here = (place: MenuPlace) => (current === place ? 'page' : undefined);
  return (
    <header className={cx('l-page', 'shell__top', className)}>
      <Brand href={user ? '/dashboard' : '/'} />
      <nav aria-label="Main">
        {user ? (
          <>
            {links.admin && (
              <a className="shell__wide" href={links.admin}>
                Admin
              </a>
            )}
            <a className="shell__wide" href="/dashboard" aria-current={here('dashboard')}>
              My VidDays
            </a>
            {links.account && (
              <a className="shell__wide" href={links.account} aria-current={here('account')}>
                My Account
              </a>
            )}
            <IconLink
              className="shell__bell"
              icon="bell"
              label="News"
              href="/notifications"
              aria-current={here('news')}
            />
            {current !== 'start' && <NewVidDay />}
            <Menu className="shell__wide" label="Your account" icon="user">
              <SignedIn email={user.email} />
              <Places links={links} />
            </Menu>
          </>
        ) : (
          <>
            <a className="shell__wide" href={links.pricing ?? '/#price'}>
              Price
            </a>
            <a className="shell__wide" href="/auth/login" aria-current={here('login')}>
              Log In
            </a>
            <a className="shell__wide" href="/auth/register" aria-current={here('register')}>
              Create Account
            </a>
            {current !== 'start' && current !== 'home' && (
              <span className="shell__wide">
                <NewVidDay />
              </span>
            )}
          </>
        )}
        <Menu className="shell__narrow" label="Menu" icon="menu">
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
        <span className="shell__wide">Start a </span>New<span className="shell__wide"> VidDay</span>
      </span>
    </ButtonLink>
  );
}
