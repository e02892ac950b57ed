import type { Request } from 'express';
import type { SessionData } from 'express-session';
import { kindOfKey } from '../../shared/keys.ts';
import { may } from '../../shared/permissions.ts';
import { siteRoles } from '../../shared/roles.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';
import { endActing, forgetUser } from './sessions.ts';

/**
 * Finds a user; null when the account has gone, or where `signInId` names no sign-in of theirs that still holds. More rights
 * than a user's count where that sign-in passed a second step.
 * @param signInId as the session keeps it; null asks for the account alone, with the role that it has
 */
export type LoadUser = (userId: string, signInId: string | null) => Promise<ViewerUser | null>;

/**
 * Who is asking, from a loaded session and what the address presents. A session whose sign-in was ended elsewhere forgets
 * its user here; one that acts for somebody who can't be acted for any more becomes the admin's own again.
 */
export async function viewerOf(req: Request, loadUser: LoadUser): Promise<Viewer> {
  const viewer = await viewerOfSession(req.session, { presentedKey: presentedKey(req), ip: req.ip ?? '' }, loadUser);
  const isOver = req.session?.impersonatorId !== undefined && !viewer.isImpersonated;
  if (isOver) await endActing(req, 'over', { isNew: false });
  if (viewer.user || !req.session.userId) return viewer;
  forgetUser(req.session);
  return { ...viewer, preparedEventIds: [], contributedMediaIds: [] };
}

/** The same for a connection, which has a session but no query of its own. */
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
 * The user that a session acts as. An admin acts for somebody for an hour, and only for as long as their own role counts and the
 * other one is there and no admin; otherwise they are themselves again.
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

/** Also decides whom nobody can act as. */
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
