import * as z from 'zod';
import { contract } from '../contract.ts';
import { IDEA } from '../limits.ts';
import { listMeta, objectId, page, text } from './common.ts';
import { IDEA_STATUSES, idea } from './feedback.ts';

const staffIdea = idea.omit({ hasVoted: true }).extend({
  /** The idea that has its votes now; null: it stands by itself. */
  mergedInto: z.object({ id: z.string(), title: z.string() }).nullable(),
});
export type StaffIdea = z.infer<typeof staffIdea>;

/** States, those taken off the list, and those merged into another. */
export const IDEA_SHOWS = [...IDEA_STATUSES, 'hidden', 'merged'] as const;
export type IdeaShow = (typeof IDEA_SHOWS)[number];

export const listStaffIdeas = contract({
  method: 'GET',
  path: '/api/v2/staff/feedback',
  summary: 'Ideas of one state for staff, by votes; with `q`, similar ones.',
  access: 'idea.moderate',
  query: page.extend({
    show: z.enum(IDEA_SHOWS).default('new'),
    q: z.string().max(IDEA.queryMax).default(''),
  }),
  response: z.array(staffIdea),
  beside: listMeta,
});

export const mergeIdea = contract({
  method: 'POST',
  path: '/api/v2/staff/feedback/:id/merge',
  summary: 'Merge an idea into another: its votes count there, and its own votes lead there. Idempotent.',
  access: 'idea.moderate',
  params: z.object({ id: objectId }),
  body: z.object({ into: objectId, note: text(500).default('') }),
  response: staffIdea,
  limit: 'write',
});
