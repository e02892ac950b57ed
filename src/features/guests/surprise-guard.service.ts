import { isSameNumber } from '../../platform/phone-number.ts';
import { wordsOf } from '../../shared/search-words.ts';
import type { EventRecord } from '../events/find-events.service.ts';

/** Why these contact details must not get an invitation: they are the recipient's. Null if they are not. */
export function refusedAsRecipient(
  { recipients }: Pick<EventRecord, 'recipients'>,
  { email, phone }: { email?: string | null | undefined; phone?: string | null | undefined },
): { field: 'email' | 'phone'; message: string } | null {
  for (const { firstName, ...known } of recipients) {
    if (email && known.email?.trim().toLowerCase() === email) {
      return { field: 'email', message: `That’s ${firstName}’s address. It would give the surprise away.` };
    }
    if (phone && known.phone && isSameNumber(known.phone, phone)) {
      return { field: 'phone', message: `That’s ${firstName}’s number. It would give the surprise away.` };
    }
  }
  return null;
}

/** Whether words name a recipient, as no subject may: it is read on lock screens, also beside them. */
export function namesRecipient({ recipients }: Pick<EventRecord, 'recipients'>, words: string): boolean {
  const said = wordsOf(words);
  return recipients.some(({ firstName, lastName }) =>
    [firstName, lastName ?? ''].flatMap(wordsOf).some((name) => name.length > 1 && said.includes(name)),
  );
}
