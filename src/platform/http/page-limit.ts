import type { IncomingMessage } from 'node:http';
import type { Express, RequestHandler } from 'express';
import { addressKey } from './rate-limits.ts';

export interface PageRule {
  /** Pages for each IP address, process and window. */
  points: number;
  /** Window in seconds. */
  seconds: number;
}

/** Fifty a second: enough for a school behind one IP address, not for a runaway script. */
const PAGE_RULE: PageRule = { points: 3000, seconds: 60 };

/** IP addresses counted in a window; further ones are not limited. */
const MAX_ADDRESSES = 50_000;

export interface PageLimit {
  /** Counts a page request. @returns 0, or the seconds to wait */
  take(ip: string): number;
}

/** Counts in memory: a page from the cache must not cost a database query. */
export function createPageLimit({ points, seconds }: PageRule = PAGE_RULE): PageLimit {
  const counts = new Map<string, number>();
  let endsAt = 0;
  return {
    take(ip) {
      const now = performance.now();
      if (now >= endsAt) {
        counts.clear();
        endsAt = now + seconds * 1000;
      }
      const key = ip.includes(':') ? addressKey(ip) : ip;
      const count = (counts.get(key) ?? 0) + 1;
      if (counts.size < MAX_ADDRESSES || counts.has(key)) counts.set(key, count);
      return count > points ? Math.max(1, Math.ceil((endsAt - now) / 1000)) : 0;
    },
  };
}

/** Same as Express's `req.ip`, for code that runs before Express. */
export function addressOf(req: IncomingMessage, app: Express): string {
  if (app.get('trust proxy') === false) return req.socket.remoteAddress ?? '';
  const asExpress = { app, headers: req.headers, socket: req.socket };
  return String(Reflect.get(app.request, 'ip', asExpress) ?? '');
}

/** Refuses page requests over the limit, in plain text: rendering a page would cost more than the request. */
export function limitPages(limit: PageLimit): RequestHandler {
  return (req, res, next) => {
    const isPage = (req.method === 'GET' || req.method === 'HEAD') && !req.path.startsWith('/api/');
    const wait = isPage ? limit.take(req.ip ?? '') : 0;
    if (wait === 0) return next();
    res.status(429).set({ 'Retry-After': String(wait), 'Cache-Control': 'private, no-store' });
    res.type('text/plain').send('That was a lot at once. Please wait a moment and try again.\n');
  };
}
