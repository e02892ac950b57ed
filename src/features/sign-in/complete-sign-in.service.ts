import type { Request } from 'express';
import type { Logger } from 'pino';
import { AppError } from '../../platform/errors.ts';
import { withMark } from '../../shared/analytics-marks.ts';
import type { SignInWay, User } from '../../shared/contracts/accounts.ts';
import type { WayInResult } from '../../shared/contracts/sign-in-link.ts';
import type { Drafts } from '../../shared/viewer.ts';
import { linkIdentity } from '../identities/identities.service.ts';
import { type ProviderIdentity, pendingFirstStep, rememberFirstStep } from '../sessions/first-step.service.ts';
import { signIn } from '../sessions/sessions.service.ts';
import { checkSecondFactor, needsSecondFactor } from '../two-factor/second-factor.service.ts';
import { getUser } from '../users/users.service.ts';

interface Visit {
  req: Request;
  log: Logger;
}

export interface PassedFirstStep {
  user: User;
  via: SignInWay;
  isNew: boolean;
  /** Path to continue at; the caller has checked that it is local. */
  next: string;
  /** Drafts for the account instead of this browser's: those of the browser that asked for a mailed link. */
  drafts?: Drafts;
  /** An identity to add to the account. */
  identity?: ProviderIdentity;
}

/** The end of each way in: signs in, or continues with the second step. An identity is added only after all steps. */
export async function completeSignIn(passed: PassedFirstStep, { req, log }: Visit): Promise<WayInResult> {
  const { user, via, isNew, next, drafts, identity } = passed;
  if (await needsSecondFactor(user.id)) {
    await rememberFirstStep(req, { userId: user.id, via, identity, drafts });
    return { user: null, needsSecondFactor: true, isNew, next: `/auth/second-step?next=${encodeURIComponent(next)}` };
  }
  // If the identity belongs to another user by now, the person still owns this address.
  if (identity) await linkIdentity(user, identity, req.ip ?? '', isNew);
  await signIn(req, user, log, { via, secondStep: null, only: drafts });
  const mark = { name: isNew ? 'sign_up' : 'login', method: via === 'register' ? 'password' : via } as const;
  return { user, needsSecondFactor: false, isNew, next: withMark(next, mark) };
}

/**
 * The second step of a sign-in. EXPIRED after ten minutes or without a first step, SECOND_FACTOR_WRONG,
 * TOO_MANY_REQUESTS.
 */
export async function takeSecondStep(code: string, { req, log }: Visit): Promise<{ user: User; via: SignInWay }> {
  const pending = pendingFirstStep(req);
  const user = pending && (await getUser(pending.userId));
  if (!user) {
    throw new AppError('EXPIRED', { message: 'That took more than ten minutes. Please log in again.' });
  }
  const secondStep = await checkSecondFactor(user.id, code);
  if (pending.identity) await linkIdentity(user, pending.identity, req.ip ?? '', false);
  await signIn(req, user, log, { via: pending.via, secondStep, only: pending.drafts });
  return { user, via: pending.via };
}
