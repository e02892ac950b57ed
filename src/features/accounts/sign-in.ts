import type { Request } from 'express';
import type { Logger } from 'pino';
import { emitDomainEvent } from '../../platform/domain-events.ts';
import { startSession } from '../../platform/http/sessions.ts';
import type { User } from '../../shared/contracts/accounts.ts';

/** Makes this request's session that of `user`, under a new id, and hands over what the browser had prepared. */
export async function signIn(req: Request, user: User, log: Logger): Promise<void> {
  const preparedEventIds = await startSession(req, user.id);
  const { id: userId, firstName } = user;
  const failures = await emitDomainEvent('user.signed-in', { userId, firstName, preparedEventIds });
  for (const failure of failures) log.error({ err: failure }, 'something could not follow a sign-in');
}
