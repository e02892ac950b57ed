import type { IncomingMessage } from 'node:http';
import type { Express, RequestHandler } from 'express';
import { addressKey } from './rate-limits.ts';

export interface PageRule {
  /** Pages that one address may ask one process for in the window. */
  points: number;
  /** Length of the window in seconds. */
  seconds: number;
}

/** Fifty a second: a whole school behind one address does not come near it, a script that never ends does. */
export const PAGE_RULE: PageRule = { points: 3000, seconds: 60 };

/** Addresses that are counted in one window; those beyond go uncounted until it ends. */
const MAX_ADDRESSES = 50_000;

export interface PageLimit {
  /** Counts a page that is asked for from `ip`. @returns 0, or the seconds to wait where that was too many */
  take(ip: string): number;
}

/** Counts pages in memory: one that is sent from the cache must not cost a look into the database. */
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

/** The address that Express calls `req.ip`, for what answers before it. */
export function addressOf(req: IncomingMessage, app: Express): string {
  if (app.get('trust proxy') === false) return req.socket.remoteAddress ?? '';
  const asExpress = { app, headers: req.headers, socket: req.socket };
  return String(Reflect.get(app.request, 'ip', asExpress) ?? '');
}

/** Refuses pages past the limit. In plain words: a page of its own for each would cost more than what is refused. */
export function limitPages(limit: PageLimit): RequestHandler {
  return (req, res, next) => {
    const isPage = (req.method === 'GET' || req.method === 'HEAD') && !req.path.startsWith('/api/');
    const wait = isPage ? limit.take(req.ip ?? '') : 0;
    if (wait === 0) return next();
    res.status(429).set({ 'Retry-After': String(wait), 'Cache-Control': 'private, no-store' });
    res.type('text/plain').send('That was a lot at once. Please wait a moment and try again.\n');
  };
}
