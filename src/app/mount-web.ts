import { FEATURES } from '../features/index.ts';
import { errorPage } from '../pages/error.page.ts';
import { createPages } from '../pages/render-page.tsx';
import type { Assets } from '../platform/assets.ts';
import { runTool } from '../platform/ffmpeg/run.ts';
import { mountHealth, passOnce, type ReadinessCheck } from '../platform/http/health.ts';
import { endHttpApp } from '../platform/http/http-app.ts';
import { type HttpDeps, mountRoutes } from '../platform/http/mount-routes.ts';
import { mountOpenApi } from '../platform/http/openapi-route.ts';
import { limitPages } from '../platform/http/page-limit.ts';
import type { RouteTable } from '../platform/http/route.ts';
import type { Feature } from '../platform/manifest/feature.ts';
import { filesRouter } from '../platform/storage/signed-files.ts';
import { API_TABLES } from './api.ts';
import { mountSite } from './mount-site.ts';
import type { OpenProcess } from './open-process.ts';
import { sandboxSite } from './sandboxes.ts';
import type { WebFront } from './web-front.ts';

const features: readonly Feature[] = FEATURES;

export interface MountDeps {
  opened: OpenProcess;
  front: WebFront;
  http: HttpDeps;
  assets: Assets;
  /** Added to the API's tables. */
  tables?: readonly RouteTable[] | undefined;
  /** Default: database, file store and ffmpeg. */
  readiness?: Record<string, ReadinessCheck> | undefined;
}

/** Mounts on the app, in this order: health, routers, files, sandboxes, forms, pages, API and errors. */
export function mountWeb({ opened, front, http, assets, tables = [], readiness }: MountDeps): void {
  const { config, log, database, store } = opened;
  const { app } = front;
  const pages = createPages({
    ...config,
    assets,
    front: front.front,
    onError: (error) => log.error({ err: error }, 'part of a page could not be rendered'),
  });
  const sandboxes = sandboxSite({ config, database, pages });
  const api = [...API_TABLES, ...tables];
  const checks = readiness ?? {
    db: () => database.ping(),
    store: () => store.check(),
    ffmpeg: passOnce(() => runTool('ffmpeg', ['-version'], { timeLimit: 60_000 })),
  };
  mountHealth(app, { config, log, metrics: front.metrics, checks });
  for (const feature of features) for (const router of feature.routers?.(http) ?? []) app.use(router);
  app.use(filesRouter(new Map(features.flatMap(({ files = {} }) => Object.entries(files)))));
  app.use(sandboxes.router);
  app.use(limitPages(front.pageLimit));
  mountSite(app, { pages, config, assets, http, sandboxes, tables: api });
  mountOpenApi(app, api, config.appOrigin);
  mountRoutes(app, api, http);
  endHttpApp(app, log, errorPage(pages, http));
}
