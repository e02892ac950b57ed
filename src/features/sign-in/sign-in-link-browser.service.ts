import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { cookieName, cookieOptions, readCookie } from '../../platform/http/cookies.ts';
import { platform } from '../../platform/platform.ts';
import { LINK_LIFETIME } from '../../shared/limits.ts';

/**
 * Holds a secret for each sign-in link that this browser recently asked for, to recognise it when the link is opened.
 */
const COOKIE = 'vd_asked';
/** Open links per browser. */
const PER_BROWSER = 4;
const SECRET = /^[A-Za-z0-9_-]{22}$/;
const DIGITS = 6;

type Browser = Pick<Request, 'headers'>;

/** Remembers in this browser that it asked for a link; returns a hash for the link's token. */
export function rememberAsking(req: Request): string {
  const secret = randomBytes(16).toString('base64url');
  req.res?.cookie(cookieName(platform().config, COOKIE), [secret, ...secretsOf(req)].slice(0, PER_BROWSER).join('.'), {
    ...cookieOptions(platform().config),
    maxAge: LINK_LIFETIME['sign-in-link'],
  });
  return markOf(secret);
}

/** Whether it was this browser that asked for a link. */
export function hasAsked(browser: Browser, mark: string): boolean {
  return secretsOf(browser).some((secret) => markOf(secret) === mark);
}

/** The code that this browser shows, to be typed where its link is opened elsewhere; null without a recent request. */
export function shownCode(browser: Browser): string | null {
  const [newest] = secretsOf(browser);
  return newest ? codeOf(markOf(newest)) : null;
}

/** The six digits of a link: derived with the app's secret, so never stored. */
export function codeOf(mark: string): string {
  const mac = createHmac('sha256', platform().config.sessionSecret).update(`code of a sign-in link\n${mark}`).digest();
  return String(mac.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0');
}

function secretsOf(browser: Browser): string[] {
  return readCookie(browser, cookieName(platform().config, COOKIE))
    .split('.')
    .filter((each) => SECRET.test(each))
    .slice(0, PER_BROWSER);
}

function markOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
