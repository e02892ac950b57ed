import type { IncomingMessage } from 'node:http';
import type { CookieOptions } from 'express';
import type { Config } from '../config.ts';

/** Raw value of a cookie; empty when it is missing. */
export function readCookie({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string {
  for (const pair of headers.cookie?.split(';') ?? []) {
    const end = pair.indexOf('=');
    if (end > 0 && pair.slice(0, end).trim() === name) return pair.slice(end + 1).trim();
  }
  return '';
}

/**
 * Name of a cookie in browsers. On secure sites it has the prefix that prevents other hosts and insecure pages from
 * setting it. See src/decisions/0007-http-without-tokens.md.
 */
export function cookieName(config: Pick<Config, 'appOrigin'>, name: string, path = '/'): string {
  if (!cookieOptions(config, path).secure) return name;
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`;
}

/**
 * Options of all our cookies. `lax`, because `strict` would drop the session when someone follows a link from a mail.
 */
export function cookieOptions(config: Pick<Config, 'appOrigin'>, path = '/'): CookieOptions {
  // Without TLS browsers would drop a secure cookie; in production only an origin on this machine may have none.
  const secure = new URL(config.appOrigin).protocol === 'https:';
  return { path, httpOnly: true, sameSite: 'lax', secure };
}
