import type { Server } from 'node:http';
import { API_TABLES, canJoinEvent, followDomainEvents } from '../../src/api.ts';
import { accountForms } from '../../src/features/accounts/accounts.forms.ts';
import { loadViewerUser } from '../../src/features/accounts/accounts.service.ts';
import { noteStaffWrite } from '../../src/features/accounts/audit/audit.service.ts';
import { acceptChat } from '../../src/features/support/chat.sockets.ts';
import { MIGRATIONS } from '../../src/migrations.ts';
import type { Config } from '../../src/platform/config.ts';
import { connectDatabase, type Database } from '../../src/platform/db.ts';
import { createRequestWatch } from '../../src/platform/http/access-log.ts';
import { type Form, mountForms, type RefusedForm } from '../../src/platform/http/forms.ts';
import { mountHealth, type ReadinessCheck } from '../../src/platform/http/health.ts';
import { createHttpApp, endHttpApp } from '../../src/platform/http/http-app.ts';
import { closeServer, createHttpServer, listen } from '../../src/platform/http/http-server.ts';
import { createMetrics } from '../../src/platform/http/metrics.ts';
import { type HttpDeps, mountRoutes } from '../../src/platform/http/mount-routes.ts';
import { mountOpenApi } from '../../src/platform/http/openapi-route.ts';
import { createOwnHosts } from '../../src/platform/http/own-hosts.ts';
import { addressOf } from '../../src/platform/http/page-limit.ts';
import { createRateLimits, RATE_RULES, type RateRules } from '../../src/platform/http/rate-limits.ts';
import type { RouteTable } from '../../src/platform/http/route.ts';
import { createSessions } from '../../src/platform/http/sessions.ts';
import { setPlatform } from '../../src/platform/platform.ts';
import { createQueue } from '../../src/platform/queue/create-queue.ts';
import { startRelay } from '../../src/platform/relay/relay.ts';
import type { CanJoinEvent } from '../../src/platform/sockets/socket-joins.ts';
import { type SocketServer, startSockets } from '../../src/platform/sockets/socket-server.ts';
import { createStore } from '../../src/platform/storage/create-store.ts';
import { testConfig, testLog } from './app-config.ts';

export interface ApiAppOptions {
  /** Environment variables, such as `TRUST_PROXY`. */
  env?: Record<string, string>;
  /** Instead of the product's tables. */
  tables?: readonly RouteTable[];
  canJoinEvent?: CanJoinEvent;
  forms?: readonly Form[];
  /** Rules that differ from limits no test meets by chance. */
  limits?: Partial<RateRules>;
  readiness?: Record<string, ReadinessCheck>;
  recheckInterval?: number;
  socketsPerAddress?: number;
}

export interface ApiApp {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  config: Config;
  database: Database;
  server: Server;
  sockets: SocketServer;
  close(): Promise<void>;
}

/** The whole API on a free port, on a database of its own: what the web process serves, less its pages. */
export async function startApi(options: ApiAppOptions = {}): Promise<ApiApp> {
  const config = await testConfig(options.env);
  const log = testLog();
  const database = await connectDatabase(config.mongodbUri, log, { migrations: MIGRATIONS });
  const { connection } = database;
  const sessions = createSessions(connection, config);
  const deps: HttpDeps = {
    config,
    log,
    sessions,
    limits: createRateLimits(connection, testRules(options.limits)),
    loadUser: loadViewerUser,
    noteStaffWrite,
    checkAnswers: true,
  };
  const metrics = createMetrics();
  const hosts = createOwnHosts(config);
  const app = createHttpApp({ config, requests: createRequestWatch({ config, log, metrics }), hosts });
  mountHealth(app, { config, log, metrics, checks: options.readiness ?? { db: () => database.ping() } });
  mountForms(app, options.forms ?? accountForms({ showAgain: (_name, form) => say(form), renderError: say }), deps);
  const tables = options.tables ?? API_TABLES;
  mountOpenApi(app, tables, config.appOrigin);
  mountRoutes(app, tables, deps);
  const unfollow = followDomainEvents();
  endHttpApp(app, log);
  const server = createHttpServer(app);
  const relay = startRelay({ connection, log });
  const sockets = await startSockets(server, {
    config,
    hosts,
    relay,
    log,
    sessions,
    loadUser: loadViewerUser,
    canJoinEvent: options.canJoinEvent ?? canJoinEvent,
    accept: [acceptChat],
    recheckInterval: options.recheckInterval,
    addressOf: (upgrade) => addressOf(upgrade, app),
    perAddress: options.socketsPerAddress,
  });
  const queue = await createQueue({ db: database, log });
  setPlatform({ config, log, queue, store: await createStore(config), sockets: sockets.emitter });
  const port = await listen(server, 0, '127.0.0.1');
  hosts.listensOn(port);
  return {
    origin: `http://127.0.0.1:${port}`,
    config,
    database,
    server,
    sockets,
    async close() {
      unfollow();
      await sockets.close();
      await closeServer(server, 0);
      await relay.stop();
      await queue.stop();
      setPlatform(null);
      await connection.dropDatabase();
      await database.close();
    },
  };
}

/** Starts the API before the tests of the surrounding `describe` and closes it afterwards. */
export function useApi(options?: ApiAppOptions): () => ApiApp {
  let app: ApiApp | null = null;
  before(async () => {
    app = await startApi(options);
  });
  after(async () => {
    await app?.close();
    app = null;
  });
  return () => {
    if (!app) throw new Error('The API is there only inside of hooks and tests');
    return app;
  };
}

/** A refused form as data, where no page is at hand. */
function say({ res, error, values }: RefusedForm): void {
  res.status(error.status).json({ code: error.code, message: error.message, fields: error.fields, values });
}

function testRules(given: Partial<RateRules> = {}): RateRules {
  const generous = Object.entries(RATE_RULES).map(([name, rule]) => [name, { ...rule, points: 1_000_000 }]);
  return { ...(Object.fromEntries(generous) as RateRules), ...given };
}
