import * as z from 'zod';
import { contract } from '../contract.ts';
import { GUESTBOOK, NAME_MAX } from '../limits.ts';
import { REACTIONS } from '../reactions.ts';
import { eventRef, line, listMeta, objectId, page, text } from './common.ts';

const entry = z.object({
  id: z.string(),
  eventId: z.string(),
  name: z.string(),
  text: z.string().nullable(),
  reaction: z.enum(REACTIONS).nullable(),
  /** Only the recipient, the makers and staff see hidden ones. */
  hidden: z.boolean(),
  /** Written in this browser or with this account. */
  mine: z.boolean(),
  createdAt: z.string(),
});
export type GuestbookEntry = z.infer<typeof entry>;

/** `v`: a key of the gift; `receipt`: that of a contributor. */
const withGiftKey = z.object({ v: z.string().max(64).optional(), receipt: z.string().max(64).optional() });

const ofEvent = z.object({ id: eventRef });
const ofEntry = z.object({ id: objectId });
const tally = z.object(Object.fromEntries(REACTIONS.map((name) => [name, z.number().int()])));

export const listGuestbook = contract({
  method: 'GET',
  path: '/api/v2/events/:id/guestbook',
  summary: 'Lines of a guestbook, newest first, and how many reactions there are of each.',
  access: 'guestbook.read',
  params: ofEvent,
  query: page.extend(withGiftKey.shape),
  response: z.array(entry),
  beside: z.object({ meta: listMeta.shape.meta.extend({ reactions: tally }) }),
});

export const signGuestbook = contract({
  method: 'POST',
  path: '/api/v2/events/:id/guestbook',
  summary: 'Write a line, leave a reaction, or both. The same again from the same browser counts once.',
  access: 'guestbook.write',
  params: ofEvent,
  query: withGiftKey,
  body: z
    .object({
      name: line(NAME_MAX).pipe(z.string().min(1, 'Please write your name.')),
      text: text(GUESTBOOK.textMax).optional(),
      reaction: z.enum(REACTIONS).optional(),
    })
    .refine((body) => Boolean(body.text) || body.reaction !== undefined, {
      path: ['text'],
      message: 'Write a line, or choose a reaction.',
    }),
  response: entry,
  status: 201,
  limit: 'write',
});

export const hideGuestbookEntry = contract({
  method: 'PUT',
  path: '/api/v2/guestbook/:id',
  summary: 'Hide a line or show it again.',
  access: 'guestbook.hide',
  params: ofEntry,
  query: withGiftKey,
  body: z.object({ hidden: z.boolean() }),
  response: entry,
  limit: 'write',
});

export const takeBackGuestbookEntry = contract({
  method: 'DELETE',
  path: '/api/v2/guestbook/:id',
  summary: 'Take back what was written in this browser or with this account.',
  access: 'guestbook.write',
  params: ofEntry,
  query: withGiftKey,
  response: entry,
  limit: 'write',
});

export const reportGuestbookEntry = contract({
  method: 'POST',
  path: '/api/v2/guestbook/:id/report',
  summary: 'Report a line to staff.',
  access: 'guestbook.read',
  params: ofEntry,
  query: withGiftKey,
  response: z.object({ reported: z.literal(true) }),
  limit: 'write',
});
