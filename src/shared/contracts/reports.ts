import * as z from 'zod';
import { contract } from '../contract.ts';
import { EVENT_STATUS } from '../transitions.ts';
import { codeBeside } from './accounts.ts';
import { eventRef, listMeta, objectId, page, text } from './common.ts';

export const reportEvent = contract({
  method: 'POST',
  path: '/api/v2/events/:id/report',
  summary: 'Report an event’s page. For anyone who may see it, except its makers.',
  access: 'event.report',
  params: z.object({ id: eventRef }),
  query: z.object({ v: z.string().max(64).optional(), privateKey: z.string().max(64).optional() }),
  body: z.object({
    /** What is wrong, in the reporter's words. */
    reason: text(1000).optional(),
    /** More of their words, where a client has a reason to choose and a field beside it. */
    text: text(1000).optional(),
    /** The clip that is meant; absent or empty: the whole page. */
    mediaId: z.union([objectId, z.literal('')]).optional(),
  }),
  response: z.object({ reported: z.literal(true) }),
  status: 201,
  limit: 'write',
});

export const REPORT_STATUS = ['open', 'confirmed', 'dismissed'] as const;

const report = z.object({
  id: z.string(),
  eventId: z.string(),
  /** The clip that is meant; null: the whole page. */
  mediaId: z.string().nullable(),
  /** Null once the event is purged. */
  event: z.object({ uuid: z.string(), title: z.string(), status: z.enum(EVENT_STATUS) }).nullable(),
  /** The beginning of `text`. */
  reason: z.string(),
  /** The reporter's words; may be empty. */
  text: z.string(),
  /** Their role, such as "the recipient", or their account's address. */
  reporter: z.string(),
  status: z.enum(REPORT_STATUS),
  /** Why staff decided so. */
  note: z.string(),
  handledBy: z.string().nullable(),
  createdAt: z.string(),
  handledAt: z.string().nullable(),
});
export type Report = z.infer<typeof report>;

export const listReports = contract({
  method: 'GET',
  path: '/api/v2/reports',
  summary: 'Reports of events: open ones oldest first, others newest first.',
  access: 'report.handle',
  query: page.extend({ status: z.enum(REPORT_STATUS).default('open') }),
  response: z.array(report),
  beside: listMeta,
});

const decideReportBody = z.object({
  status: z.enum(['confirmed', 'dismissed']),
  /** Its state where it was decided. WRONG_STATE if a colleague decided otherwise meanwhile. */
  seen: z.enum(REPORT_STATUS).optional(),
  /** For staff. */
  note: text(500).default(''),
  /** For the event's creator, in their mail. Default: a general sentence. */
  why: text(1000).default(''),
  ...codeBeside.shape,
});

export const decideReport = contract({
  method: 'PUT',
  path: '/api/v2/reports/:id',
  summary:
    'Dismiss a report, or confirm it, which suspends the event; dismissing a confirmed one lifts that. Confirming requires a recent second step.',
  access: 'report.handle',
  params: z.object({ id: objectId }),
  body: decideReportBody,
  response: report,
  limit: 'write',
});
