import type { Express, Request, Response } from 'express';
import { type HttpDeps, loadViewer } from '../platform/http/mount-routes.ts';
import { nameRoute } from '../platform/http/route-name.ts';
import type { Viewer } from '../shared/viewer.ts';
import type { AnyPage, Pages } from './render-page.tsx';

export interface PageContext {
  params: Record<string, string>;
  /** Query values that came once; others are left out. */
  query: Record<string, string>;
  viewer: Viewer;
  req: Request;
  res: Response;
}

/** Where to go instead of showing a page. */
export interface Redirect {
  redirect: string;
}

export interface PageRoute {
  /** Express path. */
  path: string;
  /** `signed-in` sends strangers to the login and back; what an event's page shows is decided by the event. */
  access: 'anyone' | 'signed-in' | 'event-viewer' | 'receipt';
  load(context: PageContext): Promise<AnyPage | Redirect> | AnyPage | Redirect;
}

/** Mounts pages that are made for one request: URL -> load -> view. */
export function mountPages(app: Express, routes: readonly PageRoute[], pages: Pages, deps: HttpDeps): void {
  for (const route of routes) {
    app.get(route.path, async (req, res) => {
      nameRoute(res, route.path);
      const viewer = await loadViewer(req, res, deps);
      if (route.access === 'signed-in' && !viewer.user) {
        res.redirect(303, `/auth/login?next=${encodeURIComponent(req.originalUrl)}`);
        return;
      }
      const query = Object.fromEntries(Object.entries(req.query).filter(isText));
      const params = { ...req.params } as Record<string, string>;
      const loaded = await route.load({ params, query, viewer, req, res });
      if ('redirect' in loaded) {
        res.redirect(303, loaded.redirect);
        return;
      }
      await sendPage(pages, req, res, loaded);
    });
  }
}

/** Sends a page whose props were bound already. */
export function sendPage(pages: Pages, req: Request, res: Response, { head, status, element }: AnyPage): Promise<void> {
  return pages.renderPage(req, res, { view: () => element, props: {}, head, ...(status && { status }) });
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}
