import type { Server } from 'node:http';
import type { Express } from 'express';
import type { Connection } from 'mongoose';
import type { Assets } from '../platform/assets.ts';
import type { Config } from '../platform/config.ts';
import { createRequestWatch } from '../platform/http/access-log.ts';
import { createHttpApp } from '../platform/http/http-app.ts';
import { closeServer, createHttpServer, listen } from '../platform/http/http-server.ts';
import { createMetrics, type Metrics } from '../platform/http/metrics.ts';
import { createOwnHosts, type OwnHosts } from '../platform/http/own-hosts.ts';
import { addressOf, createPageLimit, type PageLimit, type PageRule } from '../platform/http/page-limit.ts';
import { listeningOrigin } from '../platform/listening-port.ts';
import type { Log } from '../platform/log.ts';
import type { WebContext } from '../platform/manifest/feature.ts';
import { type Relay, startRelay } from '../platform/relay/relay.ts';
import { type PageCache, startPageCache } from './page-cache.ts';

export interface FrontOptions {
  config: Config;
  log: Log;
  connection: Connection;
  assets: Assets;
  pageRule?: PageRule | undefined;
}

/** The HTTP server with everything that answers before the app or watches over it. */
export interface WebFront extends Pick<PageCache, 'front'> {
  app: Express;
  server: Server;
  hosts: OwnHosts;
  metrics: Metrics;
  pageLimit: PageLimit;
  /** Null with Redis. */
  relay: Relay | null;
  context: WebContext;
  /** Returns the port. */
  listen(): Promise<number>;
  /** Lets requests finish. */
  closeServer(): Promise<void>;
  /** After `closeServer`. */
  close(): Promise<void>;
}

/** Creates the server, which answers from the page cache and the assets, and passes everything else to the app. */
export async function openFront({ config, log, connection, assets, pageRule }: FrontOptions): Promise<WebFront> {
  const metrics = createMetrics();
  const requests = createRequestWatch({ config, log, metrics });
  const pageLimit = createPageLimit(pageRule);
  const relay = config.redisUrl ? null : startRelay({ connection, log });
  const cache = await startPageCache(config, relay, log, {
    build: assets.build,
    admit: (req) => pageLimit.take(addressOf(req, app)) === 0,
    onServed: (req, { path, status }) => requests.served(req, path, status),
  });
  const { front, layout } = cache;
  const hosts = createOwnHosts(config);
  const app = createHttpApp({ config, requests, hosts });
  const server = createHttpServer((req, res) => {
    if (!hosts.admits(req) || (!front.hit(req, res) && !assets.serve(req, res))) app(req, res);
  });
  let origin = '';
  return {
    app,
    server,
    hosts,
    metrics,
    pageLimit,
    relay,
    front,
    context: { layout, ownUrl: (path) => origin + path },
    async listen() {
      const port = await listen(server, config.port, config.host);
      origin = listeningOrigin(server);
      hosts.listensOn(port);
      return port;
    },
    closeServer: () => closeServer(server, 5000),
    async close() {
      await cache.close();
      await relay?.stop();
    },
  };
}
