import type { Express } from 'express';
import { FEATURES } from '../features/index.ts';
import { apiDocsPages } from '../pages/api-docs.page.ts';
import { leadBackFromForms } from '../pages/form-addresses.ts';
import { mountPages } from '../pages/page-route.ts';
import { anonymousPages, PAGES, pageForms } from '../pages/pages.ts';
import type { Pages } from '../pages/render-page.tsx';
import { screensOf } from '../pages/screens.ts';
import { siteFiles } from '../pages/site-files.ts';
import type { Assets } from '../platform/assets.ts';
import type { Config } from '../platform/config.ts';
import { mountForms } from '../platform/http/forms.ts';
import type { HttpDeps } from '../platform/http/mount-routes.ts';
import type { RouteTable } from '../platform/http/route.ts';
import type { SandboxSite } from './sandboxes.ts';

export interface SiteDeps {
  pages: Pages;
  config: Config;
  assets: Assets;
  http: HttpDeps;
  sandboxes: SandboxSite;
  /** API tables, for the API docs. */
  tables: readonly RouteTable[];
}

/** Mounts forms, pages, and well-known files for browsers and robots. */
export function mountSite(app: Express, { pages, config, assets, http, sandboxes, tables }: SiteDeps): void {
  const screens = screensOf(pages);
  const ofFeatures = FEATURES.flatMap((feature) => feature.forms?.(screens) ?? []);
  const forms = [...ofFeatures, ...pageForms(pages), ...sandboxes.forms];
  const shown = [...PAGES, ...apiDocsPages(tables), ...sandboxes.pages];
  mountForms(app, forms, http);
  anonymousPages(app, pages, config);
  siteFiles(app, config, assets);
  mountPages(app, shown, pages, http);
  leadBackFromForms(app, forms, shown);
}
