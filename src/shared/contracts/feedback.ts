import * as z from 'zod';
import { contract } from '../contract.ts';
import { IDEA } from '../limits.ts';
import { line, listMeta, objectId, page, text } from './common.ts';

/** Status of an idea, set by staff. */
export const IDEA_STATUSES = ['new', 'planned', 'in-progress', 'done', 'declined'] as const;
export type IdeaStatus = (typeof IDEA_STATUSES)[number];

export const idea = z.object({
  id: z.string(),
  title: z.string(),
  /** May be empty. Plain text; links are not clickable. */
  text: z.string(),
  status: z.enum(IDEA_STATUSES),
  /** Reply of staff; may be empty. */
  answer: z.string(),
  votes: z.number().int(),
  /** Whether the viewer has voted for it. */
  hasVoted: z.boolean(),
  /** Hidden by staff; only staff see it. */
  isHidden: z.boolean(),
  createdAt: z.string(),
});
export type Idea = z.infer<typeof idea>;

const status = z.enum(IDEA_STATUSES, { error: 'There is no such state.' });
const title = line(IDEA.titleMax).min(IDEA.titleMin, 'A few words more, please: what should it do?');

/** Honeypot field: hidden from people, filled in by robots. */
export const IDEA_TRAP = 'website';

export const ideaBody = z.object({
  title,
  text: text(IDEA.textMax).optional(),
  [IDEA_TRAP]: z.string().max(1000).optional(),
});
export type IdeaBody = z.infer<typeof ideaBody>;

const ideaChange = z.object({
  title: title.optional(),
  text: text(IDEA.textMax).optional(),
  status: status.optional(),
  answer: text(IDEA.answerMax).optional(),
  isHidden: z.boolean({ error: 'Yes or no, please.' }).optional(),
  /** Why, for the audit log. */
  note: text(500).optional(),
});
export type IdeaChange = z.infer<typeof ideaChange>;

export const ideaQuery = page.extend({
  sort: z.enum(['votes', 'newest'], { error: 'By votes or newest.' }).default('votes'),
  status: status.optional(),
  /** Search words; best matches first, at most ten. */
  q: z.string().max(IDEA.queryMax).optional(),
  /** `true`: staff also see hidden ideas. */
  hidden: z.enum(['true', 'false'], { error: 'Yes or no, please.' }).optional(),
});
export type IdeaQuery = z.infer<typeof ideaQuery>;

const PATH = '/api/v2/feedback/ideas';
const params = z.object({ id: objectId });

export const listIdeas = contract({
  method: 'GET',
  path: PATH,
  summary: 'Ideas by votes or newest; with `q`, similar ones.',
  access: 'anyone',
  query: ideaQuery,
  response: z.array(idea),
  beside: listMeta,
});

export const createIdea = contract({
  method: 'POST',
  path: PATH,
  summary: 'Share an idea, with or without an account. It starts with your vote.',
  access: 'anyone',
  body: ideaBody,
  response: idea,
  status: 201,
  limit: 'write',
});

export const voteForIdea = contract({
  method: 'PUT',
  path: `${PATH}/:id/votes`,
  summary: 'Vote for an idea. Without an account, sets a cookie. Idempotent.',
  access: 'anyone',
  params,
  response: idea,
  limit: 'write',
});

export const takeVoteBack = contract({
  method: 'DELETE',
  path: `${PATH}/:id/votes`,
  summary: 'Remove your vote.',
  access: 'anyone',
  params,
  response: idea,
  limit: 'write',
});

export const updateIdea = contract({
  method: 'PUT',
  path: `${PATH}/:id`,
  summary: 'Change an idea’s status or text, answer it, or hide it.',
  access: 'idea.moderate',
  params,
  body: ideaChange,
  response: idea,
  limit: 'write',
});
