import * as z from 'zod';
import { contract } from '../contract.ts';
import { EVENT_STATUS } from '../transitions.ts';
import { codeBeside } from './accounts.ts';
import { emailAddress, isoDate, listMeta, objectId, page, text } from './common.ts';

const params = z.object({ id: objectId });
const state = z.object({ id: z.string(), status: z.enum(EVENT_STATUS) });
/** Why, for staff. */
const note = text(500).default('');

export const suspendEvent = contract({
  method: 'POST',
  path: '/api/v2/staff/events/:id/suspend',
  summary: 'Close an event to everybody, and mail its creator why. Requires a recent second step.',
  access: 'event.suspend',
  params,
  body: z.object({
    /** For the event's creator. Default: a general sentence. */
    why: text(1000).default(''),
    note,
    ...codeBeside.shape,
  }),
  response: state,
  limit: 'write',
});

export const liftSuspension = contract({
  method: 'POST',
  path: '/api/v2/staff/events/:id/lift',
  summary: 'Open a suspended event again, in the state that it had, and tell its creator.',
  access: 'event.suspend',
  params,
  body: z.object({ note }),
  response: state,
  limit: 'write',
});

const staffEvent = z.object({
  id: z.string(),
  uuid: z.string(),
  title: z.string(),
  status: z.enum(EVENT_STATUS),
  occasion: z.string(),
  /** Null for an event whose creator is gone. */
  creator: z.object({ id: z.string(), email: z.string(), name: z.string() }).nullable(),
  /** Beginnings of its keys, such as `vQm7T…`: never whole ones. */
  keys: z.object({ privateKey: z.string(), viewKey: z.string() }),
  clips: z.number().int(),
  contributors: z.number().int(),
  /** Seconds. */
  length: z.number(),
  /** Cents paid for its films; null for roles that see no money. */
  paid: z.number().int().nullable(),
  deadline: z.string().nullable(),
  deliverAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type StaffEvent = z.infer<typeof staffEvent>;

export const EVENT_SHOWS = ['all', ...EVENT_STATUS] as const;
export type EventShow = (typeof EVENT_SHOWS)[number];

export const listStaffEvents = contract({
  method: 'GET',
  path: '/api/v2/staff/events',
  summary:
    'Events, newest first; with `q` those whose people, creator, uuid, id or key begin like it, 50 at most. Keys are masked.',
  access: 'event.suspend',
  query: page.extend({ q: text(100).default(''), show: z.enum(EVENT_SHOWS).default('all') }),
  response: z.array(staffEvent),
  beside: listMeta,
});

export const extendEvent = contract({
  method: 'POST',
  path: '/api/v2/staff/events/:id/extend',
  summary: 'Move an event’s deadline, and open it for clips.',
  access: 'event.assist',
  params,
  body: z.object({ deadline: isoDate, note }),
  response: state,
  limit: 'write',
});

export const transferEvent = contract({
  method: 'POST',
  path: '/api/v2/staff/events/:id/transfer',
  summary: 'Give an event to another account, whose address is confirmed. Requires a recent second step.',
  access: 'event.assist',
  params,
  body: z.object({ email: emailAddress, note, ...codeBeside.shape }),
  response: state,
  limit: 'write',
});

export const restoreStaffEvent = contract({
  method: 'POST',
  path: '/api/v2/staff/events/:id/restore',
  summary: 'Restore an event that was deleted in the last 30 days.',
  access: 'event.assist',
  params,
  body: z.object({ note }),
  response: state,
  limit: 'write',
});

export const eventPackage = contract({
  method: 'GET',
  path: '/api/admin/viddaypackage/:id',
  summary:
    'Everything of one event as a ZIP (application/zip) instead of JSON: event.json with masked keys, originals, films, posters, texts, logs, SHA256SUMS. Requires a recent second step.',
  access: 'event.package',
  params,
  response: z.null(),
  limit: 'write',
});
