import type { Express, Request, Response } from 'express';
import { AppError } from '../platform/errors.ts';
import type { AccessRule, Visit } from '../platform/http/access-rules.ts';
import { declare } from '../platform/http/addresses.ts';
import { type HttpDeps, loadViewer, visitOf } from '../platform/http/mount-routes.ts';
import { pathParams } from '../platform/http/path-params.ts';
import { nameRoute } from '../platform/http/route-name.ts';
import type { Viewer } from '../shared/viewer.ts';
import type { AnyPage, Pages } from './render-page.tsx';

export interface PageContext {
  params: Record<string, string>;
  /** Query values; repeated keys are left out. */
  query: Record<string, string>;
  viewer: Viewer;
  req: Request;
  res: Response;
}

/** A redirect instead of a page. */
export interface Redirect {
  redirect: string;
}

type Loaded = Promise<AnyPage | Redirect> | AnyPage | Redirect;

/** A mounted page with erased types. */
export interface PageRoute {
  /** Express path. */
  path: string;
  /** Name of the access rule. */
  access: string;
  admit(visit: Visit): void;
  /** Loads the rest of the access context, then the page. */
  serve(context: PageContext): Promise<AnyPage | Redirect>;
}

/**
 * A page rendered for each request. `load` gets the access rule's context; rules that need a session redirect visitors
 * to the login.
 */
export function pageRoute<L extends object>(
  path: string,
  access: AccessRule<string, PageContext, L>,
  load: (context: PageContext & L) => Loaded,
): PageRoute {
  return {
    path,
    access: access.word,
    admit: (visit) => access.admit?.(visit),
    serve: async (context) => load({ ...context, ...(await access.load(context)) }),
  };
}

/** Mounts pages that are rendered for each request: URL -> access -> load -> view. */
export function mountPages(app: Express, routes: readonly PageRoute[], pages: Pages, deps: HttpDeps): void {
  for (const route of routes) {
    const { path, access } = route;
    const show = async (req: Request, res: Response) => {
      nameRoute(res, path);
      const viewer = await loadViewer(req, res, deps);
      const login = loginFirst(route, visitOf(req, viewer, deps));
      const loaded = login ?? (await route.serve({ ...addressOf(req), viewer, req, res }));
      if ('redirect' in loaded) res.redirect(303, loaded.redirect);
      else await sendPage(pages, req, res, loaded);
    };
    app.get(path, declare({ kind: 'page', method: 'GET', path, access }, show));
  }
}

export function sendPage(pages: Pages, req: Request, res: Response, { head, status, element }: AnyPage): Promise<void> {
  return pages.renderPage(req, res, { view: () => element, props: {}, head, ...(status && { status }) });
}

/** Redirects visitors without a session to the login and back; throws when the session's rights don't suffice. */
function loginFirst(route: PageRoute, visit: Visit): Redirect | null {
  try {
    route.admit(visit);
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_SIGNED_IN') throw error;
    return { redirect: `/auth/login?next=${encodeURIComponent(visit.req.originalUrl)}` };
  }
}

function addressOf(req: Request): Pick<PageContext, 'params' | 'query'> {
  const query = Object.fromEntries(Object.entries(req.query).filter(isText));
  return { params: pathParams(req), query };
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}
