import type { ReactNode } from 'react';
import type { StaysAs } from '../islands/shell/stays-as.ts';
import { Island } from './island.tsx';
import { Announcements } from './layout/announcements.tsx';
import { Footer } from './layout/footer.tsx';
import { Header } from './layout/header.tsx';
import { Impersonation } from './layout/impersonation.tsx';
import { Leaving } from './layout/leaving.tsx';
import type { MenuPlace, SiteProps } from './layout/site-props.ts';
import { usePage } from './page-context.ts';
import { ToastRegion } from './ui/toast.tsx';

export type { SiteProps };

export interface LayoutProps {
  site: SiteProps;
  /** Marked in the menu. */
  current?: MenuPlace;
  /** What the skip link calls the page's middle, e.g. "Skip to adding a clip". */
  skip?: { href: string; label: string };
  /** `full` has menu and footer, `plain` only what the page brings itself. */
  frame?: 'full' | 'plain';
  /** Announcements stand above the page. Default: in the full frame. */
  announces?: boolean;
  /** Class of `main`; `page` makes it the frame's width. */
  mainClass?: string;
  headerClass?: string;
  /** Instead of the usual header. */
  header?: ReactNode;
  /** Beside `main`, e.g. a fixed bar or a sheet of paper. */
  after?: ReactNode;
  /** A bar at the bottom keeps its place: toasts stay clear of it. */
  hasBar?: boolean;
  /** Nobody is asked about anything else here, as while paying. */
  isPaying?: boolean;
  /** The footer follows without distance. */
  flush?: boolean;
  /** Somebody is in the middle of something here, which a login in another tab does not end. */
  stays?: StaysAs;
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
    announces = frame === 'full',
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
  const isPersonal = usePage().nonce !== undefined;
  return (
    <>
      <a className="l-skip" href={skip?.href ?? '#main'}>
        {skip?.label ?? 'Skip to the page'}
      </a>
      {site.isImpersonated && <Impersonation email={site.user?.email ?? ''} />}
      {frame === 'full' && !site.isImpersonated && site.user?.deletionDueAt && (
        <Leaving until={site.user.deletionDueAt} />
      )}
      {announces && <Announcements of={site.announcements} areLive={isPersonal} />}
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
            announces,
            mayAsk: !hasBar && !isPaying,
            analytics: site.analytics ?? 'off',
          }}
        />
      )}
    </>
  );
}
