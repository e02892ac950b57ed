import type { Server } from 'node:http';
import { FEATURES } from '../features/index.ts';
import { type Assets, loadAssets } from '../platform/assets.ts';
import type { Config } from '../platform/config.ts';
import { addressesOf } from '../platform/http/addresses.ts';
import type { ReadinessCheck } from '../platform/http/health.ts';
import { addressOf, type PageRule } from '../platform/http/page-limit.ts';
import { createRateLimits, RATE_RULES, type RateRules } from '../platform/http/rate-limits.ts';
import type { RouteTable } from '../platform/http/route.ts';
import { createSessions } from '../platform/http/sessions.ts';
import { staffWrites } from '../platform/http/staff-writes.ts';
import { viewersPart } from '../platform/http/viewers.ts';
import type { Log } from '../platform/log.ts';
import type { Feature } from '../platform/manifest/feature.ts';
import { type SocketServer, type SocketServerOptions, startSockets } from '../platform/sockets/socket-server.ts';
import { joinFeatures } from './join-features.ts';
import { mountWeb } from './mount-web.ts';
import { openProcess } from './open-process.ts';
import { openFront } from './web-front.ts';

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

/**
 * Starts a web process: pages, API, uploads, files and sockets on one HTTP server. Closes what it opened if a feature,
 * the sockets or the port fail.
 */
export async function startWeb(options: WebOptions): Promise<WebApp> {
  const { config, log, rules, pageRule, checkAnswers = false, assets = loadAssets(), overrides = {} } = options;
  const opened = await openProcess('web', options);
  const { connection } = opened.database;
  const front = await openFront({ config, log, connection, assets, pageRule });
  const { app, server, hosts, relay } = front;
  let leave: (() => Promise<void>) | null = null;
  let sockets: SocketServer | null = null;
  let removePlatform: (() => void) | null = null;
  const close = async () => {
    sockets?.disconnect();
    await front.closeServer();
    await opened.queue.stop();
    // Features send their last news to the other processes.
    await leave?.();
    await sockets?.close();
    await front.close();
    removePlatform?.();
    await opened.database.close();
  };
  try {
    for (const feature of features) feature.tuneServer?.(server);
    leave = await joinFeatures({ ...opened, web: front.context });
    const sessions = createSessions(connection, config);
    const viewers = viewersPart();
    sockets = await startSockets(server, {
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
    removePlatform = opened.publish(sockets.emitter);
    for (const { seed } of features) await seed?.();
    const limits = createRateLimits(connection, { ...RATE_RULES, ...rules });
    const http = { config, log, sessions, limits, viewers, noteStaffWrite: staffWrites(), checkAnswers };
    mountWeb({ opened, front, http, assets, tables: overrides.tables, readiness: overrides.readiness });
    const port = await front.listen();
    log.info({ port }, 'serving');
    return { server, port, addresses: addressesOf(app), close };
  } catch (error) {
    await close();
    throw error;
  }
}
