import type { Request } from 'express';
import { AppError } from '../../platform/errors.ts';
import type { LoginBody, User } from '../../shared/contracts/accounts.ts';
import { checkPassword } from '../credentials/password-check.service.ts';
import type { StepProof } from '../sessions/sign-ins.service.ts';
import { checkSecondFactor, needsSecondFactor } from '../two-factor/second-factor.service.ts';

/**
 * The user behind an address and a password, as `checkPassword` finds them, once every step is passed that the account asks for, and what its second one was passed with: where it has a second factor,
 * SECOND_FACTOR_NEEDED without a code, and what `checkSecondFactor` throws for a wrong one.
 */
export async function login(body: LoginBody, req: Request): Promise<{ user: User; secondStep: StepProof | null }> {
  const user = await checkPassword(body, req);
  if (!(await needsSecondFactor(user.id))) return { user, secondStep: null };
  if (!body.code) {
    throw new AppError('SECOND_FACTOR_NEEDED', { message: 'Now enter the code from your app.' });
  }
  return { user, secondStep: await checkSecondFactor(user.id, body.code) };
}
