import type { Request } from 'express';
import { AppError } from '../../platform/errors.ts';
import { saveSession } from '../../platform/http/sessions.ts';
import { FRESH_FOR } from '../../shared/limits.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { type AskingSession, confirmPassword } from '../credentials/password-check.service.ts';
import { isFresh, requireFresh } from '../sessions/fresh-sign-in.service.ts';
import { noteSecondStep, type StepProof } from '../sessions/sign-ins.service.ts';
import type { UserRecord } from '../users/user-record.service.ts';
import { findUser, noSuchUser } from '../users/users.service.ts';
import { checkSecondFactor, needsSecondFactor } from './second-factor.service.ts';

/** Whether a second step was passed in this session within the last 15 minutes. */
export function isSecondStepRecent(req: Request): boolean {
  const { userId, secondStepAt = 0 } = req.session;
  return userId !== undefined && Date.now() - secondStepAt < FRESH_FOR;
}

/** What the user proved in this session within the last 15 minutes. */
export function recentlyProved(req: Request): { isFresh: boolean; hasSecondStep: boolean } {
  return { isFresh: isFresh(req), hasSecondStep: isSecondStepRecent(req) };
}

/** Records a second step passed in this session, with its factor. */
export async function rememberSecondStep(req: Request, secondStep: StepProof): Promise<void> {
  const { signInId, userId = '' } = req.session;
  await noteSecondStep(signInId, userId, secondStep);
  req.session.secondStepAt = Date.now();
  await saveSession(req);
}

/**
 * Requires the second step if two-factor is on and this session has not passed it within 15 minutes; a code then counts
 * for the next 15. The caller has checked the password or a recent sign-in, so that strangers can't use up attempts.
 * SECOND_FACTOR_NEEDED without a code, otherwise as `checkSecondFactor`; each with a message at `code`.
 */
async function requireSecondStep(req: Request, userId: string, code: string | undefined): Promise<void> {
  if (isSecondStepRecent(req) || !(await needsSecondFactor(userId))) return;
  if (!code) {
    const words = 'Please enter the code from your app, so we know it’s you.';
    throw new AppError('SECOND_FACTOR_NEEDED', { message: words, fields: { code: words } });
  }
  await rememberSecondStep(req, await checkSecondFactor(userId, code));
}

/** How staff can pass `recentSecondStep`: it is recent, a code is enough, or they must log in again. */
export async function secondStepOf(req: Request, userId: string): Promise<'recent' | 'code' | 'log-in'> {
  if (isSecondStepRecent(req)) return 'recent';
  return (await needsSecondFactor(userId)) ? 'code' : 'log-in';
}

/**
 * A condition of what staff can do harm with: two-factor within the last 15 minutes, now by `code` if an app is on.
 * SIGN_IN_AGAIN if only a passkey can prove it.
 */
export async function recentSecondStep({
  req,
  user,
  body,
}: Asked & { body?: { code?: string | undefined } | undefined }): Promise<void> {
  if (isSecondStepRecent(req)) return;
  if (await needsSecondFactor(user.id)) return requireSecondStep(req, user.id, body?.code);
  throw new AppError('SIGN_IN_AGAIN', {
    message: 'It’s been a while since your second step. Please log in again with your passkey, so we know it’s you.',
  });
}

interface Asked {
  req: Request;
  user: ViewerUser;
}

/**
 * A condition of actions: a recent sign-in and, if it is on, two-factor. For changes that don't ask for the password.
 */
export async function recentProof({
  req,
  user,
  body,
}: Asked & { body?: { code?: string | undefined } | undefined }): Promise<void> {
  requireFresh(req);
  await requireSecondStep(req, user.id, body?.code);
}

/** A condition of actions: a recent sign-in, or the password if it was sent. SIGN_IN_AGAIN without either. */
export async function recentSignInOrPassword({
  req,
  user,
  body: { currentPassword },
}: Asked & { body: { currentPassword?: string | undefined } }): Promise<void> {
  if (isFresh(req)) return;
  if (currentPassword === undefined) return requireFresh(req);
  await confirmPassword(await existing(user.id), { ...askerOf(req), password: currentPassword });
}

/** A session that changes credentials. */
export interface Asker extends AskingSession {
  /** Throws if two-factor is on and was not passed. */
  requireSecondStep: (userId: string, code: string | undefined) => Promise<void>;
}

export function askerOf(req: Request): Asker {
  return {
    ip: req.ip ?? '',
    signInId: req.session.signInId,
    requireFreshSignIn: () => requireFresh(req),
    requireSecondStep: (userId, code) => requireSecondStep(req, userId, code),
  };
}

/**
 * Proves the user before credentials change: by the password as `confirmPassword` does, then by two-factor, if it is
 * on.
 */
export async function confirmPerson(
  userId: string,
  given: Asker & { password: string | undefined; code: string | undefined },
): Promise<UserRecord> {
  const user = await existing(userId);
  await confirmPassword(user, given);
  await given.requireSecondStep(userId, given.code);
  return user;
}

async function existing(userId: string): Promise<UserRecord> {
  const user = await findUser(userId);
  if (!user) throw noSuchUser();
  return user;
}
