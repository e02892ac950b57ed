import type { Request } from 'express';
import { Types } from 'mongoose';
import { AppError } from '../../../platform/errors.ts';
import { notAllowed, signedIn } from '../../../platform/http/access.ts';
import { endActing, type ImpersonationEnded, putAwayIn, rotateSession } from '../../../platform/http/sessions.ts';
import { newUuid } from '../../../platform/id.ts';
import { platform } from '../../../platform/platform.ts';
import type { User } from '../../../shared/contracts/accounts.ts';
import { ACTING_FOR } from '../../../shared/limits.ts';
import { may } from '../../../shared/permissions.ts';
import { siteRoles } from '../../../shared/roles.ts';
import type { Viewer } from '../../../shared/viewer.ts';
import { toUserDto } from '../user.dto.ts';
import { type StoredUser, UserModel } from '../user.model.ts';
import { recordAudit, requireAudit } from './audit.service.ts';

/**
 * NOT_ALLOWED while an admin acts as this viewer: address, password, ways in, second factor, payment, deletion and export
 * are for the person alone. The one place that decides it; whatever is one of these asks here.
 */
export function refuseImpersonated(viewer: Pick<Viewer, 'isImpersonated'>): void {
  if (!viewer.isImpersonated) return;
  throw new AppError('NOT_ALLOWED', {
    message: 'Only the person themselves can do this. Stop acting for them first.',
  });
}

/** The same as a condition of an action. */
export const inPerson = ({ viewer }: { viewer: Viewer }): void => refuseImpersonated(viewer);

/**
 * Lets an admin's session act as another user for an hour, under a new id; the admin stays on record in it. NOT_FOUND without such a
 * user; NOT_ALLOWED for another admin, for oneself and for who acts for somebody already. Nothing happens where the
 * audit log can't take it down.
 */
export async function impersonate(req: Request, viewer: Viewer, userId: string): Promise<User> {
  const admin = signedIn(viewer);
  if (viewer.isImpersonated) throw notAllowed();
  const user = await UserModel.findById(userId).lean<StoredUser>();
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
  return toUserDto(user);
}

/** Makes the session the admin's own again, under a new id; where nobody is acted for, nothing happens. */
export async function stopImpersonating(req: Request, viewer: Viewer): Promise<User | null> {
  if (viewer.isImpersonated) {
    await endActing(req, 'asked', { isNew: true });
    closeSockets(req);
  }
  const { userId } = req.session;
  const user = userId && Types.ObjectId.isValid(userId) ? await UserModel.findById(userId).lean<StoredUser>() : null;
  return user && toUserDto(user);
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
