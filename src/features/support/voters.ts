import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { AppError } from '../../platform/errors.ts';
import { cookieName, cookieOptions, readCookie } from '../../platform/http/cookies.ts';
import { platform } from '../../platform/platform.ts';
import type { Viewer } from '../../shared/viewer.ts';

/** Set only when a visitor without an account votes or shares an idea. */
const COOKIE = 'vd_voter';
const REMEMBERED = 365 * 24 * 3_600_000;
const COOKIE_VALUE = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** All voter ids of a visitor: the account, and the browser's from before sign-in. */
export function votersOf(req: Request, viewer: Viewer): string[] {
  const browser = browserOf(req);
  return [...(viewer.user && !viewer.isImpersonated ? [`user:${viewer.user.id}`] : []), ...(browser ? [browser] : [])];
}

/** Voter id of a visitor; sets a signed cookie if there is no account. NOT_ALLOWED during impersonation. */
export function voterOf(req: Request, viewer: Viewer): string {
  if (viewer.isImpersonated) {
    throw new AppError('NOT_ALLOWED', {
      message: 'While you’re acting for someone else, you can’t vote in their name.',
    });
  }
  if (viewer.user) return `user:${viewer.user.id}`;
  const known = browserOf(req);
  if (known) return known;
  const id = randomBytes(16).toString('base64url');
  const options = { ...cookieOptions(platform().config), maxAge: REMEMBERED };
  req.res?.cookie(cookieName(platform().config, COOKIE), `${id}.${signatureOf(id)}`, options);
  return `browser:${id}`;
}

function browserOf(req: Request): string | null {
  const [, id = '', signature = ''] = COOKIE_VALUE.exec(readCookie(req, cookieName(platform().config, COOKIE))) ?? [];
  if (!id || !timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(id)))) return null;
  return `browser:${id}`;
}

/** Signed, so that clients can't invent browsers past the rate limit. */
function signatureOf(id: string): string {
  return createHmac('sha256', platform().config.sessionSecret).update(`voter:${id}`).digest('base64url');
}
