import type { Request } from 'express';
import type { SessionData } from 'express-session';
import { kindOfKey } from '../../shared/keys.ts';
import { may } from '../../shared/permissions.ts';
import { siteRoles } from '../../shared/roles.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';
import { endActing, forgetUser } from './sessions.ts';

/**
 * Loads a user; null if the account or the sign-in `signInId` no longer exists. Staff rights apply only if that sign-in
 * passed two-factor.
 * @param signInId from the session; null loads the account alone, with its stored role
 */
export type LoadUser = (userId: string, signInId: string | null) => Promise<ViewerUser | null>;

/**
 * The viewer of a request, from its session and URL. Signs out a session whose sign-in was ended elsewhere, and ends an
 * impersonation that is no longer allowed.
 */
export async function viewerOf(req: Request, loadUser: LoadUser): Promise<Viewer> {
  const viewer = await viewerOfSession(req.session, { presentedKey: presentedKey(req), ip: req.ip ?? '' }, loadUser);
  const isOver = req.session?.impersonatorId !== undefined && !viewer.isImpersonated;
  if (isOver) await endActing(req, 'over', { isNew: false });
  if (viewer.user || !req.session.userId) return viewer;
  forgetUser(req.session);
  return { ...viewer, preparedEventIds: [], contributedMediaIds: [] };
}

/** The same for a socket, which has a session but no query. */
export async function viewerOfSession(
  session: SessionData | undefined,
  facts: Pick<Viewer, 'presentedKey' | 'ip'>,
  loadUser: LoadUser,
): Promise<Viewer> {
  return {
    ...(await actingUser(session, loadUser)),
    preparedEventIds: session?.preparedEventIds ?? [],
    contributedMediaIds: session?.contributedMediaIds ?? [],
    ...facts,
  };
}

/**
 * The effective user. An impersonation lasts an hour, and only while the admin's role is effective and the user exists
 * and is no admin; otherwise it is the admin.
 */
async function actingUser(
  session: SessionData | undefined,
  loadUser: LoadUser,
): Promise<Pick<Viewer, 'user' | 'isImpersonated'>> {
  const { userId, impersonatorId, impersonationUntil = 0, signInId = '' } = session ?? {};
  if (impersonatorId === undefined) {
    return { user: userId ? await loadUser(userId, signInId) : null, isImpersonated: false };
  }
  const admin = await loadUser(impersonatorId, signInId);
  const mayAct = mayImpersonate(admin) && impersonationUntil > Date.now();
  const other = mayAct && userId ? await loadUser(userId, null) : null;
  if (other && !mayImpersonate(other)) return { user: other, isImpersonated: true };
  return { user: admin, isImpersonated: false };
}

/** Users who may impersonate can't be impersonated. */
function mayImpersonate(user: ViewerUser | null): boolean {
  return may(siteRoles(user), 'user.impersonate');
}

function presentedKey(req: Request): string | null {
  for (const value of [req.query.v, req.query.privateKey, req.headers['x-event-key']]) {
    const kind = kindOfKey(value);
    if (kind === 'privateKey' || kind === 'viewKey' || kind === 'receipt') return String(value);
  }
  return null;
}
