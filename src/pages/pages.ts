import type { Express } from 'express';
import { HomePage, homeHead } from '../../views/home.page.tsx';
import type { Config } from '../platform/config.ts';
import { nameRoute } from '../platform/http/route-name.ts';
import { hasSessionCookie } from '../platform/http/sessions.ts';
import { platform } from '../platform/platform.ts';
import { authPages } from './auth.pages.ts';
import { dashboardPages } from './dashboard.page.ts';
import { eventPages } from './event.pages.ts';
import type { PageRoute } from './page-route.ts';
import { type Pages, page } from './render-page.tsx';
import { siteOf } from './site.ts';
import { startPages } from './start.page.ts';

/** Every page that is made for one request. */
export const PAGES: readonly PageRoute[] = [
  {
    path: '/',
    access: 'anyone',
    load: ({ viewer }) =>
      page({ view: HomePage, props: { site: siteOf(viewer) }, head: homeHead(platform().config.appOrigin) }),
  },
  ...authPages,
  ...startPages,
  ...dashboardPages,
  ...eventPages,
];

/** Pages that are the same for everybody, sent by the front cache; the menu fits a visitor who is not signed in. */
export function anonymousPages(app: Express, pages: Pages, config: Pick<Config, 'appOrigin'>): void {
  const home = pages.anonymousPage({
    load: () => page({ view: HomePage, props: { site: siteOf(null) }, head: homeHead(config.appOrigin) }),
    freshFor: 60_000,
    staleFor: 600_000,
  });
  app.get('/', (req, res, next) => {
    // Whoever has a session gets the page with their own menu.
    if (hasSessionCookie(req.headers.cookie)) return next();
    nameRoute(res, '/');
    return home(req, res);
  });
}
