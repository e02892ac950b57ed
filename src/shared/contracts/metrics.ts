import * as z from 'zod';
import { contract } from '../contract.ts';
import { CAUSES, FAILED_THINGS, RANGES, type RangeName } from '../figures.ts';
import { keysOf } from '../known-values.ts';

const amount = z.number().int();

/** Half of all values are at most `half`, and 95 % at most `slow`. */
const spread = z.object({ half: z.number(), slow: z.number(), values: amount });
export type Spread = z.infer<typeof spread>;

const figures = z.object({
  /** Accounts that were made. */
  signUps: amount,
  /** VidDays that were started. */
  events: amount,
  /** Files that arrived whole. */
  uploads: amount,
  /** Those of them that arrived without an interruption. */
  firstTries: amount,
  /** Clips that were handed in, of any kind. */
  clips: amount,
  /** Films that were made. */
  films: amount,
  /** Mails that a server took, and those that it refused for good. */
  mails: amount,
  bounces: amount,
  /** Cents that came in for films, things and memberships, before refunds; null for those who may not see payments. */
  paid: amount.nullable(),
  failed: z.record(z.enum(FAILED_THINGS), z.record(z.enum(CAUSES), amount)),
  /** Milliseconds until a page or call was answered; null without any. */
  answer: spread.nullable(),
  /** Seconds of work for one second of film; null without any. */
  render: spread.nullable(),
});

const point = figures.extend({
  /** Begin of the hour, day or week, in UTC. */
  at: z.string(),
});
export type MetricsPoint = z.infer<typeof point>;
export type MetricsFigures = z.infer<typeof figures>;

const metrics = z.object({
  range: z.enum(keysOf(RANGES)),
  step: z.enum(['hour', 'day', 'week']),
  /** Oldest first; the last one is under way. */
  points: z.array(point),
  total: figures,
  /** Of the same length of time before. */
  before: figures,
  /** Without the step that is under way, and the same steps of the time before: what can be compared. */
  compared: z.object({ now: figures, before: figures }),
});
export type Metrics = z.infer<typeof metrics>;

export const readMetrics = contract({
  method: 'GET',
  path: '/api/v2/staff/metrics',
  summary:
    'Sign-ups, VidDays, uploads, failures by cause, render times, bounces and answer times, by hour, day or week.',
  access: 'metrics.read',
  query: z.object({ range: z.enum(keysOf(RANGES)).default('month' satisfies RangeName) }),
  response: metrics,
});
