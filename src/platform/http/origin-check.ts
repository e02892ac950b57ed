import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether requests with this method need `checkOrigin`. */
export function changesState(method: string | undefined): boolean {
  return !READING.has(method ?? 'GET');
}

/**
 * Refuses requests that another site made in a visitor's browser. Replaces CSRF tokens, which cached pages can't contain.
 * Other clients send neither header and pass.
 * @param origin the app's configured origin; the request's own host, checked by `OwnHosts`, is accepted too
 */
export function checkOrigin(req: Pick<IncomingMessage, 'headers'>, origin: string): void {
  if (!isOwnOrigin(req, origin)) {
    throw new AppError('FOREIGN_ORIGIN', {
      message: 'This request came from another site. Please open our page and try again.',
    });
  }
}

/** See `checkOrigin`. For websocket upgrades pass `mustName`: browsers always send their origin there. */
export function isOwnOrigin(req: Pick<IncomingMessage, 'headers'>, origin: string): boolean {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const from = req.headers.origin;
  if (from === undefined) return true;
  // Browsers that hide where they come from post forms with the origin `null`; trust `Sec-Fetch-Site` instead.
  if (from === 'null') return site === 'same-origin';
  if (from === origin) return true;
  return URL.canParse(from) && new URL(from).host === req.headers.host;
}

/**
 * Refuses a state-changing GET that our own script did not send: browsers send the cookie with links from other sites
 * and with prefetches too.
 */
export function refuseNavigation(req: Pick<IncomingMessage, 'headers' | 'method'>): void {
  const { headers } = req;
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => String(headers[name] ?? '')).join(' ');
  const isAhead = /prefetch|prerender|preview/i.test(purpose);
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' || /text\/html/i.test(headers.accept ?? '');
  if (!isAhead && !isNavigation && req.method === 'GET') return;
  throw new AppError('FOREIGN_ORIGIN', {
    message: 'This address only works from the button on our page.',
  });
}
