import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import { endSession, keepCarried, rotateSession, startSession } from '../../../platform/http/sessions.ts';
import { type SignInWay, signInWay, type User } from '../../../shared/contracts/accounts.ts';
import { PROVIDERS } from '../../../shared/contracts/identities.ts';
import { FRESH_FOR, SECOND_STEP_WITHIN } from '../../../shared/limits.ts';
import type { Carried } from '../../../shared/viewer.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { without } from '../drafts/draft-sets.service.ts';
import type { ProviderIdentity } from '../identities/identity-links.service.ts';
import type { StepProof } from '../two-factor/step-proof.service.ts';
import { pageUrl, sendAccountMail, timeInWords } from '../users/account-mails.service.ts';
import { UserModel } from '../users/user.model.ts';
import { deviceName } from './device-name.service.ts';
import { userSignedIn } from './domain-events.ts';
import { rememberDevice } from './known-devices.service.ts';
import { endSignIn, endSignIns, recordSignIn } from './sign-ins.service.ts';

export { refuseImpersonated } from '../impersonation/impersonation.service.ts';

export interface SignInFacts {
  via: SignInWay;
  /** What the second step was passed with; null where none was asked for. */
  secondStep: StepProof | null;
  /** What is handed over instead of what this browser prepared, which waits for its next sign-in. */
  only?: Carried | undefined;
}

/**
 * Makes this request's session that of `user`, under a new id, writes the sign-in down, and hands over what the browser had
 * prepared. Whoever calls this has seen to the second factor.
 */
export async function signIn(req: Request, user: User, log: Logger, facts: SignInFacts): Promise<void> {
  const { via, secondStep, only } = facts;
  await refuseGone(user.id);
  const before = req.session;
  const ownerBefore = before.impersonatorId ?? before.userId;
  if (before.signInId && ownerBefore) await endSignIn(before.signInId, ownerBefore);
  const from = { ip: req.ip, userAgent: req.headers['user-agent'] };
  const signInId = await recordSignIn({ userId: user.id, via, secondStep, ...from });
  const now = Date.now();
  const passed = { confirmedAt: now, ...(secondStep && { secondStepAt: now }) };
  const own = await startSession(req, { userId: user.id, signInId, ...passed });
  await recordAudit({ actorId: user.id, subjectId: user.id, action: 'sign-in.done', ip: req.ip, details: { via } });
  await tellOfNewDevice(req, user, signInId).catch((error: unknown) => {
    log.error({ err: error }, 'a sign-in from a new device could not be told');
  });
  const handedOver = only ?? own;
  const isClaimed = await claimPrepared(user, handedOver, log);
  const hadAny = own.preparedEventIds.length + own.contributedMediaIds.length > 0;
  if (hadAny) await keepCarried(req, isClaimed ? without(own, handedOver) : own);
}

/** An account past its 30 days is gone, though nobody has come to remove it yet: nothing may be handed to it. */
async function refuseGone(userId: string): Promise<void> {
  if (!(await UserModel.exists({ _id: userId, deletionDueAt: { $lte: new Date() } }))) return;
  throw new AppError('EXPIRED', { message: 'This account was deleted. You can create a new one.' });
}

/**
 * Gives a user what was prepared and contributed before there was an account, here or in the browser that asked for a mailed
 * link. Whether all of it could be.
 */
export async function claimPrepared(user: User, carried: Carried, log: Logger): Promise<boolean> {
  const { id: userId, firstName } = user;
  const failures = await userSignedIn.emit({ userId, firstName, ...carried });
  for (const failure of failures) log.error({ err: failure }, 'something could not follow a sign-in');
  return failures.length === 0;
}

/** Signs this browser out: its session and its record are gone and its sockets closed before this returns. */
export async function signOut(req: Request, res: Response): Promise<void> {
  const { signInId, impersonatorId, userId } = req.session;
  const ownerId = impersonatorId ?? userId;
  await endSession(req, res);
  if (signInId && ownerId) await endSignIn(signInId, ownerId);
}

/** Ends all other sessions of the user and gives this one a new id: after the password or the like has changed. */
export async function stayAlone(req: Request): Promise<void> {
  const { userId, signInId } = req.session;
  if (!userId || !signInId) return;
  await endSignIns(userId, signInId);
  await rotateSession(req, (data) => {
    data.confirmedAt = Date.now();
  });
}

/** What is known of somebody between the two steps of a sign-in. */
export interface FirstStep {
  userId: string;
  via: SignInWay;
  /** A provider's account that is added to theirs once the second step is passed. */
  identity?: ProviderIdentity | undefined;
  /** What goes to the account then instead of what this browser prepared. */
  carried?: Carried | undefined;
}

/**
 * Remembers for ten minutes that somebody passed the first step, where a second one is needed to sign in. The session gets a
 * new id: whoever planted the one before has passed nothing.
 */
export async function rememberFirstStep(req: Request, { userId, via, identity, carried }: FirstStep): Promise<void> {
  const pendingUntil = Date.now() + SECOND_STEP_WITHIN;
  const pending = { pendingUserId: userId, pendingVia: via, pendingIdentity: identity, pendingCarried: carried };
  await rotateSession(req, (data) => Object.assign(data, pending, { pendingUntil }));
}

const firstStep = z.object({
  userId: z.string(),
  via: signInWay,
  identity: z.object({ provider: z.enum(PROVIDERS), subject: z.string(), email: z.string().nullable() }).optional(),
  carried: z.object({ preparedEventIds: z.array(z.string()), contributedMediaIds: z.array(z.string()) }).optional(),
});

/** Who passed the first step in this browser within the last ten minutes, and how; null when nobody did. */
export function pendingSecondFactor(req: Request): FirstStep | null {
  const { pendingUserId, pendingVia, pendingIdentity, pendingCarried, pendingUntil = 0 } = req.session;
  if (pendingUntil <= Date.now()) return null;
  const kept = { userId: pendingUserId, via: pendingVia, identity: pendingIdentity, carried: pendingCarried };
  const read = firstStep.safeParse(kept);
  return read.success ? read.data : null;
}

/** Whether the person proved who they are within the last 15 minutes: by signing in or by the password. */
export function isFresh(req: Request): boolean {
  const { userId, confirmedAt = 0 } = req.session;
  return userId !== undefined && Date.now() - confirmedAt < FRESH_FOR;
}

/** Throws SIGN_IN_AGAIN unless `isFresh`. */
export function requireFresh(req: Request): void {
  if (isFresh(req)) return;
  throw new AppError('SIGN_IN_AGAIN', {
    message: 'It’s been a while since you signed in. Please sign in again, so we know it’s you.',
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
