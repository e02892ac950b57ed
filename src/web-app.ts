import type { Server } from 'node:http';
import { API_TABLES, canJoinEvent, followDomainEvents, mountApi } from './api.ts';
import { accountForms } from './features/accounts/accounts.forms.ts';
import { loadViewerUser } from './features/accounts/accounts.service.ts';
import { noteStaffWrite } from './features/accounts/audit/audit.service.ts';
import { impersonationForms } from './features/accounts/audit/impersonation.forms.ts';
import { accountDataForms } from './features/accounts/data/account-data.forms.ts';
import { pictureRouter } from './features/accounts/profiles/pictures.router.ts';
import { servePictures } from './features/accounts/profiles/pictures.service.ts';
import { recoveryForms } from './features/accounts/recovery.forms.ts';
import { securityForms } from './features/accounts/security.forms.ts';
import { settingsForms } from './features/accounts/settings.forms.ts';
import { mountProviders } from './features/accounts/ways-in/identities.router.ts';
import { checkoutWebhookRouter } from './features/checkout/checkout.routes.ts';
import { providePayments } from './features/checkout/checkout.service.ts';
import { eventForms } from './features/events/events.forms.ts';
import { provideEventParts } from './features/events/events.service.ts';
import { serveFilmFiles } from './features/films/film.files.ts';
import { checkFilm, currentFilmDue, currentFilms } from './features/films/films.service.ts';
import { serveMediaFiles } from './features/media/media.files.ts';
import { mayUpload, mediaOf, summaries } from './features/media/media.service.ts';
import { provideUploads } from './features/media/sources.ts';
import { allowSlowUploads, createUploads } from './features/media/uploads/create-uploads.ts';
import { UPLOADS_PATH } from './features/media/uploads/uploads.router.ts';
import { mailStopRouter } from './features/messages/mail-stops.router.ts';
import { acceptChat } from './features/support/chat.sockets.ts';
import { ideaForms } from './features/support/ideas.forms.ts';
import { supportForms } from './features/support/support.forms.ts';
import type { StripeSandbox } from './integrations/sandbox/stripe.ts';
import { loadSandboxes, type Sandboxes } from './integrations/sandboxes.ts';
import { createPayments, sandboxWebhookSecret } from './integrations/stripe.ts';
import { MIGRATIONS } from './migrations.ts';
import { startPageCache } from './page-cache.ts';
import { accountPages } from './pages/account-forms.ts';
import { apiDocsPages } from './pages/api-docs.page.ts';
import { chatForms } from './pages/chat.pages.ts';
import { errorPage } from './pages/error.page.ts';
import { ideaFormPages } from './pages/ideas.page.ts';
import { mailPreviewPages, mailPreviewRouter } from './pages/mail-previews.pages.ts';
import { mountPages } from './pages/page-route.ts';
import { anonymousPages, PAGES } from './pages/pages.ts';
import { createPages } from './pages/render-page.tsx';
import { sandboxForms, sandboxPages } from './pages/sandbox.pages.ts';
import { sandboxSignInForms, sandboxSignInPages } from './pages/sandbox-sign-in.pages.ts';
import { settingsAgain } from './pages/settings.pages.ts';
import { siteFiles } from './pages/site-files.ts';
import { staffChatForms } from './pages/staff-chat.pages.ts';
import { startForms } from './pages/start.page.ts';
import { unclaimedForms } from './pages/unclaimed.forms.ts';
import { type Assets, loadAssets } from './platform/assets.ts';
import type { Config } from './platform/config.ts';
import { connectDatabase } from './platform/db.ts';
import { runTool } from './platform/ffmpeg/run.ts';
import { createRequestWatch } from './platform/http/access-log.ts';
import { mountForms } from './platform/http/forms.ts';
import { mountHealth } from './platform/http/health.ts';
import { createHttpApp, endHttpApp } from './platform/http/http-app.ts';
import { closeServer, createHttpServer, listen } from './platform/http/http-server.ts';
import { createMetrics } from './platform/http/metrics.ts';
import { type HttpDeps, loadViewer } from './platform/http/mount-routes.ts';
import { createOwnHosts } from './platform/http/own-hosts.ts';
import { addressOf, createPageLimit, limitPages, type PageRule } from './platform/http/page-limit.ts';
import { createRateLimits, RATE_RULES, type RateRules } from './platform/http/rate-limits.ts';
import { guardSandboxes } from './platform/http/sandbox-guard.ts';
import { createSessions } from './platform/http/sessions.ts';
import type { Log } from './platform/log.ts';
import { setPlatform } from './platform/platform.ts';
import { createQueue } from './platform/queue/create-queue.ts';
import { startRelay } from './platform/relay/relay.ts';
import { startSockets } from './platform/sockets/socket-server.ts';
import { createStore } from './platform/storage/create-store.ts';
import { diskRoom } from './platform/storage/disk-room.ts';
import { filesRouter } from './platform/storage/signed-files.ts';
import { startSignInProviders } from './sign-in-providers.ts';

export interface WebOptions {
  config: Config;
  log: Log;
  /** Other limits than the product's, for tests. */
  rules?: Partial<RateRules>;
  pageRule?: PageRule;
  /** Holds each answer against its contract, for tests. */
  checkAnswers?: boolean;
  assets?: Assets;
}

export interface WebApp {
  server: Server;
  port: number;
  close(): Promise<void>;
}

/** Wires a web process: pages, API, uploads, files and sockets on one HTTP server. */
export async function startWeb({
  config,
  log,
  rules,
  pageRule,
  checkAnswers,
  assets = loadAssets(),
}: WebOptions): Promise<WebApp> {
  const sandboxes = await loadSandboxes(config);
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
  allowSlowUploads(server);

  const sessions = createSessions(database.connection, config);
  const sockets = await startSockets(server, {
    config,
    hosts,
    relay,
    log,
    sessions,
    loadUser: loadViewerUser,
    canJoinEvent,
    accept: [acceptChat],
    addressOf: (upgrade) => addressOf(upgrade, app),
  });
  const queue = await createQueue({ db: database, log });
  setPlatform({ config, log, queue, store, sockets: sockets.emitter });
  provideEventParts({ summaries, mediaOf, films: currentFilms, checkFilm, filmDue: currentFilmDue });
  serveMediaFiles();
  servePictures();
  serveFilmFiles();
  const unfollow = followDomainEvents();

  let port = config.port;
  const sandbox = await startPayments(config, sandboxes, log, () => `http://127.0.0.1:${port}/api/stripe/webhook`);
  const openId = await startSignInProviders(config, sandboxes);
  const deps: Omit<HttpDeps, 'accessChecks'> = {
    config,
    log,
    sessions,
    limits: createRateLimits(database.connection, { ...RATE_RULES, ...rules }),
    loadUser: loadViewerUser,
    noteStaffWrite,
    ...(checkAnswers && { checkAnswers }),
  };
  const uploads = createUploads({
    config,
    log,
    store,
    room: diskRoom(config),
    mayUpload: async (event, { ip }, { req, res }) => {
      await deps.limits.take('upload', ip, res);
      return mayUpload(event, await loadViewer(req, res, deps));
    },
  });
  provideUploads(uploads.service);

  const pages = createPages({
    ...config,
    assets,
    front,
    onError: (error) => log.error({ err: error }, 'a part of a page failed'),
  });
  const all = { ...deps, accessChecks: {} };
  mountHealth(app, {
    config,
    log,
    metrics,
    checks: {
      db: () => database.ping(),
      store: () => store.check(),
      ffmpeg: () => runTool('ffmpeg', ['-hide_banner', '-version'], { timeLimit: 5000 }),
    },
  });
  app.use(UPLOADS_PATH, uploads.router);
  app.use(checkoutWebhookRouter());
  app.use(filesRouter());
  app.use(pictureRouter(deps));
  app.use(mailStopRouter(deps));
  app.use('/sandbox', guardSandboxes(config));
  app.use(mailPreviewRouter(config));
  const accounts = accountPages(pages);
  const settings = settingsAgain(pages);
  const forms = [
    ...accountForms(accounts),
    ...recoveryForms(accounts),
    ...settingsForms({ ...accounts, ...settings }),
    ...securityForms(settings),
    ...accountDataForms(accounts.renderError),
    ...impersonationForms(accounts.renderError),
    ...startForms(pages),
    ...unclaimedForms(pages),
    ...eventForms(accounts.renderError),
    ...supportForms(accounts.renderError),
    ...chatForms(pages),
    ...staffChatForms(pages),
    ...ideaForms(ideaFormPages(pages, accounts.renderError)),
  ];
  app.use(limitPages(pageLimit));
  mountForms(app, [...forms, ...sandboxForms(pages, sandbox), ...sandboxSignInForms(pages, openId)], all);
  anonymousPages(app, pages, config);
  siteFiles(app, config, assets);
  const docs = apiDocsPages([...API_TABLES, uploads.routes]);
  mountPages(
    app,
    [
      ...PAGES,
      ...docs,
      ...sandboxPages(sandbox, config, database),
      ...sandboxSignInPages(openId),
      ...mailPreviewPages(config),
    ],
    pages,
    all,
  );
  mountProviders(app, all);
  mountApi(app, deps, [uploads.routes]);
  endHttpApp(app, log, errorPage(pages, deps));
  port = await listen(server, config.port, config.host);
  hosts.listensOn(port);
  log.info({ port }, 'serving');

  return {
    server,
    port,
    async close() {
      unfollow();
      await sockets.close();
      await closeServer(server, 5000);
      await queue.stop();
      await sandbox?.stop();
      await openId?.stop();
      await cache.close();
      await relay?.stop();
      setPlatform(null);
      await database.close();
    },
  };
}

/** Stripe where there are keys; otherwise its sandbox, spoken to through the same SDK. */
async function startPayments(
  config: Config,
  { stripe }: Pick<Sandboxes, 'stripe'>,
  log: Log,
  webhookUrl: () => string,
): Promise<StripeSandbox | null> {
  if (config.stripe) providePayments(createPayments(config.stripe));
  if (!stripe) return null;
  if (config.env === 'production') log.warn('STRIPE_SECRET_KEY is not set: anybody can “pay” in the sandbox');
  const webhookSecret = sandboxWebhookSecret(config);
  const sandbox = await stripe.startStripeSandbox({ appOrigin: config.appOrigin, webhookSecret, webhookUrl });
  const { host, port } = sandbox;
  providePayments(createPayments({ secretKey: 'sk_test_sandbox', webhookSecret, host, port }));
  return sandbox;
}
