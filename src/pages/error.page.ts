import { ErrorPage, errorHead } from '../../views/error.page.tsx';
import type { RenderErrorPage } from '../platform/http/error-answer.ts';
import { type HttpDeps, loadViewer } from '../platform/http/mount-routes.ts';
import { sendPage } from './page-route.ts';
import { type Pages, page } from './render-page.tsx';
import { siteOf } from './site.ts';

/** Words and a way on, for a person who met an error; the menu is theirs where the session still works. */
export function errorPage(pages: Pages, deps: Pick<HttpDeps, 'sessions' | 'loadUser'>): RenderErrorPage {
  return async (req, res, refusal) => {
    const viewer = refusal.status < 500 ? await loadViewer(req, res, deps) : null;
    const props = { status: refusal.status, message: refusal.message, requestId: refusal.requestId };
    const shown = page({
      view: ErrorPage,
      props: { site: siteOf(viewer), ...props },
      head: { ...errorHead(props), referrer: 'no-referrer' },
      status: refusal.status,
    });
    await sendPage(pages, req, res, shown);
  };
}
