import * as z from 'zod';
import { contract } from '../contract.ts';
import { RENDER_STATUS } from '../transitions.ts';
import { listMeta, objectId, page, text } from './common.ts';
import { askedKind, publishedMedia, renderJob } from './films.ts';

const params = z.object({ id: objectId });
/** Why, for the audit log. */
const note = text(500).default('');

export const listStaffRenders = contract({
  method: 'GET',
  path: '/api/admin/renderjobs',
  summary: 'Renders of all films, newest first, with their logs.',
  access: 'job.handle',
  query: page.extend({ status: z.enum(RENDER_STATUS).optional() }),
  response: z.array(renderJob),
  beside: listMeta,
});

export const makeStaffRender = contract({
  method: 'POST',
  path: '/api/admin/renderjobs',
  summary: 'Make a film of an event, paid or not, that its makers don’t see until it is published.',
  access: 'render.make',
  body: z.object({ eventId: objectId, ...askedKind, note }),
  response: renderJob,
  status: 202,
  limit: 'write',
});

export const cancelStaffRender = contract({
  method: 'DELETE',
  path: '/api/admin/renderjobs/:id',
  summary: 'Cancel a render; the previous film stays.',
  access: 'job.handle',
  params,
  response: renderJob,
  limit: 'write',
});

export const publishRender = contract({
  method: 'POST',
  path: '/api/v2/render-jobs/:id/publish',
  summary: 'Make a render’s film the current one of its event. WRONG_STATE until it is done.',
  access: 'render.make',
  params,
  body: z.object({ note }),
  response: publishedMedia,
  limit: 'write',
});

export const retryRender = contract({
  method: 'POST',
  path: '/api/v2/staff/render-jobs/:id/retry',
  summary: 'Render a film again that failed or was cancelled. WRONG_STATE for any other.',
  access: 'job.handle',
  params,
  body: z.object({ note }),
  response: renderJob,
  status: 202,
  limit: 'write',
});

const job = z.object({
  id: z.string(),
  /** Such as `mail.send`. */
  type: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  progress: z.number(),
  step: z.string(),
  attempt: z.number().int(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type StaffJob = z.infer<typeof job>;

export const JOB_STATES = ['failed', 'running', 'queued', 'done'] as const;

export const listStaffJobs = contract({
  method: 'GET',
  path: '/api/v2/staff/jobs',
  summary: 'Jobs in one state, newest first; ended ones of the last 30 days. Without their content.',
  access: 'job.handle',
  query: page.extend({ state: z.enum(JOB_STATES).default('failed') }),
  response: z.array(job),
  beside: z.object({ meta: z.object({ nextCursor: z.string().nullable() }) }),
});

export const retryJob = contract({
  method: 'POST',
  path: '/api/v2/staff/jobs/:id/retry',
  summary: 'Start a failed or cancelled job again. WRONG_STATE for any other, and once its content is deleted.',
  access: 'job.handle',
  params,
  body: z.object({ note }),
  response: job,
  status: 202,
  limit: 'write',
});

export const cancelJob = contract({
  method: 'DELETE',
  path: '/api/v2/staff/jobs/:id',
  summary:
    'Take a job out of the queue, or stop it. WRONG_STATE once it has ended, and for housekeeping, which repeats.',
  access: 'job.handle',
  params,
  response: job,
  limit: 'write',
});
