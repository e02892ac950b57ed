import type { Request } from 'express';
import type { SessionData } from 'express-session';
import type { Viewers } from '../../platform/http/viewers.ts';
import { kindOfKey } from '../../shared/keys.ts';
import { may } from '../../shared/permissions.ts';
import { siteRoles } from '../../shared/roles.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';
import { draftsIn } from '../drafts/session-drafts.service.ts';
import { endActing, forgetUser } from './session-owner.service.ts';

/**
 * Loads a user; null if the account or the sign-in `signInId` no longer exists. Staff rights apply only if that sign-in
 * passed two-factor.
 * @param signInId from the session; null loads the account alone, with its stored role
 */
export type LoadUser = (userId: string, signInId: string | null) => Promise<ViewerUser | null>;

/** Derives the viewer of a request or a socket from its session. */
export function createViewers(loadUser: LoadUser): Viewers {
  const viewerOf = async (
    session: SessionData | undefined,
    facts: Pick<Viewer, 'presentedKey' | 'ip'>,
  ): Promise<Viewer> => ({ ...(await actingUser(session, loadUser)), ...draftsIn(session), ...facts });
  return {
    async ofRequest(req) {
      const actorId = req.session?.impersonatorId;
      const found = await viewerOf(req.session, { presentedKey: presentedKey(req), ip: req.ip ?? '' });
      if (actorId !== undefined && !found.isImpersonated) await endActing(req, 'over', { isNew: false });
      const viewer = found.user || !req.session.userId ? found : signedOut(req, found);
      return { viewer, actorId: found.isImpersonated ? (actorId ?? null) : (found.user?.id ?? null) };
    },
    async ofSession(session, facts) {
      const viewer = await viewerOf(session, facts);
      return { viewer, signInId: viewer.user ? (session?.signInId ?? null) : null };
    },
  };
}

/** The sign-in was ended elsewhere. */
function signedOut(req: Request, viewer: Viewer): Viewer {
  forgetUser(req.session);
  return { ...viewer, ...draftsIn(undefined) };
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
