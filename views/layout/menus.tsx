import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { MenuLink, MenuRule } from '../ui/menu.tsx';
import { placesOf } from './places.ts';
import type { MenuPlace, SiteLinks, SiteProps } from './site-props.ts';

/** The whole menu in one list, for phones. */
export function NarrowMenu({ site, here }: { site: SiteProps; here: (place: MenuPlace) => 'page' | undefined }) {
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
      {links.admin && <MenuLink href={links.admin}>Admin</MenuLink>}
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

/** The current user, and the log-out button. */
export function SignedIn({ email }: { email: string }) {
  return (
    <>
      <p className="shell__who">Logged in as {email}</p>
      <form method="post" action="/auth/logout">
        <Button type="submit" kind="quiet" className="menu__plain" data-logout="">
          <Icon name="log-out" />
          Log Out
        </Button>
      </form>
    </>
  );
}

/** A link to the desk for staff; then pages about the site. */
export function Places({ links }: { links: SiteLinks }) {
  return (
    <>
      {links.desk && (
        <MenuLink href={links.desk} icon="grid">
          Staff desk
        </MenuLink>
      )}
      {links.codes && (
        <MenuLink href={links.codes} icon="star">
          Promo codes
        </MenuLink>
      )}
      <MenuRule />
      {placesOf(links).map(({ label, href }) => (
        <MenuLink key={label} href={href}>
          {label}
        </MenuLink>
      ))}
    </>
  );
}
