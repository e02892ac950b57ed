import * as z from 'zod';
import { contract } from '../contract.ts';
import { MESSAGE_MAX } from '../limits.ts';
import { eventRef, isoDate, objectId, text, timeZone } from './common.ts';
import { event, withKey } from './events.ts';

export const deliverEvent = contract({
  method: 'POST',
  path: '/api/v2/events/:id/deliver',
  summary:
    'Deliver the film to its recipients, at a time in a zone or now. Without `at` it is sent after ten seconds, during which DELETE undoes it. With `byText` it goes to recipients’ phone numbers instead of their addresses; with `byHand` nothing is sent: the organiser passes on the link.',
  access: 'event.deliver',
  params: z.object({ id: objectId }),
  body: z.object({
    at: isoDate.nullish(),
    timeZone: timeZone.optional(),
    message: text(MESSAGE_MAX).optional(),
    byHand: z.boolean().optional(),
    byText: z.boolean().optional(),
  }),
  response: event,
  limit: 'write',
});

export const takeBackDelivery = contract({
  method: 'DELETE',
  path: '/api/v2/events/:id/deliver',
  summary: 'Cancel a planned delivery, or undo an immediate one within ten seconds, which restores an earlier plan.',
  access: 'event.deliver',
  params: z.object({ id: objectId }),
  response: event,
  limit: 'write',
});

export const nudgeRecipients = contract({
  method: 'POST',
  path: '/api/v2/events/:id/nudge-recipients',
  summary:
    'Remind recipients by mail of a gift that they have not opened two days after it was given; once. The mail doesn’t say what it is.',
  access: 'event.deliver',
  params: z.object({ id: objectId }),
  response: event,
  limit: 'write',
});

export const testDelivery = contract({
  method: 'POST',
  path: '/api/v2/events/:id/deliver/test',
  summary: 'Mail the gift to yourself, as its recipients would get it. The gift stays unopened.',
  access: 'event.deliver',
  params: z.object({ id: objectId }),
  body: z.object({ message: text(MESSAGE_MAX).optional() }),
  response: z.object({ to: z.string() }),
  status: 202,
  limit: 'write',
});

export const openedEvent = contract({
  method: 'POST',
  path: '/api/v2/events/:id/opened',
  summary:
    'Record that the recipient has unwrapped the gift; set once. `hasReward` says whether money or trees wait for them beside the film; for others it is false.',
  access: 'gift.readOpened',
  params: z.object({ id: eventRef }),
  query: withKey,
  response: z.object({ openedAt: z.string().nullable(), hasReward: z.boolean() }),
  limit: 'write',
  repeatable: true,
});
