import * as z from 'zod';
import { HIDDEN, withoutHidden } from '../hidden-characters.ts';
import { MAIL } from '../looks-like-mail.ts';
import '../plain-zod.ts';

/** A MongoDB id in hexadecimal. */
export const objectId = z.string().regex(/^[0-9a-f]{24}$/, 'This is not an id.');

/** Anything that identifies an event in a URL: its id, its uuid or one of its keys. */
export const eventRef = z.string().regex(/^[A-Za-z0-9-]{10,64}$/, 'This link is not complete.');

export const isoDate = z.iso.datetime({ offset: true, error: 'Please enter a date and a time.' });

export const timeZone = z.string().max(64).refine(isTimeZone, 'We don’t know this time zone.');

export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email({ pattern: MAIL, error: 'Check the address: it should look like name@example.com.' }));

const NO_HIDDEN = new RegExp(`^[^${HIDDEN}]*$`, 'u');
const HIDDEN_REFUSED = 'There is an invisible character in here. Please type it again instead of pasting it.';

/** One line of text: trimmed, no control characters, and visible unless empty. */
export function line(max: number) {
  return z
    .string()
    .trim()
    .max(max, `At most ${max} characters, please.`)
    .regex(/^[^\p{Cc}]*$/u, 'Please leave out line breaks and control characters.')
    .regex(NO_HIDDEN, HIDDEN_REFUSED)
    .regex(/^$|[\p{L}\p{N}\p{P}\p{S}]/u, 'Please write something that can be seen.');
}

/**
 * Multi-line text: trimmed, line breaks normalised. Hidden characters are dropped, not refused: phones add them around
 * pasted numbers.
 */
export function text(max: number) {
  return z
    .string()
    .transform((value) => withoutHidden(value).replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .max(max, `At most ${max} characters, please.`)
        .regex(/^[^\p{Cc}]*(?:[\n\t][^\p{Cc}]*)*$/u, 'Please leave out control characters.'),
    );
}

export const empty = z.object({});

export const page = z.object({
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

export const listMeta = z.object({ meta: z.object({ total: z.number().int(), nextCursor: z.string().nullable() }) });

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
