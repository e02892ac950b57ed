import type { Request } from 'express';
import { AppError } from '../../platform/errors.ts';
import { notAllowed, signedIn } from '../../platform/http/access.ts';
import { rotateSession } from '../../platform/http/sessions.ts';
import { newUuid } from '../../platform/id.ts';
import { platform } from '../../platform/platform.ts';
import type { User } from '../../shared/contracts/accounts.ts';
import { ACTING_FOR } from '../../shared/limits.ts';
import { may } from '../../shared/permissions.ts';
import { siteRoles } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { recordAudit, requireAudit } from '../audit/audit.service.ts';
import { putAwayIn } from '../drafts/session-drafts.service.ts';
import type { ImpersonationEnded } from '../sessions/domain-events.ts';
import { endActing } from '../sessions/session-owner.service.ts';
import { getUser } from '../users/users.service.ts';

/**
 * Lets an admin's session act as another user for an hour, under a new id; the admin stays on record in it. NOT_FOUND without such a
 * user; NOT_ALLOWED for another admin, for oneself and for who acts for somebody already. Nothing happens where the
 * audit log can't take it down.
 */
export async function impersonate(req: Request, viewer: Viewer, userId: string): Promise<User> {
  const admin = signedIn(viewer);
  if (viewer.isImpersonated) throw notAllowed();
  const user = await getUser(userId);
  if (!user) throw new AppError('NOT_FOUND', { message: 'There is no such user.' });
  if (may(siteRoles(user), 'user.impersonate'))
    throw new AppError('NOT_ALLOWED', { message: 'Nobody can act as an admin.' });
  const impersonationId = newUuid();
  await requireAudit({
    actorId: admin.id,
    subjectId: userId,
    action: 'impersonation.started',
    ip: viewer.ip,
    details: { impersonation: impersonationId },
  });
  await rotateSession(req, (data) => {
    data.userId = userId;
    data.impersonatorId = admin.id;
    data.impersonationId = impersonationId;
    data.impersonationUntil = Date.now() + ACTING_FOR;
    // What this browser prepared is the admin's, not the other's.
    putAwayIn(data);
  });
  closeSockets(req);
  return user;
}

/** Makes the session the admin's own again, under a new id; where nobody is acted for, nothing happens. */
export async function stopImpersonating(req: Request, viewer: Viewer): Promise<User | null> {
  if (viewer.isImpersonated) {
    await endActing(req, 'asked', { isNew: true });
    closeSockets(req);
  }
  const { userId } = req.session;
  return userId ? getUser(userId) : null;
}

/** Open pages must not go on hearing as whom they were opened; they connect anew by themselves. */
function closeSockets(req: Request): void {
  const { signInId } = req.session;
  if (signInId) platform().sockets.cutOff([signInId]);
}

/** Writes that an admin is themselves again into the audit log, once however often it is told. */
export async function noteImpersonationEnd(ended: ImpersonationEnded): Promise<void> {
  const { userId, impersonatorId, impersonationId, why } = ended;
  await recordAudit({
    actorId: impersonatorId,
    subjectId: userId,
    action: 'impersonation.stopped',
    details: { impersonation: impersonationId, why },
  });
}
