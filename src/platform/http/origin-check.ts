import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a call with this method can change something and so needs `checkOrigin`. */
export function changesState(method: string | undefined): boolean {
  return !READING.has(method ?? 'GET');
}

/**
 * Refuses a call that another site made in a visitor's browser. Together with `SameSite=Lax` this stands in for a token in
 * the page, which a cached page could not carry. A caller that is no browser sends neither header and carries no
 * visitor's cookie against their will, so it may pass.
 * @param origin the configured origin of the app; the request's own host, which `OwnHosts` has
 *   checked, is accepted beside it
 */
export function checkOrigin(req: Pick<IncomingMessage, 'headers'>, origin: string): void {
  if (!isOwnOrigin(req, origin)) {
    throw new AppError('FOREIGN_ORIGIN', {
      message: 'This request came from another site. Please open our page and try again.',
    });
  }
}

/** See `checkOrigin`; for websocket upgrades pass `mustName` as browsers always name their origin there. */
export function isOwnOrigin(req: Pick<IncomingMessage, 'headers'>, origin: string): boolean {
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const from = req.headers.origin;
  if (from === undefined) return true;
  // A page with `Referrer-Policy: no-referrer` posts its forms as `null`; only a browser can say it is ours.
  if (from === 'null') return site === 'same-origin';
  if (from === origin) return true;
  return URL.canParse(from) && new URL(from).host === req.headers.host;
}

/**
 * Refuses a GET that changes something where no script of ours made it. A cookie of ours goes along when somebody follows a
 * link from another site, and when a browser fetches a page before anybody asks for it; both look like this.
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
