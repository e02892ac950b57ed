/**
 * The form on `/start-a-vidday` (`application/x-www-form-urlencoded`) and its conversion to the body
 * of `POST /api/event`. Fields:
 *
 * - `occasion`, `occasionOther`
 * - `firstName[]`, `lastName[]`, `email[]`: one of each for a person; empty rows are left out
 * - `date` (`YYYY-MM-DD`), `time` (`HH:MM`): when clips are due; no date means no deadline
 * - `timeZone`: the browser's or the chosen one; no default
 * - `message`
 * - `prompts[]`: ticked suggestions and own lines; empty ones are left out
 * - `suggestedFor[]`: the names that the suggestions were made with
 * - `analyticsClientId`: the browser's id, if analytics were accepted
 * - `do`: `create`, or `add-recipient` to only add a row
 */
import * as z from 'zod';
import { DATES_AHEAD_MAX } from '../limits.ts';
import { withNames } from '../occasion-words.ts';
import { isOccasionType, type OccasionType } from '../occasions.ts';
import { zonedToUtc } from '../zoned-time.ts';
import { type CreateEventBody, createEventBody } from './events.ts';

/** A repeated field: absent, once or often, with or without `[]` in its name. */
const many = z.preprocess(
  (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
  z.array(z.string().max(10_000)).max(100),
);
const one = z.string().max(10_000).optional().default('');

/** The raw form: text only, not validated yet. */
const startForm = z.object({
  occasion: one,
  occasionOther: one,
  firstName: many,
  lastName: many,
  email: many,
  date: one,
  time: one,
  timeZone: one,
  message: one,
  prompts: many,
  suggestedFor: many,
  analyticsClientId: one,
  do: one,
});

export interface StartPerson {
  firstName: string;
  lastName: string;
  email: string;
}

/** Field values; shown again when something is invalid. */
export interface StartValues {
  occasion: OccasionType | null;
  occasionOther: string;
  people: StartPerson[];
  date: string;
  time: string;
  timeZone: string;
  message: string;
  /** Undefined before the form is sent: the first suggestions are ticked. */
  prompts?: string[];
}

/** Messages by field: `occasion`, `people.0.firstName`, `date`, `message`, `prompts` ... */
export type StartErrors = Record<string, string>;

export type StartResult =
  | { kind: 'create'; values: StartValues; body: CreateEventBody }
  | { kind: 'again'; values: StartValues; errors: StartErrors };

export function emptyStart(values: Partial<StartValues> = {}): StartValues {
  return {
    occasion: null,
    occasionOther: '',
    people: [{ firstName: '', lastName: '', email: '' }],
    date: '',
    time: '20:00',
    timeZone: '',
    message: '',
    ...values,
  };
}

/**
 * Parses a sent form into the body to create an event with, or the form with error messages.
 * @param raw the parsed urlencoded body
 * @param now milliseconds since 1970; earlier deadlines are refused
 */
export function parseStartForm(raw: unknown, now: number): StartResult {
  const read = startForm.safeParse(withoutBrackets(raw));
  if (!read.success)
    return {
      kind: 'again',
      values: emptyStart(),
      errors: { form: 'Part of this form didn’t reach us. Please fill it in again.' },
    };
  const form = read.data;
  const values = valuesOf(form);
  if (form.do === 'add-recipient') {
    const people = [...values.people, { firstName: '', lastName: '', email: '' }];
    return { kind: 'again', values: { ...values, people }, errors: {} };
  }
  const errors: StartErrors = {};
  if (!values.timeZone) errors.timeZone = 'Please choose your time zone.';
  const deadline = readDeadline(values, now, errors);
  const parsed = createEventBody.safeParse({
    occasion: values.occasion ?? undefined,
    occasionOther: values.occasion === 'other' && values.occasionOther ? values.occasionOther : undefined,
    recipients: values.people.map((person) => ({
      firstName: person.firstName,
      lastName: person.lastName || undefined,
      email: person.email || undefined,
    })),
    deadline,
    timeZone: values.timeZone || undefined,
    message: values.message || undefined,
    prompts: values.prompts,
    // Not a visible field, so never report it as invalid.
    analyticsClientId: form.analyticsClientId.slice(0, 100) || undefined,
  });
  if (!parsed.success) collect(parsed.error, errors);
  if (parsed.success && Object.keys(errors).length === 0) return { kind: 'create', values, body: parsed.data };
  return { kind: 'again', values, errors };
}

/** Treats `firstName[]` as `firstName`; leaves other names unchanged. */
function withoutBrackets(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return {};
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name.replace(/\[\]$/, ''), value]));
}

function valuesOf(form: z.infer<typeof startForm>): StartValues {
  const rows = Math.max(form.firstName.length, form.lastName.length, form.email.length);
  const people = Array.from({ length: rows }, (_, index) => ({
    firstName: form.firstName[index]?.trim() ?? '',
    lastName: form.lastName[index]?.trim() ?? '',
    email: form.email[index]?.trim() ?? '',
  })).filter((person) => person.firstName || person.lastName || person.email);
  const occasion = isOccasionType(form.occasion) ? form.occasion : null;
  const names = people.map(({ firstName }) => firstName);
  const prompts = [...new Set(form.prompts.map((prompt) => prompt.trim()).filter(Boolean))];
  return emptyStart({
    occasion,
    occasionOther: form.occasionOther.trim(),
    people: people.length > 0 ? people : [{ firstName: '', lastName: '', email: '' }],
    date: form.date.trim(),
    time: form.time.trim() || '20:00',
    timeZone: form.timeZone.trim(),
    message: form.message,
    // The page suggested them before it knew these names.
    prompts: occasion ? withNames(occasion, { names, before: form.suggestedFor, prompts }) : prompts,
  });
}

function readDeadline(values: StartValues, now: number, errors: StartErrors): string | undefined {
  if (!values.date || !values.timeZone) return undefined;
  const moment = readMoment(values);
  if (!moment) errors.date = 'We can’t read this date. Please choose it again.';
  else if (moment.getTime() <= now) errors.date = 'That’s in the past. When should clips be in by?';
  else if (moment.getTime() - now > DATES_AHEAD_MAX)
    errors.date = 'This is more than ten years away. Choose an earlier day.';
  return moment?.toISOString();
}

function readMoment({ date, time, timeZone }: StartValues): Date | null {
  try {
    return zonedToUtc(`${date}T${time}`, timeZone);
  } catch {
    return null;
  }
}

/** Assigns the contract's messages to form fields; the first for each field counts. */
function collect(error: z.ZodError, errors: StartErrors) {
  for (const issue of error.issues) {
    const path = issue.path.map(String);
    const field = path[0] === 'recipients' ? ['people', ...path.slice(1)].join('.') : (path[0] ?? 'form');
    errors[field === 'deadline' ? 'date' : field] ??= issue.message;
  }
}
