import * as z from 'zod';
import { contract } from '../contract.ts';
import { GUESTS_ADDED_AT_ONCE, NAME_MAX, NOTE_MAX, NUDGE_MAX } from '../limits.ts';
import { REMINDER_DAYS } from '../reminder-days.ts';
import { NUDGE_CHANNELS, NUDGE_WAYS, RSVP_ANSWERS, RSVP_PROGRESS, RSVP_VIA } from '../rsvp-values.ts';
import { RSVP_STATUS } from '../transitions.ts';
import { emailAddress, eventRef, line, objectId, text, timeZone } from './common.ts';

const rsvp = z.object({
  id: z.string(),
  eventId: z.string(),
  firstName: z.string(),
  lastName: z.string().nullable(),
  /** Address, telephone number, clips and link: for the event's makers. */
  email: z.string().nullable().optional(),
  phone: z.string().nullable().optional(),
  status: z.enum(RSVP_STATUS),
  note: z.string().nullable(),
  /** How they were invited first; null if not yet. */
  via: z.enum(RSVP_VIA).nullable(),
  progress: z.enum(RSVP_PROGRESS),
  invitedAt: z.string().nullable(),
  /** In the future: a mail that waits for the morning. */
  lastNudgedAt: z.string().nullable(),
  lastNudgedVia: z.enum(NUDGE_WAYS).nullable(),
  nudges: z.number(),
  openedAt: z.string().nullable(),
  answeredAt: z.string().nullable(),
  contributedAt: z.string().nullable(),
  mediaIds: z.array(z.string()).optional(),
  /** Gets no reminders. */
  muted: z.boolean(),
  /** Until when their own link takes clips after the deadline; null without one. */
  graceUntil: z.string().nullable(),
  link: z.string().optional(),
  /** Why mail to them came back. */
  bounce: z.string().nullable(),
});
export type Rsvp = z.infer<typeof rsvp>;

const firstName = line(NAME_MAX).min(1, 'What is their name?');
const note = text(NOTE_MAX);
const answer = z.enum(RSVP_ANSWERS);
const blank = (value: unknown) => (value === '' ? null : value);

const guestInput = z.object({
  firstName,
  lastName: z.preprocess(blank, line(NAME_MAX).nullish()),
  email: z.preprocess(blank, emailAddress.nullish()),
  phone: z.preprocess(blank, line(40).nullish()),
  note: note.optional(),
});
export type GuestInput = z.infer<typeof guestInput>;

/** Why somebody was not added; `index` in the list that was sent. */
const notAdded = z.object({ index: z.number(), message: z.string() });

export const addRsvps = contract({
  method: 'POST',
  path: '/api/v2/rsvps',
  summary: 'Add guests: `people` by the organiser, or `firstName` and `answer` by a visitor of the public page.',
  access: 'guest.join',
  body: z
    .object({
      event: eventRef,
      people: z.array(guestInput).min(1).max(GUESTS_ADDED_AT_ONCE).optional(),
      firstName: line(NAME_MAX).min(1, 'What is your name?').optional(),
      answer: answer.optional(),
      note: note.optional(),
    })
    .refine(({ people, firstName, answer }) => (people === undefined) === (firstName !== undefined && !!answer), {
      path: ['people'],
      message: 'Send either a list of people, or your own name and answer.',
    }),
  response: z.array(rsvp),
  status: 201,
  limit: 'write',
  beside: z.object({ meta: z.object({ duplicates: z.array(notAdded), refused: z.array(notAdded) }) }),
});

export const listRsvps = contract({
  method: 'GET',
  path: '/api/v2/events/:id/rsvps',
  summary: 'All guests of an event, oldest first.',
  access: 'guest.read',
  params: z.object({ id: eventRef }),
  response: z.array(rsvp),
  beside: z.object({ meta: z.object({ total: z.number(), nextCursor: z.null() }) }),
});

const params = z.object({ id: objectId });
const byInvitation = z.object({ i: z.string().max(64).optional() });

export const updateRsvp = contract({
  method: 'PUT',
  path: '/api/v2/rsvps/:id',
  summary:
    'Change a guest. With the invitation’s key `i`, guests answer for themselves: `firstName`, `answer`, `note`; their browser adds `opened`, `progress` and `timeZone`.',
  access: 'guest.answer',
  params,
  query: byInvitation,
  body: guestInput
    .extend({
      answer,
      note: note.nullable(),
      muted: z.boolean(),
      opened: z.literal(true),
      progress: z.enum(RSVP_PROGRESS),
      timeZone,
      /** The key again, for pages without script. */
      i: z.string().max(64),
    })
    .partial(),
  response: rsvp,
  limit: 'write',
  roundTrip: true,
});

export const removeRsvp = contract({
  method: 'DELETE',
  path: '/api/v2/rsvps/:id',
  summary: 'Remove a guest from the list. Their clips stay.',
  access: 'guest.edit',
  params,
  response: rsvp,
  limit: 'write',
});

export const inviteRsvp = contract({
  method: 'POST',
  path: '/api/v2/rsvps/:id/invite',
  summary:
    'Invite or nudge a guest, once a day at most. By a `channel` we send it, between 9 and 20 o’clock; `link` hands out their own link. With `via` a way from your own phone is noted, except for `mail`, which we send.',
  access: 'guest.edit',
  params,
  body: z
    .object({
      via: z.enum(NUDGE_WAYS).optional(),
      channel: z.enum([...NUDGE_CHANNELS, 'link']).optional(),
      message: text(NUDGE_MAX).optional(),
    })
    .refine(({ via, channel }) => (via === undefined) !== (channel === undefined), {
      path: ['via'],
      message: 'Send either `via` or `channel`.',
    }),
  response: rsvp,
  limit: 'write',
});

export const takeBackNudge = contract({
  method: 'DELETE',
  path: '/api/v2/rsvps/:id/invite',
  summary: 'Take back a nudge that you did not send after all, or a mail that still waits for the morning.',
  access: 'guest.edit',
  params,
  response: rsvp,
  limit: 'write',
});

const reminders = z.object({
  isOn: z.boolean(),
  /** Days before the deadline, of 7, 3, 1 and 0. */
  days: z.array(z.literal([...REMINDER_DAYS])).max(REMINDER_DAYS.length),
});
export type Reminders = z.infer<typeof reminders>;

export const getReminders = contract({
  method: 'GET',
  path: '/api/v2/events/:id/reminders',
  summary: 'Which reminders we mail to guests who have not sent a clip.',
  access: 'guest.read',
  params: z.object({ id: eventRef }),
  response: reminders,
});

export const updateReminders = contract({
  method: 'PUT',
  path: '/api/v2/events/:id/reminders',
  summary: 'Turn reminders on or off, and choose their days.',
  access: 'guest.edit',
  params: z.object({ id: eventRef }),
  body: reminders,
  response: reminders,
  limit: 'write',
});

const importedRow = z.object({
  firstName: z.string(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** `duplicate`: on the list, or above in this one; `refused`: a recipient's address; `bad`: `message` says what to fix. */
  state: z.enum(['new', 'duplicate', 'refused', 'bad']),
  message: z.string().nullable(),
});
export type ImportedRow = z.infer<typeof importedRow>;

export const importRsvps = contract({
  method: 'POST',
  path: '/api/v2/rsvps/import',
  summary:
    'Read a guest list from text or a file (CSV in any form, Excel’s .xlsx, or vCard, as base64): one row for each person, in order. With `preview` nothing is saved; without, new people are added.',
  access: 'guest.edit',
  body: z
    .object({
      event: eventRef,
      text: z.string().max(100_000, 'That’s too much text. Split the list.').optional(),
      file: z.base64('This is not a file.').max(160_000, 'This file is too large. Split the list.').optional(),
      preview: z.boolean().default(false),
    })
    .refine(({ text, file }) => (text === undefined) !== (file === undefined), {
      path: ['text'],
      message: 'Send either a text or a file.',
    }),
  response: z.array(importedRow),
  limit: 'write',
});
