import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createFrontCache,
  type FrontCache,
  type FrontCacheOptions,
  type PageSource,
  type Served,
} from '../../src/platform/front-cache/front-cache.ts';

/** An app behind a front cache whose clock only the test moves. */
export async function startSite(
  source: Partial<PageSource> & Pick<PageSource, 'render'>,
  options: Partial<FrontCacheOptions> = {},
) {
  const clock = { now: 1_000 };
  const alarms = new Set<() => void>();
  const served: Served[] = [];
  const front: FrontCache = createFrontCache({
    build: 'b1',
    now: () => clock.now,
    alarm: (_ms, ring) => {
      alarms.add(ring);
      return () => void alarms.delete(ring);
    },
    onServed: (_req, what) => served.push(what),
    ...options,
  });
  let reachedApp = 0;
  const app = async (req: IncomingMessage, res: ServerResponse) => {
    reachedApp++;
    res.setHeader('X-Request-Id', 'r1');
    try {
      await front.serve(req, res, { freshFor: 1_000, staleFor: 1_000, ...source });
    } catch (error) {
      res.writeHead(500).end(String(error));
    }
  };
  const server = createServer((req, res) => {
    if (!front.hit(req, res)) void app(req, res);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  running.push(async () => {
    front.close();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return {
    front,
    served,
    clock,
    get: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(origin + path, { headers, method, redirect: 'manual' }),
    reachedApp: () => reachedApp,
    /** The time of whatever is being rendered is over. */
    ring: () => {
      for (const ring of [...alarms]) ring();
    },
  };
}

const running: (() => Promise<void>)[] = [];

/** A page that tells how often it was rendered. */
export function counting(status = 200) {
  let times = 0;
  return {
    times: () => times,
    render: async ({ path, query }: { path: string; query: Record<string, string> }) => ({
      status,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
      body: `${path} ${JSON.stringify(query)} ${++times} ${'.'.repeat(500)}`,
    }),
  };
}

/** Lets what is ready to go on go on. */
const settle = () => new Promise((done) => setImmediate(done));

export async function until(holds: () => boolean) {
  while (!holds()) await settle();
}

/** Stops the sites of a test. */
export async function stopSites(): Promise<void> {
  for (const stop of running.splice(0)) await stop();
}
