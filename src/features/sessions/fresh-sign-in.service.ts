import type { Request } from 'express';
import { AppError } from '../../platform/errors.ts';
import { FRESH_FOR } from '../../shared/limits.ts';

/** Whether the user signed in or entered their password within the last 15 minutes. */
export function isFresh(req: Request): boolean {
  const { userId, confirmedAt = 0 } = req.session;
  return userId !== undefined && Date.now() - confirmedAt < FRESH_FOR;
}

/** Throws SIGN_IN_AGAIN unless `isFresh`. */
export function requireFresh(req: Request): void {
  if (isFresh(req)) return;
  throw new AppError('SIGN_IN_AGAIN', {
    message: 'It’s been a while since you logged in. Please log in again, so we know it’s you.',
  });
}

/** The same as a condition of an action. */
export const recentSignIn = ({ req }: { req: Request }) => requireFresh(req);
