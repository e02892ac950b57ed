import * as z from 'zod';
import { contract } from '../contract.ts';
import { ERROR_STATES, ERROR_TEXT } from '../gathered-errors.ts';
import { listMeta, objectId, page, text } from './common.ts';

/** Cut on arrival: a long message is no reason to lose it. */
const cut = (max: number) =>
  z
    .string()
    .max(100_000)
    .transform((value) => value.slice(0, max));

export const reportError = contract({
  method: 'POST',
  path: '/api/v2/errors',
  summary: 'Report an error of this site’s scripts. Sent without cookies; stores no address, key or query string.',
  access: 'anyone',
  body: z.object({
    type: cut(ERROR_TEXT.type),
    message: cut(ERROR_TEXT.message * 4),
    stack: cut(ERROR_TEXT.stack * 2).default(''),
    /** Path of the page, without its query. */
    page: cut(300).default(''),
  }),
  response: z.object({ gathered: z.boolean() }),
  status: 202,
  limit: 'error-report',
  repeatable: true,
});

const gatheredError = z.object({
  id: z.string(),
  side: z.enum(['browser', 'server']),
  type: z.string(),
  message: z.string(),
  stack: z.string(),
  /** Page or part of the server, without ids. */
  place: z.string(),
  /** Browser and device of the last one; empty for servers. */
  device: z.string(),
  count: z.number().int(),
  firstAt: z.string(),
  lastAt: z.string(),
  state: z.enum(ERROR_STATES),
  /** Who decided last; null: nobody. */
  decidedBy: z.string().nullable(),
  note: z.string(),
});
export type GatheredError = z.infer<typeof gatheredError>;

export const listErrors = contract({
  method: 'GET',
  path: '/api/v2/staff/errors',
  summary: 'Errors of browsers and servers, latest first, each kind once with its count.',
  access: 'error.handle',
  query: page.extend({ state: z.enum(ERROR_STATES).default('open') }),
  response: z.array(gatheredError),
  beside: listMeta,
});

export const decideError = contract({
  method: 'PUT',
  path: '/api/v2/staff/errors/:id',
  summary: 'Resolve, ignore or reopen an error. A resolved one that occurs again is open again.',
  access: 'error.handle',
  params: z.object({ id: objectId }),
  body: z.object({ state: z.enum(ERROR_STATES), note: text(500).default('') }),
  response: gatheredError,
  limit: 'write',
});
