import type { Logger } from 'pino';
import type { Drafts } from '../../shared/viewer.ts';
import { draftsHandedOver } from './domain-events.ts';

/** Gives drafts to a user. @returns whether every feature took its part; the others' errors are logged */
export async function handOver(user: { id: string; firstName: string }, drafts: Drafts, log: Logger): Promise<boolean> {
  const failures = await draftsHandedOver.emit({ userId: user.id, firstName: user.firstName, ...drafts });
  for (const failure of failures) log.error({ err: failure }, 'drafts could not be handed over');
  return failures.length === 0;
}
