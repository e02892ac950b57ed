import * as z from 'zod';
import { contract } from '../contract.ts';
import { listMeta, objectId, page } from './common.ts';

/** What a user is notified of; on screens it is called news. */
export const NEWS_TYPES = [
  'clipArrived',
  'clipFailed',
  'rsvp',
  'deadline',
  'previewReady',
  'filmReady',
  'filmFailed',
  'paid',
  'paymentFailed',
  'refunded',
  'delivered',
  'unopened',
  'opened',
  'thankYou',
  'guestbook',
  'present',
  'reward',
  'chatAnswer',
  'organiserAdded',
  'reportResolved',
  'order',
  'postcard',
  'archiveSoon',
] as const;
export type NewsType = (typeof NEWS_TYPES)[number];

/** What happened, as far as its type knows it. */
const newsFacts = z.object({
  /** First names, oldest first: who sent the clips, answered or had trouble, or was not reached. */
  names: z.array(z.string()).optional(),
  /** How many were gathered. */
  count: z.number().int().optional(),
  /** The event's first clip is among them. */
  isFirst: z.boolean().optional(),
  /** A guest's answer. */
  answer: z.enum(['yes', 'maybe', 'no']).optional(),
  /** What a guest wrote with it, or what happened to a payment or an order. */
  note: z.string().optional(),
  /** Days until the deadline, 0 on the last; or until the archive. */
  days: z.number().int().optional(),
  /** The deadline, in words. */
  until: z.string().optional(),
  /** Integer cents. */
  amount: z.number().int().optional(),
  currency: z.string().optional(),
  /** A heart, words or a video. */
  thanks: z.enum(['heart', 'note', 'video']).optional(),
  /** The organiser hands over the link. */
  byHand: z.boolean().optional(),
  /** Staff agreed with a report. */
  isConfirmed: z.boolean().optional(),
});
export type NewsFacts = z.infer<typeof newsFacts>;

const notification = z.object({
  id: z.string(),
  type: z.enum(NEWS_TYPES),
  title: z.string(),
  /** May be empty. */
  text: z.string(),
  /** Path of the page that it is about. */
  url: z.string(),
  eventId: z.string().nullable(),
  data: newsFacts,
  /** Null until its line was shown. */
  seenAt: z.string().nullable(),
  /** Null until it was opened, or marked as read. */
  readAt: z.string().nullable(),
  createdAt: z.string(),
  /** When it last grew or changed; lists are sorted by it. */
  updatedAt: z.string(),
});
export type Notification = z.infer<typeof notification>;

const counts = { unseen: z.number().int(), unread: z.number().int() };
export type NewsCounts = z.infer<z.ZodObject<typeof counts>>;

export const listNotifications = contract({
  method: 'GET',
  path: '/api/v2/notifications',
  summary: 'Your news, newest first; the counts are of all of it.',
  access: 'signed-in',
  query: page.extend({
    /** Only unread ones. */
    unread: z.literal('true').optional(),
  }),
  response: z.array(notification),
  beside: z.object({ meta: listMeta.shape.meta.extend(counts) }),
});

const one = {
  method: 'POST',
  access: 'signed-in',
  params: z.object({ id: objectId }),
  response: notification,
  limit: 'write',
  repeatable: true,
} as const;

export const readNotification = contract({
  ...one,
  path: '/api/v2/notifications/:id/read',
  summary: 'Mark a line of your news as read, and so as seen.',
});

export const seeNotification = contract({
  ...one,
  path: '/api/v2/notifications/:id/seen',
  summary: 'Mark a line of your news as seen.',
});

const all = {
  method: 'POST',
  access: 'signed-in',
  response: z.object(counts),
  limit: 'write',
  repeatable: true,
} as const;

export const readNotifications = contract({
  ...all,
  path: '/api/v2/notifications/read',
  summary: 'Mark all your news as read. Answers what is left.',
});

export const seeNotifications = contract({
  ...all,
  path: '/api/v2/notifications/seen',
  summary: 'Mark all your news as seen. Answers what is left.',
});
