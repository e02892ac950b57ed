import type { Request } from 'express';
import { AppError } from '../../platform/errors.ts';
import { rotateSession } from '../../platform/http/sessions.ts';
import { newUuid } from '../../platform/id.ts';
import { platform } from '../../platform/platform.ts';
import type { User } from '../../shared/contracts/accounts.ts';
import { ACTING_FOR } from '../../shared/limits.ts';
import { may } from '../../shared/permissions.ts';
import { siteRoles } from '../../shared/roles.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';
import { recordAudit, requireAudit } from '../audit/audit.service.ts';
import { putAwayIn } from '../drafts/session-drafts.service.ts';
import type { ImpersonationEnded } from '../sessions/domain-events.ts';
import { endActing } from '../sessions/session-owner.service.ts';
import { getUser } from '../users/users.service.ts';

/**
 * Lets an admin's session act as another user for an hour, under a new session id; the admin's id stays in it.
 * NOT_FOUND without such a user; NOT_ALLOWED for another admin and for oneself. Fails if the audit log can't record it.
 * @param note why
 */
export async function impersonate(req: Request, admin: ViewerUser, userId: string, note: string): Promise<User> {
  const user = await getUser(userId);
  if (!user) throw new AppError('NOT_FOUND', { message: 'There is no such user.' });
  if (may(siteRoles(user), 'user.impersonate'))
    throw new AppError('NOT_ALLOWED', { message: 'Nobody can act as an admin.' });
  const impersonationId = newUuid();
  await requireAudit({
    actorId: admin.id,
    subjectId: userId,
    action: 'impersonation.started',
    ip: req.ip ?? '',
    details: { impersonation: impersonationId, note },
  });
  await rotateSession(req, (data) => {
    data.userId = userId;
    data.impersonatorId = admin.id;
    data.impersonationId = impersonationId;
    data.impersonationUntil = Date.now() + ACTING_FOR;
    // The browser's drafts are the admin's.
    putAwayIn(data);
  });
  closeSockets(req);
  return user;
}

/** Ends an impersonation, under a new session id; does nothing without one. */
export async function stopImpersonating(req: Request, viewer: Viewer): Promise<User | null> {
  if (viewer.isImpersonated) {
    await endActing(req, 'asked', { isNew: true });
    closeSockets(req);
  }
  const { userId } = req.session;
  return userId ? getUser(userId) : null;
}

/** Open pages must not keep the old user's messages; they reconnect by themselves. */
function closeSockets(req: Request): void {
  const { signInId } = req.session;
  if (signInId) platform().sockets.cutOff([signInId]);
}

/** Records the end of an impersonation, once however often it is reported. */
export async function noteImpersonationEnd(ended: ImpersonationEnded): Promise<void> {
  const { userId, impersonatorId, impersonationId, why } = ended;
  await recordAudit({
    actorId: impersonatorId,
    subjectId: userId,
    action: 'impersonation.stopped',
    details: { impersonation: impersonationId, why },
  });
}
