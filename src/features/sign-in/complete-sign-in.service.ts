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
  /** Path to go on to; the caller has made sure that it is one of ours. */
  next: string;
  /** What goes to the account instead of what this browser prepared: what a mailed link carries from the one that asked for it. */
  drafts?: Drafts;
  /** A provider's account that is to open this one from now on. */
  identity?: ProviderIdentity;
}

/**
 * The end of each way in: signs in, or goes on to the second step where the account has one. Only whoever passed all steps adds
 * a provider's account to theirs.
 */
export async function completeSignIn(passed: PassedFirstStep, { req, log }: Visit): Promise<WayInResult> {
  const { user, via, isNew, next, drafts, identity } = passed;
  if (await needsSecondFactor(user.id)) {
    await rememberFirstStep(req, { userId: user.id, via, identity, drafts });
    return { user: null, needsSecondFactor: true, isNew, next: `/auth/second-step?next=${encodeURIComponent(next)}` };
  }
  // Where the provider's account has become another's meanwhile, its person is still who owns this address.
  if (identity) await linkIdentity(user, identity, req.ip ?? '', isNew);
  await signIn(req, user, log, { via, secondStep: null, only: drafts });
  const mark = { name: isNew ? 'sign_up' : 'login', method: via } as const;
  return { user, needsSecondFactor: false, isNew, next: withMark(next, mark) };
}

/**
 * The second step of signing in, for whoever passed the first in this browser. EXPIRED past ten minutes or without a first
 * step, SECOND_FACTOR_WRONG, TOO_MANY_REQUESTS.
 */
export async function takeSecondStep(code: string, { req, log }: Visit): Promise<{ user: User; via: SignInWay }> {
  const pending = pendingFirstStep(req);
  const user = pending && (await getUser(pending.userId));
  if (!user) {
    throw new AppError('EXPIRED', { message: 'That took more than ten minutes. Please sign in again.' });
  }
  const secondStep = await checkSecondFactor(user.id, code);
  if (pending.identity) await linkIdentity(user, pending.identity, req.ip ?? '', false);
  await signIn(req, user, log, { via: pending.via, secondStep, only: pending.drafts });
  return { user, via: pending.via };
}
