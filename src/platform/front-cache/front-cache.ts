import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PageEntry, type RenderedPage, sendEntry, toEntry } from '../page-entry.ts';
import { byteLru } from './byte-lru.ts';
import { cacheKey, canonicalPath, canonicalQuery } from './canonical-address.ts';
import { localPurgeBus, type PurgeBus } from './purge-bus.ts';

/** Everything a cached page may depend on; no other part of the request reaches it. */
export interface PageAddress {
  path: string;
  query: Record<string, string>;
}

/** How to render a page for anonymous visitors. */
export interface PageSource {
  render(address: PageAddress, signal: AbortSignal): Promise<RenderedPage>;
  /** Query keys that the page depends on; others are ignored. */
  query?: readonly string[];
  /** What the page shows; `purge(tag)` invalidates it. */
  tags?: readonly string[];
  /** Milliseconds until the page becomes stale. */
  freshFor?: number;
  /** Milliseconds after that during which the stale page is served while a new one is rendered. */
  staleFor?: number;
}

export interface Served {
  /** `stale`: expired, and being rendered again in the background. */
  kind: 'hit' | 'stale';
  /** Canonical path of the page. */
  path: string;
  status: number;
  /** Length of the body in bytes. */
  bytes: number;
}

export interface FrontCacheOptions {
  /** Build name; pages of another build are never served. */
  build: string;
  /** Memory for pages in bytes. Default: 64 MiB. */
  maxBytes?: number;
  /** Timeout for a render in milliseconds; waiting requests fail, and the next request starts a new render. */
  renderLimit?: number;
  /** Requests with this cookie bypass the cache. */
  sessionCookie?: string;
  bus?: PurgeBus;
  /** Called before each answer from memory; false passes the request to the app, which answers with the error. */
  admit?: (req: IncomingMessage) => boolean;
  /** Called for each answer from the cache, for the access log and the metrics. */
  onServed?: (req: IncomingMessage, served: Served) => void;
  /** Called when a background render fails; the old page is served until it expires. */
  onError?: (error: unknown, address: PageAddress) => void;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
  /** Calls `ring` after `ms` milliseconds; returns a function that cancels it. Default: a timer. */
  alarm?: Alarm;
}

export type Alarm = (ms: number, ring: () => void) => () => void;

export interface FrontCache {
  /** Answers from memory and returns true, or returns false. Synchronous, as it runs before the app. */
  hit(req: IncomingMessage, res: ServerResponse): boolean;
  /** Answers a GET or HEAD with a page for anonymous visitors and caches a 200. Rejects when rendering fails. */
  serve(req: IncomingMessage, res: ServerResponse, source: PageSource): Promise<void>;
  /** Invalidates all pages with this tag, here and in the other processes. */
  purge(tag: string): Promise<void>;
  readonly size: { pages: number; bytes: number };
  close(): void;
}

interface Kept {
  entry: PageEntry;
  bytes: number;
  source: PageSource;
  address: PageAddress;
  key: string;
  freshUntil: number;
  staleUntil: number;
}

interface Flight {
  promise: Promise<PageEntry>;
  source: PageSource;
  startedAt: number;
}

const RETRY_AFTER = 5_000;

/**
 * In-memory cache of whole pages in front of the app: `http.createServer((req, res) => front.hit(req, res) || app(req,
 * res))`.
 */
export function createFrontCache(options: FrontCacheOptions): FrontCache {
  const { build, maxBytes = 64 * 1024 * 1024, renderLimit = 10_000, bus = localPurgeBus(), admit, onServed } = options;
  const now = options.now ?? (() => performance.now());
  const alarm = options.alarm ?? timer;
  const cookieMark = `${options.sessionCookie ?? 'vd_sid'}=`;
  /** Query keys by cached path, so that `hit` needs no router. */
  const shapes = new Map<string, { query: readonly string[]; pages: number }>();
  const pages = byteLru<Kept>(maxBytes, ({ address }) => {
    const shape = shapes.get(address.path);
    if (shape && --shape.pages === 0) shapes.delete(address.path);
  });
  const flights = new Map<string, Flight>();
  const unsubscribe = bus.subscribe(forget);

  function forget(tag: string) {
    for (const [key, { source }] of [...pages.entries()]) if (source.tags?.includes(tag)) pages.delete(key);
    // A render in progress may show outdated data: answer the waiting requests with it, but don't cache it.
    for (const [key, { source }] of [...flights]) if (source.tags?.includes(tag)) flights.delete(key);
  }

  function keptFor(url: string): Kept | undefined {
    // Fast path: most URLs are canonical already.
    const asItIs = pages.get(cacheKey(build, url, {}));
    if (asItIs) return asItIs;
    const key = keyOf(url);
    return key === null ? undefined : pages.get(key);
  }

  function keyOf(url: string): string | null {
    const path = canonicalPath(url);
    if (path === null) return null;
    if (!url.includes('?')) return cacheKey(build, path, {});
    const shape = shapes.get(path);
    if (!shape) return null;
    return cacheKey(build, path, canonicalQuery(url, shape.query));
  }

  function hit(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false;
    if (req.headers.cookie?.includes(cookieMark)) return false;
    const kept = keptFor(req.url ?? '');
    if (!kept) return false;
    const time = now();
    if (time >= kept.staleUntil) return false;
    if (admit && !admit(req)) return false;
    const stale = time >= kept.freshUntil;
    if (stale) renew(kept, time);
    const sent = sendEntry(req, res, kept.entry, true);
    onServed?.(req, { kind: stale ? 'stale' : 'hit', path: kept.address.path, ...sent });
    return true;
  }

  function renew(kept: Kept, time: number) {
    if (isFlying(kept.key, time)) return;
    render(kept.key, kept.address, kept.source).catch((error: unknown) => {
      kept.freshUntil = now() + RETRY_AFTER;
      options.onError?.(error, kept.address);
    });
  }

  function isFlying(key: string, time: number): Flight | undefined {
    const flight = flights.get(key);
    // A render past its timeout counts as failed, so that it blocks no request.
    return flight && time - flight.startedAt < renderLimit ? flight : undefined;
  }

  function render(key: string, address: PageAddress, source: PageSource): Promise<PageEntry> {
    const promise = withLimit(renderLimit, alarm, (signal) => source.render(address, signal).then(toEntry));
    const flight: Flight = { promise, source, startedAt: now() };
    flights.set(key, flight);
    const land = () => flights.get(key) === flight && flights.delete(key);
    return promise.then(
      (entry) => {
        if (land()) keep(key, address, source, entry);
        return entry;
      },
      (error: unknown) => {
        land();
        throw error;
      },
    );
  }

  function keep(key: string, address: PageAddress, source: PageSource, entry: PageEntry) {
    pages.delete(key);
    if (entry.status !== 200) return;
    const shape = shapes.get(address.path) ?? { query: source.query ?? [], pages: 0 };
    shape.pages++;
    shapes.set(address.path, shape);
    const freshUntil = now() + (source.freshFor ?? 60_000);
    const staleUntil = freshUntil + (source.staleFor ?? 10 * 60_000);
    pages.set(key, { entry, bytes: entry.bytes, source, address, key, freshUntil, staleUntil });
  }

  async function serve(req: IncomingMessage & { originalUrl?: string }, res: ServerResponse, source: PageSource) {
    const url = req.originalUrl ?? req.url ?? '/';
    const path = canonicalPath(url);
    const query = canonicalQuery(url, source.query ?? []);
    const address = { path: path ?? url.replace(/\?.*/s, ''), query };
    let entry: PageEntry;
    if (path === null) {
      entry = await withLimit(renderLimit, alarm, (signal) => source.render(address, signal).then(toEntry));
    } else {
      const key = cacheKey(build, path, query);
      const time = now();
      const kept = pages.get(key);
      if (kept && time < kept.staleUntil) {
        entry = kept.entry;
        if (time >= kept.freshUntil) renew(kept, time);
      } else entry = await (isFlying(key, time)?.promise ?? render(key, address, source));
    }
    if (res.headersSent || res.destroyed) return;
    sendEntry(req, res, entry, false);
  }

  return {
    hit,
    serve,
    async purge(tag) {
      forget(tag);
      await bus.publish(tag);
    },
    get size() {
      return { pages: pages.size, bytes: pages.bytes };
    },
    close: unsubscribe,
  };
}

/** Rejects after `limit` milliseconds, even if the work itself never settles. */
async function withLimit<T>(limit: number, alarm: Alarm, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let callOff = () => {};
  const late = new Promise<never>((_, reject) => {
    callOff = alarm(limit, () => {
      const error = new Error(`The page was not ready after ${limit} ms`);
      controller.abort(error);
      reject(error);
    });
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    callOff();
  }
}

function timer(ms: number, ring: () => void): () => void {
  const timeout = setTimeout(ring, ms).unref();
  return () => clearTimeout(timeout);
}
