import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { AppError } from '../../platform/errors.ts';
import { rotateSession } from '../../platform/http/sessions.ts';
import type { SignInWay, User } from '../../shared/contracts/accounts.ts';
import type { Drafts } from '../../shared/viewer.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { without } from '../drafts/draft-sets.service.ts';
import { handOver } from '../drafts/hand-over.service.ts';
import { keepDrafts } from '../drafts/session-drafts.service.ts';
import { timeInWords } from '../profiles/local-times.service.ts';
import { pageUrl, sendAccountMail } from '../users/account-mails.service.ts';
import { isClosedAccount } from '../users/suspend-user.service.ts';
import { isPastDeletion } from '../users/user-deletion.service.ts';
import { deviceName } from './device-name.service.ts';
import { rememberDevice } from './known-devices.service.ts';
import { beginSession, endSession } from './session-owner.service.ts';
import { endSignIn, endSignIns, recordSignIn, type StepProof } from './sign-ins.service.ts';

export interface SignInFacts {
  via: SignInWay;
  /** The factor of the second step; null if none was needed. */
  secondStep: StepProof | null;
  /** Drafts to hand over instead of this browser's, which wait for its next sign-in. */
  only?: Drafts | undefined;
}

/** Signs `user` in: new session id, record of the sign-in, drafts handed over. The caller has checked two-factor. */
export async function signIn(req: Request, user: User, log: Logger, facts: SignInFacts): Promise<void> {
  const { via, secondStep, only } = facts;
  await refuseGone(user.id);
  await refuseClosed(user.id);
  const before = req.session;
  const ownerBefore = before.impersonatorId ?? before.userId;
  if (before.signInId && ownerBefore) await endSignIn(before.signInId, ownerBefore);
  const from = { ip: req.ip, userAgent: req.headers['user-agent'] };
  const signInId = await recordSignIn({ userId: user.id, via, secondStep, ...from });
  const now = Date.now();
  const passed = { confirmedAt: now, ...(secondStep && { secondStepAt: now }) };
  const own = await beginSession(req, { userId: user.id, signInId, ...passed });
  await recordAudit({ actorId: user.id, subjectId: user.id, action: 'sign-in.done', ip: req.ip, details: { via } });
  await tellOfNewDevice(req, user, signInId).catch((error: unknown) => {
    log.error({ err: error }, 'a sign-in from a new device could not be told');
  });
  const handedOver = only ?? own;
  const isClaimed = await handOver(user, handedOver, log);
  const hadAny = own.preparedEventIds.length + own.contributedMediaIds.length > 0;
  if (hadAny) await keepDrafts(req, isClaimed ? without(own, handedOver) : own);
}

/** An account past its deletion date counts as deleted even before the clean-up. */
async function refuseGone(userId: string): Promise<void> {
  if (!(await isPastDeletion(userId))) return;
  throw new AppError('EXPIRED', { message: 'This account was deleted. You can create a new one.' });
}

/** Staff have suspended the account. */
async function refuseClosed(userId: string): Promise<void> {
  if (!(await isClosedAccount(userId))) return;
  throw new AppError('NOT_ALLOWED', {
    message: 'This account is suspended. We emailed you why; answer that email, and we’ll have another look.',
  });
}

/** Signs this browser out: deletes its session and sign-in and closes its sockets. */
export async function signOut(req: Request, res: Response): Promise<void> {
  const { signInId, impersonatorId, userId } = req.session;
  const ownerId = impersonatorId ?? userId;
  await endSession(req, res);
  if (signInId && ownerId) await endSignIn(signInId, ownerId);
}

/** Ends the user's other sessions and renews this one's id, after a change of credentials. */
export async function stayAlone(req: Request): Promise<void> {
  const { userId, signInId } = req.session;
  if (!userId || !signInId) return;
  await endSignIns(userId, signInId);
  await rotateSession(req, (data) => {
    data.confirmedAt = Date.now();
  });
}

async function tellOfNewDevice(req: Request, user: User, signInId: string): Promise<void> {
  const { isNew } = await rememberDevice(req, user.id);
  if (!isNew) return;
  const values = {
    firstName: user.firstName,
    device: deviceName(req.headers['user-agent']),
    when: await timeInWords(user.id, new Date()),
    url: pageUrl('/settings/profile'),
  };
  await sendAccountMail('new-device', user.email, values, signInId);
}
