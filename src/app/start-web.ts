import type { Server } from 'node:http';
import { noteStaffWrite } from '../features/audit/audit.service.ts';
import { FEATURES } from '../features/index.ts';
import { createViewers } from '../features/sessions/session-viewers.service.ts';
import { mountProviders } from '../features/sign-in/provider-sign-in.router.ts';
import { loadViewerUser } from '../features/two-factor/viewer-user.service.ts';
import { loadSandboxes } from '../integrations/sandboxes.ts';
import { errorPage } from '../pages/error.page.ts';
import { createPages } from '../pages/render-page.tsx';
import { type Assets, loadAssets } from '../platform/assets.ts';
import type { Config } from '../platform/config.ts';
import { connectDatabase } from '../platform/database/db.ts';
import { runTool } from '../platform/ffmpeg/run.ts';
import { createRequestWatch } from '../platform/http/access-log.ts';
import { addressesOf } from '../platform/http/addresses.ts';
import { mountHealth, type ReadinessCheck } from '../platform/http/health.ts';
import { createHttpApp, endHttpApp } from '../platform/http/http-app.ts';
import { closeServer, createHttpServer, listen } from '../platform/http/http-server.ts';
import { createMetrics } from '../platform/http/metrics.ts';
import type { HttpDeps } from '../platform/http/mount-routes.ts';
import { mountRoutes } from '../platform/http/mount-routes.ts';
import { mountOpenApi } from '../platform/http/openapi-route.ts';
import { createOwnHosts } from '../platform/http/own-hosts.ts';
import { addressOf, createPageLimit, limitPages, type PageRule } from '../platform/http/page-limit.ts';
import { createRateLimits, RATE_RULES, type RateRules } from '../platform/http/rate-limits.ts';
import type { RouteTable } from '../platform/http/route.ts';
import { createSessions } from '../platform/http/sessions.ts';
import type { Log } from '../platform/log.ts';
import type { Feature } from '../platform/manifest/feature.ts';
import { setPlatform } from '../platform/platform.ts';
import { createQueue } from '../platform/queue/create-queue.ts';
import { startRelay } from '../platform/relay/relay.ts';
import { type SocketServerOptions, startSockets } from '../platform/sockets/socket-server.ts';
import { createStore } from '../platform/storage/create-store.ts';
import { diskRoom } from '../platform/storage/disk-room.ts';
import { filesRouter } from '../platform/storage/signed-files.ts';
import { API_TABLES } from './api.ts';
import { joinFeatures } from './join-features.ts';
import { MIGRATIONS } from './migrations.ts';
import { mountSite } from './mount-site.ts';
import { startPageCache } from './page-cache.ts';
import { startPayments } from './payments.ts';
import { sandboxSite } from './sandboxes.ts';
import { startSignInProviders } from './sign-in-providers.ts';

export interface WebOptions {
  config: Config;
  log: Log;
  /** Overrides rate limits, for tests. */
  rules?: Partial<RateRules>;
  pageRule?: PageRule;
  /** Checks each answer against its contract, for tests. */
  checkAnswers?: boolean;
  assets?: Assets;
  /** Additions and replacements for tests of the platform. */
  overrides?: WebOverrides;
}

export interface WebOverrides {
  /** Added to the API's tables. */
  tables?: readonly RouteTable[];
  /** Replaces the product's own checks. */
  readiness?: Record<string, ReadinessCheck>;
  sockets?: Pick<SocketServerOptions, 'recheckInterval' | 'perAddress'>;
}

export interface WebApp {
  server: Server;
  port: number;
  /** All addresses that it answers, and those without a declared access rule. */
  addresses: ReturnType<typeof addressesOf>;
  close(): Promise<void>;
}

const features: readonly Feature[] = FEATURES;

/** Starts a web process: pages, API, uploads, files and sockets on one HTTP server. */
export async function startWeb(options: WebOptions): Promise<WebApp> {
  const { config, log, rules, pageRule, checkAnswers, assets = loadAssets(), overrides = {} } = options;
  const vendors = await loadSandboxes(config);
  const database = await connectDatabase(config.mongodbUri, log, { migrations: MIGRATIONS });
  const store = await createStore(config);
  const metrics = createMetrics();
  const requests = createRequestWatch({ config, log, metrics });
  const pageLimit = createPageLimit(pageRule);
  const relay = config.redisUrl ? null : startRelay({ connection: database.connection, log });
  const cache = await startPageCache(config, relay, log, {
    build: assets.build,
    admit: (req) => pageLimit.take(addressOf(req, app)) === 0,
    onServed: (req, { path, status }) => requests.served(req, path, status),
  });
  const { front } = cache;
  const hosts = createOwnHosts(config);
  const app = createHttpApp({ config, requests, hosts });
  const server = createHttpServer((req, res) => {
    if (!hosts.admits(req) || (!front.hit(req, res) && !assets.serve(req, res))) app(req, res);
  });
  for (const feature of features) feature.tuneServer?.(server);

  const sessions = createSessions(database.connection, config);
  const viewers = createViewers(loadViewerUser);
  const sockets = await startSockets(server, {
    config,
    hosts,
    relay,
    log,
    sessions,
    viewers,
    accept: features.flatMap((feature) => feature.sockets ?? []),
    addressOf: (upgrade) => addressOf(upgrade, app),
    ...overrides.sockets,
  });
  const queue = await createQueue({ db: database, log });
  setPlatform({ config, log, queue, store, sockets: sockets.emitter });
  let port = config.port;
  const payments = await startPayments(config, vendors, log, () => `http://127.0.0.1:${port}/api/stripe/webhook`);
  const signIn = await startSignInProviders(config, vendors);
  const leaveFeatures = joinFeatures('web', { config, log, store, room: diskRoom(config) }, [
    payments.part,
    signIn.part,
  ]);

  const http: HttpDeps = {
    config,
    log,
    sessions,
    limits: createRateLimits(database.connection, { ...RATE_RULES, ...rules }),
    viewers,
    noteStaffWrite,
    ...(checkAnswers && { checkAnswers }),
  };
  const pages = createPages({
    ...config,
    assets,
    front,
    onError: (error) => log.error({ err: error }, 'part of a page could not be rendered'),
  });
  const sandboxes = sandboxSite({ config, database, pages, payments: payments.sandbox, signIn: signIn.sandbox });
  const api = [...API_TABLES, ...(overrides.tables ?? [])];
  mountHealth(app, {
    config,
    log,
    metrics,
    checks: overrides.readiness ?? {
      db: () => database.ping(),
      store: () => store.check(),
      ffmpeg: () => runTool('ffmpeg', ['-hide_banner', '-version'], { timeLimit: 5000 }),
    },
  });
  for (const feature of features) for (const router of feature.routers?.(http) ?? []) app.use(router);
  app.use(filesRouter(new Map(features.flatMap(({ files = {} }) => Object.entries(files)))));
  app.use(sandboxes.router);
  app.use(limitPages(pageLimit));
  mountSite(app, { pages, config, assets, http, sandboxes, tables: api });
  mountProviders(app, http);
  mountOpenApi(app, api, config.appOrigin);
  mountRoutes(app, api, http);
  endHttpApp(app, log, errorPage(pages, http));
  port = await listen(server, config.port, config.host);
  hosts.listensOn(port);
  log.info({ port }, 'serving');

  return {
    server,
    port,
    addresses: addressesOf(app),
    async close() {
      await sockets.close();
      await closeServer(server, 5000);
      leaveFeatures();
      await queue.stop();
      await payments.sandbox?.stop();
      await signIn.sandbox?.stop();
      await cache.close();
      await relay?.stop();
      setPlatform(null);
      await database.close();
    },
  };
}
