import type { Request } from 'express';
import { AppError } from '../../../platform/errors.ts';
import { saveSession } from '../../../platform/http/sessions.ts';
import { FRESH_FOR } from '../../../shared/limits.ts';
import { noteSecondStep } from '../sessions/sign-ins.service.ts';
import { requireFresh } from '../sessions/start-session.service.ts';
import { checkSecondFactor, needsSecondFactor } from './second-factor.service.ts';
import type { StepProof } from './step-proof.service.ts';

/** Whether a second step was passed in this session within the last 15 minutes. */
export function isSecondStepRecent(req: Request): boolean {
  const { userId, secondStepAt = 0 } = req.session;
  return userId !== undefined && Date.now() - secondStepAt < FRESH_FOR;
}

/** Remembers that a second step was passed in this session just now, and with which factor. */
export async function rememberSecondStep(req: Request, secondStep: StepProof): Promise<void> {
  const { signInId, userId = '' } = req.session;
  await noteSecondStep(signInId, userId, secondStep);
  req.session.secondStepAt = Date.now();
  await saveSession(req);
}

/**
 * Sees to the second factor before something changes that guards the account: nothing is asked where it is off, or where this
 * session passed it within the last 15 minutes; otherwise it takes a code, which then counts for the next 15. Whoever calls
 * this has seen to the password or a recent sign-in, so that nobody else can use up the tries. SECOND_FACTOR_NEEDED without a
 * code, otherwise as `checkSecondFactor`; each with words at `code`.
 */
export async function requireSecondStep(req: Request, userId: string, code: string | undefined): Promise<void> {
  if (isSecondStepRecent(req) || !(await needsSecondFactor(userId))) return;
  if (!code) {
    const words = 'Please enter the code from your app, so we know it’s you.';
    throw new AppError('SECOND_FACTOR_NEEDED', { message: words, fields: { code: words } });
  }
  await rememberSecondStep(req, await checkSecondFactor(userId, code));
}

/** A recent sign-in, and the second factor where the account has one: what a change takes that asks for no password. */
export async function requireRecentProof(req: Request, userId: string, code: string | undefined): Promise<void> {
  requireFresh(req);
  await requireSecondStep(req, userId, code);
}

/** What is known of who is in front of a session that changes what guards the account. */
export interface Asking {
  /** The visitor's address. */
  ip: string;
  /** The sign-in of the session. */
  signInId?: string | undefined;
  /** Throws SIGN_IN_AGAIN unless the person proved just now who they are. */
  requireFreshSignIn: () => void;
  /** As the function of this name, for this session. */
  requireSecondStep: (userId: string, code: string | undefined) => Promise<void>;
}

export function askingBy(req: Request): Asking {
  return {
    ip: req.ip ?? '',
    signInId: req.session.signInId,
    requireFreshSignIn: () => requireFresh(req),
    requireSecondStep: (userId, code) => requireSecondStep(req, userId, code),
  };
}
