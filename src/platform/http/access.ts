import type { Access, ContractShape } from '../../shared/contract.ts';
import { isStaff } from '../../shared/roles.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';
import { AppError } from '../errors.ts';
import { isSame } from '../is-same.ts';
import type { RequestContext } from './route.ts';

export interface AccessContext extends RequestContext {
  contract: ContractShape;
  /**
   * The event that the request is about, as the route's `about` tells; `undefined` where the route has none and the params
   * name the event, null where there is no such thing.
   */
  about: string | null | undefined;
}

/** Throws when the viewer may not call this route: NOT_FOUND where they may not know of the thing, NOT_SIGNED_IN, NOT_ALLOWED. */
export type AccessCheck = (context: AccessContext) => Promise<void> | void;

/** Access by what a session holds is checked here; access by an event is checked by the feature that knows events. */
export type SessionAccess = 'anyone' | 'signed-in' | 'staff' | 'admin' | 'operator';
export type EventAccess = Exclude<Access, SessionAccess>;
export type AccessChecks = Partial<Record<EventAccess, AccessCheck>>;

export function isSessionAccess(access: Access): access is SessionAccess {
  return (
    access === 'anyone' || access === 'signed-in' || access === 'staff' || access === 'admin' || access === 'operator'
  );
}

/** Checks what needs no params and so goes before parsing: a visitor learns nothing of a route that is not theirs. */
export function checkSessionAccess(access: SessionAccess, viewer: Viewer, isOperator: () => boolean): void {
  switch (access) {
    case 'anyone':
      return;
    case 'operator':
      if (!isOperator()) throw new AppError('NOT_ALLOWED', { message: 'This is for operators only.' });
      return;
    case 'signed-in':
      signedIn(viewer);
      return;
    case 'staff':
      if (!isStaff(signedIn(viewer))) throw refusalOf(viewer.user, 'staff');
      return;
    case 'admin':
      if (signedIn(viewer).role !== 'admin') throw refusalOf(viewer.user, 'admin');
      return;
  }
}

/** The viewer's user; throws NOT_SIGNED_IN when there is none. */
export function signedIn(viewer: Viewer) {
  if (!viewer.user) throw new AppError('NOT_SIGNED_IN', { message: 'Please sign in first.' });
  return viewer.user;
}

/**
 * Why somebody may not do what `enough` may: STAFF_NEEDS_SECOND_STEP for whose role would do and waits for a second step,
 * otherwise what is given, NOT_ALLOWED unless told.
 */
export function refusalOf(user: ViewerUser | null, enough: 'staff' | 'admin', otherwise = notAllowed()): AppError {
  const { waitingRole } = user ?? {};
  const wouldDo = waitingRole === 'admin' || (waitingRole !== undefined && enough === 'staff');
  return wouldDo ? needsSecondStep() : otherwise;
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
 * Whether a request comes from this machine itself, or brings the metrics token. A proxy on this machine passes on what
 * comes from anywhere, so a request must also name this machine as its host and bear no mark of a proxy.
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
