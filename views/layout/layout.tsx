import type { ReactNode } from 'react';
import type { KeptAtUserChange } from '../../islands/shell/user-change.ts';
import type { AnnouncementPlace } from '../../src/shared/announcement-places.ts';
import { Island } from '../base/island.tsx';
import { usePage } from '../base/page-context.ts';
import { ToastRegion } from '../ui/toast.tsx';
import { Announcements } from './announcements.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Impersonation } from './impersonation.tsx';
import { Leaving } from './leaving.tsx';
import type { MenuPlace, SiteProps } from './site-props.ts';
import { StaffBar } from './staff-bar.tsx';

export type { SiteProps };

export interface LayoutProps {
  site: SiteProps;
  /** Current place in the menu. */
  current?: MenuPlace;
  /** Label of the skip link, such as "Skip to adding a clip". */
  skip?: { href: string; label: string };
  /** `full` has menu and footer; `plain` has neither. */
  frame?: 'full' | 'plain';
  /** Kind of the page, whose announcements it shows. Default: in the full frame, by the current place. */
  announces?: AnnouncementPlace | false;
  /** Class of `main`; `page` makes it as wide as the frame. */
  mainClass?: string;
  headerClass?: string;
  /** Replaces the default header. */
  header?: ReactNode;
  /** After `main`, such as a fixed bar. */
  after?: ReactNode;
  /** There is a bar at the bottom: toasts keep clear of it. */
  hasBar?: boolean;
  /** Suppresses other prompts, as during payment. */
  isPaying?: boolean;
  /** No space above the footer. */
  flush?: boolean;
  /** The page has unsaved work, so it must not reload when a login happens in another tab. */
  stays?: KeptAtUserChange;
  /** Replaces the help lines in the footer, such as "Report this page". */
  footAside?: ReactNode;
  children: ReactNode;
}

/** Places of the menu that belong to people with an account. */
const OWN: readonly MenuPlace[] = ['dashboard', 'news', 'account'];

/** Skip link, announcements, menu, `main`, footer and toast region. */
export function Layout(props: LayoutProps) {
  const {
    site,
    current,
    skip,
    frame = 'full',
    announces = frame === 'full' && (current && OWN.includes(current) ? 'account' : 'public'),
    mainClass,
    header,
    after,
    hasBar,
    isPaying,
    flush,
    stays,
    footAside,
    children,
  } = props;
  const { nonce, assets } = usePage();
  const isPersonal = nonce !== undefined;
  const bellSheet = assets.sheet('bell').url;
  return (
    <>
      <a className="l-skip" href={skip?.href ?? '#main'}>
        {skip?.label ?? 'Skip to the page'}
      </a>
      {site.isImpersonated && <Impersonation email={site.user?.email ?? ''} />}
      {site.staffBar && <StaffBar {...site.staffBar} />}
      {frame === 'full' && !site.isImpersonated && site.user?.deletionDueAt && (
        <Leaving until={site.user.deletionDueAt} />
      )}
      {announces && <Announcements of={site.announcements} place={announces} areLive={isPersonal} />}
      {header ?? (frame === 'full' && <Header site={site} current={current} className={props.headerClass} />)}
      <main id="main" className={mainClass} tabIndex={-1}>
        {children}
      </main>
      {after}
      {frame === 'full' && <Footer site={site} flush={flush} aside={footAside} />}
      <ToastRegion raised={hasBar} />
      {isPersonal && (
        <Island
          name="shell"
          when="idle"
          props={{
            stays: stays ?? null,
            email: site.user?.email ?? null,
            announces: announces || null,
            bellSheet: site.user ? bellSheet : null,
            mayAsk: !hasBar && !isPaying,
            analytics: site.analytics ?? 'off',
          }}
        />
      )}
    </>
  );
}
