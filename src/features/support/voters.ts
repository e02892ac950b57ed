import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { AppError } from '../../platform/errors.ts';
import { cookieName, cookieOptions, readCookie } from '../../platform/http/cookies.ts';
import { platform } from '../../platform/platform.ts';
import type { Viewer } from '../../shared/viewer.ts';

/** Made only when somebody without an account votes or shares an idea. */
const COOKIE = 'vd_voter';
const REMEMBERED = 365 * 24 * 3_600_000;
const COOKIE_VALUE = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** Everything that a visitor may have voted as: the account, and the browser from before there was one. */
export function votersOf(req: Request, viewer: Viewer): string[] {
  const browser = browserOf(req);
  return [...(viewer.user && !viewer.isImpersonated ? [`user:${viewer.user.id}`] : []), ...(browser ? [browser] : [])];
}

/**
 * As whom a visitor votes now; a browser without an account is given a signed name. NOT_ALLOWED for an admin who acts
 * for somebody else.
 */
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

/** Nobody can make up browsers without asking us, which is limited. */
function signatureOf(id: string): string {
  return createHmac('sha256', platform().config.sessionSecret).update(`voter:${id}`).digest('base64url');
}
