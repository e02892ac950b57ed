import * as z from 'zod';
import { contract } from '../contract.ts';
import { MESSAGE_MAX, SUBJECT_MAX } from '../limits.ts';
import { codeBeside } from './accounts.ts';
import { emailAddress, line, objectId, text } from './common.ts';

const PATH = '/api/mail/broadcast';

/** `everybody`: with a confirmed address; `makers`: of them, who have a VidDay; `staff`: of them, editors and admins. */
export const AUDIENCES = ['everybody', 'makers', 'staff'] as const;
export type Audience = (typeof AUDIENCES)[number];

const broadcast = z.object({
  id: z.string(),
  audience: z.enum(AUDIENCES),
  subject: z.string(),
  message: z.string(),
  status: z.enum(['sending', 'stopped', 'done']),
  /** People in the audience when it began. */
  total: z.number().int(),
  /** Mails handed to the queue so far. */
  queued: z.number().int(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
});
export type Broadcast = z.infer<typeof broadcast>;

export const sendBroadcast = contract({
  method: 'POST',
  path: PATH,
  summary:
    'Mail everybody of an audience, one mail for each account. With `testTo`, one’s own address, only that one is sent; without, the same words must have been tried on oneself within a day. Those who unsubscribed get none. Sending to an audience requires a recent second step.',
  access: 'broadcast.send',
  body: z.object({
    audience: z.enum(AUDIENCES),
    subject: line(SUBJECT_MAX).min(8, 'Write a subject of 8 letters or more.'),
    /** `{name}` becomes each person's first name; an empty line begins a paragraph. */
    message: text(MESSAGE_MAX).refine((words) => words !== '', 'Write a message.'),
    testTo: emailAddress.optional(),
    ...codeBeside.shape,
  }),
  response: z.object({
    /** Null for a trial. */
    id: z.string().nullable(),
    queued: z.number().int(),
    skipped: z.array(z.object({ id: z.string(), why: z.string() })),
  }),
  status: 202,
  limit: 'write',
});

export const listBroadcasts = contract({
  method: 'GET',
  path: PATH,
  summary: 'The latest mails to everybody of an audience, newest first.',
  access: 'broadcast.send',
  response: z.array(broadcast),
});

export const stopBroadcast = contract({
  method: 'DELETE',
  path: `${PATH}/:id`,
  summary: 'Stop a mail on its way: nobody else gets it.',
  access: 'broadcast.send',
  params: z.object({ id: objectId }),
  response: broadcast,
  limit: 'write',
});
