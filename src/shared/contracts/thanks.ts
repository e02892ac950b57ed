import * as z from 'zod';
import { contract } from '../contract.ts';
import { TEXT_MAX } from '../limits.ts';
import { eventRef, objectId, text } from './common.ts';
import { media } from './media.ts';

export const THANKS_KINDS = ['heart', 'note', 'video'] as const;
export type ThanksKind = (typeof THANKS_KINDS)[number];

/** A recipient's thanks to everyone in the film, or to one person. */
const thanks = z.object({
  id: z.string(),
  eventId: z.string(),
  kind: z.enum(THANKS_KINDS),
  /** `all`, or the id of a person in the film. */
  to: z.string(),
  text: z.string().nullable(),
  /** The video; null when it was removed. */
  media: media.nullable(),
  /** Until then it can be undone and nobody sees it; null once it is out. */
  undoUntil: z.string().nullable(),
  createdAt: z.string(),
});
export type Thanks = z.infer<typeof thanks>;

const withKey = z.object({ v: z.string().max(64).optional() });
const ofEvent = z.object({ id: eventRef });

export const sendThanks = contract({
  method: 'POST',
  path: '/api/v2/events/:id/thanks',
  summary:
    'Thank everyone in the film, or one person: a heart, a note, or a video added with `isThankYou`. It is sent after some seconds, during which it can be undone. A second heart to the same people counts once.',
  access: 'thanks.send',
  params: ofEvent,
  query: withKey,
  body: z
    .object({
      kind: z.enum(THANKS_KINDS),
      to: z.string().regex(/^(?:all|[A-Za-z0-9_-]{22})$/, 'Thank everybody, or one person.'),
      text: text(TEXT_MAX).optional(),
      mediaId: objectId.optional(),
    })
    .refine(({ kind, text: words }) => kind !== 'note' || Boolean(words), {
      path: ['text'],
      message: 'Write a few words first.',
    })
    .refine(({ kind, mediaId }) => (kind === 'video') === (mediaId !== undefined), {
      path: ['mediaId'],
      message: 'A video needs its clip, and nothing else has one.',
    }),
  response: thanks,
  status: 201,
  limit: 'write',
});

export const listThanks = contract({
  method: 'GET',
  path: '/api/v2/events/:id/thanks',
  summary: 'Thanks sent by a recipient, oldest first. The creator sees those sent to everyone.',
  access: 'thanks.read',
  params: ofEvent,
  query: withKey,
  response: z.array(thanks),
});

export const takeBackThanks = contract({
  method: 'DELETE',
  path: '/api/v2/events/:id/thanks/:thanksId',
  summary: 'Undo a thank-you before it is sent.',
  access: 'thanks.send',
  params: ofEvent.extend({ thanksId: objectId }),
  query: withKey,
  response: thanks,
  limit: 'write',
});
