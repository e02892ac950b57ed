import { z } from 'zod';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { seal, unseal } from '../../platform/sealed.ts';
import { SpentChallengeModel } from './passkey.model.ts';

/** What a challenge was given out for. */
type Purpose = 'add' | 'enter';

/** Milliseconds. A login page waits for a passkey from when it is opened, so that one lives longer. */
const LIFETIME: Record<Purpose, number> = { add: 5 * 60_000, enter: 15 * 60_000 };

const content = z.object({
  purpose: z.enum(['add', 'enter']),
  challenge: z.string(),
  userId: z.string().nullable(),
  until: z.number(),
});

/**
 * A challenge as the browser carries it until it is answered: sealed, so that the login page can offer passkeys to
 * everybody who looks at it and nothing is stored for them.
 */
export function newTicket(purpose: Purpose, challenge: string, userId: string | null): string {
  const until = Date.now() + LIFETIME[purpose];
  const text = JSON.stringify({ purpose, challenge, userId, until } satisfies z.infer<typeof content>);
  return seal(platform().config.sessionSecret, 'passkey ticket', text);
}

/** The challenge of a ticket, once. EXPIRED for one that is too old, was used, or was given out for something else. */
export async function spendTicket(purpose: Purpose, ticket: string, userId: string | null): Promise<string> {
  const text = unseal(platform().config.sessionSecret, 'passkey ticket', ticket);
  const read = text ? content.safeParse(JSON.parse(text)) : null;
  const isOurs = read?.success && read.data.purpose === purpose && read.data.userId === userId;
  if (!isOurs || read.data.until <= Date.now()) throw tooLate();
  try {
    await SpentChallengeModel.create({ _id: read.data.challenge });
  } catch (error) {
    if (isDuplicateKey(error)) throw tooLate();
    throw error;
  }
  return read.data.challenge;
}

function tooLate(): AppError {
  return new AppError('EXPIRED', { message: 'That took too long. Please try again.' });
}
