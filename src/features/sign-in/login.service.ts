import type { Request } from 'express';
import { AppError } from '../../platform/errors.ts';
import type { LoginBody, User } from '../../shared/contracts/accounts.ts';
import { checkPassword } from '../credentials/password-check.service.ts';
import type { StepProof } from '../sessions/sign-ins.service.ts';
import { checkSecondFactor, needsSecondFactor } from '../two-factor/second-factor.service.ts';

/**
 * The user of an address and a password after all required steps, with the factor of the second one. Throws as
 * `checkPassword` does; SECOND_FACTOR_NEEDED without a code, and as `checkSecondFactor` for a wrong one.
 */
export async function login(body: LoginBody, req: Request): Promise<{ user: User; secondStep: StepProof | null }> {
  const user = await checkPassword(body, req);
  if (!(await needsSecondFactor(user.id))) return { user, secondStep: null };
  if (!body.code) {
    throw new AppError('SECOND_FACTOR_NEEDED', { message: 'Now enter the code from your app.' });
  }
  return { user, secondStep: await checkSecondFactor(user.id, body.code) };
}
