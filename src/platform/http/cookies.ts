import type { IncomingMessage } from 'node:http';
import type { CookieOptions } from 'express';
import type { Config } from '../config.ts';

/** The value of a cookie as it was sent; empty where the browser sent none of this name. */
export function readCookie({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string {
  for (const pair of headers.cookie?.split(';') ?? []) {
    const end = pair.indexOf('=');
    if (end > 0 && pair.slice(0, end).trim() === name) return pair.slice(end + 1).trim();
  }
  return '';
}

/**
 * The name that a cookie has in browsers: on secure sites with the prefix by which they refuse one that another host or an
 * insecure page has set. Others keep the plain name. See src/decisions/0007-http-without-tokens.md.
 */
export function cookieName(config: Pick<Config, 'appOrigin' | 'env'>, name: string, path = '/'): string {
  if (!cookieOptions(config, path).secure) return name;
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`;
}

/**
 * How each cookie of ours is kept: from scripts, and over TLS alone where the site has it. `lax`, as links in mails and the ways
 * back from other sites lead here as plain visits, which `strict` would send without it.
 */
export function cookieOptions(config: Pick<Config, 'appOrigin' | 'env'>, path = '/'): CookieOptions {
  const { protocol, hostname } = new URL(config.appOrigin);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  // A built app tried out on one's own machine has no TLS; a browser would drop a secure cookie there.
  const secure = protocol === 'https:' || (config.env === 'production' && !isLocal);
  return { path, httpOnly: true, sameSite: 'lax', secure };
}
