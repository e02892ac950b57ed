import { CLIP_TRANSITIONS } from '../../src/shared/clip-transitions.ts';
import type { Event, UpdateEventBody } from '../../src/shared/contracts/events.ts';
import { looksLikeMail } from '../../src/shared/looks-like-mail.ts';
import { utcToZoned, zonedToUtc } from '../../src/shared/zoned-time.ts';
import type { Problem } from './use-studio-data.ts';

/** A person as the form shows them. */
export interface Row {
  /** Their id, or any key of somebody new. */
  key: string;
  firstName: string;
  email: string;
}

/** The details as somebody has filled them in. */
export interface FilledIn {
  /** The event as the form showed it at first, and what its fields held. */
  opened: Event;
  before: FormData;
  form: FormData;
  rows: readonly Row[];
  /** Null while the typed one is unknown. */
  timeZone: string | null;
  /** It was opened to choose one: saving it answers the question, even with the zone that was assumed. */
  isForZone: boolean;
}

export const rowsOf = ({ recipients }: Event): Row[] =>
  recipients.map(({ id, firstName, email }) => ({ key: id, firstName, email: email ?? '' }));

/** As a field for date and time has it; empty without a deadline. */
export function localDeadline({ deadline, timeZone }: Event): string {
  if (!deadline) return '';
  const { date, time } = utcToZoned(new Date(deadline), timeZone);
  return `${date}T${time}`;
}

/**
 * What somebody changed in the form, and nothing else: others may have changed the rest since it was opened.
 * @param now the event with their changes
 * @returns also the keys of the people in the order of `body.recipients`
 */
export function readForm(
  { opened, before, form, rows, timeZone, isForZone }: FilledIn,
  now: Event,
): { body: UpdateEventBody; keys: string[]; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  for (const { key, firstName, email } of rows) {
    if (!firstName.trim()) errors[`firstName.${key}`] = 'What is their first name?';
    if (email.trim() && !looksLikeMail(email))
      errors[`email.${key}`] = 'Check the address: it should look like name@example.com.';
  }
  if (!timeZone) errors.timeZone = 'Choose a city from the list.';
  const isChanged = (field: string) => form.get(field) !== before.get(field);
  const hasOtherZone = timeZone !== null && timeZone !== opened.timeZone;
  const isDeadlineChanged = isChanged('deadline');
  // In another zone, it stays at the same hour.
  const local = isDeadlineChanged ? String(form.get('deadline') ?? '') : localDeadline(now);
  const deadline = local && timeZone ? zonedToUtc(local, timeZone) : null;
  if (local && timeZone && !deadline) errors.deadline = 'We can’t read this date.';
  const prompts = String(form.get('prompts') ?? '')
    .split('\n')
    .map((prompt) => prompt.trim())
    .filter(Boolean);
  if (prompts.length > 10) errors.prompts = 'Ten at most, please.';
  if (prompts.some((prompt) => prompt.length > 200)) errors.prompts = 'Up to 200 characters each, please.';
  const people = peopleOf(opened, rows, now);
  return {
    errors,
    keys: people?.map(({ key }) => key) ?? [],
    body: {
      ...(people && { recipients: people.map(({ person }) => person) }),
      ...((isDeadlineChanged || (hasOtherZone && local)) && { deadline: deadline?.toISOString() ?? null }),
      ...(hasOtherZone && { timeZone }),
      ...((hasOtherZone || isForZone) && { isZoneAssumed: false }),
      ...(isChanged('message') && { message: String(form.get('message') ?? '') }),
      ...(isChanged('prompts') && { prompts }),
      // What nobody chose is up to the theme.
      ...(isChanged('transition') && {
        transition: CLIP_TRANSITIONS.find((each) => each === form.get('transition')) ?? null,
      }),
      ...(isChanged('showsNames') && { showsNames: form.has('showsNames') }),
      ...(isChanged('photoSeconds') && { photoSeconds: Number(form.get('photoSeconds')) || null }),
      ...(isChanged('showsCaptions') && { showsCaptions: form.has('showsCaptions') }),
    },
  };
}

type Person = NonNullable<UpdateEventBody['recipients']>[number];

/** The people with what was changed in the form; null if nothing was. */
function peopleOf(opened: Event, rows: readonly Row[], now: Event): { key: string; person: Person }[] | null {
  const before = new Map(rowsOf(opened).map((row) => [row.key, row]));
  const typed = new Map(rows.map((row) => [row.key, row]));
  const changes = new Map(rows.map((row) => [row.key, changeOf(row, before.get(row.key))]));
  const isGone = (key: string) => before.has(key) && !typed.has(key);
  if (![...before.keys()].some(isGone) && [...changes.values()].every((each) => Object.keys(each).length === 0))
    return null;
  const kept = now.recipients
    .filter(({ id }) => !isGone(id))
    .map((person) => ({ key: person.id, person: { ...person, ...changes.get(person.id) } }));
  const added = rows
    .filter(({ key }) => !before.has(key))
    .map(({ key, firstName, email }) => ({
      key,
      person: { firstName: firstName.trim(), email: email.trim() || null },
    }));
  return [...kept, ...added];
}

function changeOf(row: Row, before: Row | undefined): Partial<Person> {
  return {
    ...(row.firstName !== before?.firstName && { firstName: row.firstName.trim() }),
    ...(row.email !== before?.email && { email: row.email.trim() || null }),
  };
}

/** The server's messages by field; others at the end. @param keys of the people that were sent */
export function errorsOf({ message, fields }: Problem, keys: readonly string[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [path, words] of Object.entries(fields)) {
    const [field = '', index, part] = path.split('.');
    const isOfPerson = field === 'recipients' && (part === 'firstName' || part === 'email');
    errors[isOfPerson ? `${part}.${keys[Number(index)]}` : field] = words;
  }
  const isShown = Object.keys(errors).some((name) =>
    /^(?:firstName|email)\.|^(?:deadline|timeZone|message|prompts)$/.test(name),
  );
  return isShown ? errors : { ...errors, form: message };
}

/** First names of those whose address is new since the film was given by email. */
export function newAddresses({ deliveredAt, delivery, recipients }: Event, rows: readonly Row[]): string[] {
  if (!deliveredAt || delivery?.byHand) return [];
  const knew = (email: string) => recipients.some((each) => each.email === email);
  return rows.flatMap(({ firstName, email }) => (email.trim() && !knew(email.trim()) ? [firstName] : []));
}
