import { may, type Permission } from '../../shared/permissions.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';
import { AppError } from '../errors.ts';
import { isSame } from '../is-same.ts';

/** The viewer's user; throws NOT_SIGNED_IN when there is none. */
export function signedIn(viewer: Viewer) {
  if (!viewer.user) throw new AppError('NOT_SIGNED_IN', { message: 'Please log in first.' });
  return viewer.user;
}

/**
 * The error for a missing permission: STAFF_NEEDS_SECOND_STEP if only two-factor is missing, else `otherwise`. Default:
 * NOT_ALLOWED.
 */
export function refusalOf(user: ViewerUser | null, permission: Permission, otherwise = notAllowed()): AppError {
  return may(user?.waitingRole ?? [], permission) ? needsSecondStep() : otherwise;
}

export function needsSecondStep(): AppError {
  return new AppError('STAFF_NEEDS_SECOND_STEP', {
    message:
      'Staff need a second step. Turn it on in your account at /settings/profile, or, where it is on, log in again with it.',
  });
}

export function notAllowed(): AppError {
  return new AppError('NOT_ALLOWED', { message: 'You are not allowed to do this.' });
}

const PROXIED = /^(?:x-forwarded-.*|x-real-ip|forwarded|via|cf-connecting-ip|true-client-ip|x-client-ip)$/;
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Whether a request comes from this machine or carries the metrics token. A local proxy forwards requests from
 * anywhere, so the `Host` header must be local too, and no proxy header present.
 */
export function isOperator(
  req: { socket: { remoteAddress?: string | undefined }; headers: Record<string, string | string[] | undefined> },
  token: string | null,
): boolean {
  const given = /^Bearer (.+)$/.exec(String(req.headers.authorization ?? ''))?.[1];
  if (given !== undefined) return token !== null && isSame(given, token);
  const isLocalHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(String(req.headers.host ?? ''));
  const isProxied = Object.keys(req.headers).some((name) => PROXIED.test(name));
  return isLocalHost && !isProxied && LOOPBACK.has(req.socket.remoteAddress ?? '');
}
