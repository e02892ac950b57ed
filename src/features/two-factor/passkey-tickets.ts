import * as z from 'zod';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { seal, unseal } from '../../platform/sealed.ts';
import { SpentChallengeModel } from './passkey.model.ts';

/** What a challenge was issued for. */
type Purpose = 'add' | 'enter';

/** In milliseconds. The login page requests one when it is opened, so that one lives longer. */
const LIFETIME: Record<Purpose, number> = { add: 5 * 60_000, enter: 15 * 60_000 };

const content = z.object({
  purpose: z.enum(['add', 'enter']),
  challenge: z.string(),
  userId: z.string().nullable(),
  until: z.number(),
});

/**
 * A challenge sealed into a ticket that the browser carries, so that the login page can offer passkeys without storing
 * anything per visitor.
 */
export function newTicket(purpose: Purpose, challenge: string, userId: string | null): string {
  const until = Date.now() + LIFETIME[purpose];
  const text = JSON.stringify({ purpose, challenge, userId, until } satisfies z.infer<typeof content>);
  return seal(platform().config.sessionSecret, 'passkey ticket', text);
}

/** The challenge of a ticket, once. EXPIRED if it is too old, used or issued for something else. */
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
