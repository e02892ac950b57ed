import type { Recipient } from '../../src/shared/contracts/events.ts';
import { looksLikeMail } from '../../src/shared/looks-like-mail.ts';
import { type GiveDraft, momentOf, phoneOf } from './give-plan.ts';

/** Errors of a draft by field: `when`, or a recipient's id. */
export function errorsOf(draft: GiveDraft, recipients: readonly Recipient[], now: number): Record<string, string> {
  const errors: Record<string, string> = {};
  if (draft.when === 'day') {
    const at = momentOf(draft);
    if (!at) errors.when = 'Choose a day and a time.';
    else if (at.getTime() <= now) errors.when = 'That’s already gone by. Choose a later time.';
  }
  if (draft.how === 'hand') return errors;
  if (draft.how === 'text') return { ...errors, ...phoneErrors(draft, recipients) };
  for (const { id } of recipients) {
    const email = draft.emails[id]?.trim() ?? '';
    if (email && !looksLikeMail(email)) errors[id] = 'Check the address: it should look like name@example.com.';
  }
  const [first] = recipients;
  if (first && recipients.every(({ id }) => !draft.emails[id]?.trim()))
    errors[first.id] = 'Add an email address, or hand over the link yourself.';
  return errors;
}

/** The server knows which numbers exist. */
function phoneErrors({ phones }: GiveDraft, recipients: readonly Recipient[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { id } of recipients) {
    const phone = phones[id]?.trim() ?? '';
    if (phone && !/^(?:\+|00)/.test(phone)) errors[phoneOf(id)] = 'Start with + and the country code, such as +1.';
  }
  const [first] = recipients;
  if (first && recipients.every(({ id }) => !phones[id]?.trim()))
    errors[phoneOf(first.id)] = 'Add a phone number, or hand over the link yourself.';
  return errors;
}
