import type { ErrorCode } from './error-codes.ts';

/** What is counted of the whole site. Numbers only: nothing says whose they are. */
export const COUNTS = ['signUps', 'events', 'uploads', 'firstTries', 'clips', 'films', 'mails', 'bounces'] as const;
/** Cents that came in are counted as well, and are for admins only. */
export type CountName = (typeof COUNTS)[number] | 'paid';

/** Why something failed, for staff: the file itself, a limit, a connection that broke off, or our side. */
export const CAUSES = ['file', 'limit', 'network', 'us'] as const;
export type Cause = (typeof CAUSES)[number];

/** What failed: an upload was refused, a clip was not prepared, a film was not made, a mail server was out of reach. */
export const FAILED_THINGS = ['upload', 'clip', 'film', 'mail'] as const;
export type FailedThing = (typeof FAILED_THINGS)[number];

const CAUSE_OF: Partial<Record<ErrorCode, Cause>> = {
  WRONG_TYPE: 'file',
  TOO_LARGE: 'file',
  UNREADABLE_MEDIA: 'file',
  LIMIT_REACHED: 'limit',
  TOO_MANY_REQUESTS: 'limit',
  EVENT_CLOSED: 'limit',
  PAYMENT_REQUIRED: 'limit',
  UPLOAD_INCOMPLETE: 'network',
  EXPIRED: 'network',
  INTERNAL: 'us',
  PROVIDER_DOWN: 'us',
};

/** Cause of an error; null for one that is part of the ordinary course, such as asking for something that is gone. */
export function causeOf(code: string): Cause | null {
  return CAUSE_OF[code as ErrorCode] ?? null;
}

/**
 * Upper ends of the steps in which values are counted; larger ones fall into one more step. `answer`: milliseconds until a
 * page or call is answered. `render`: seconds of work for one second of film.
 */
export const SPREADS = {
  answer: [1, 2, 3, 5, 7.5, 10, 15, 20, 30, 40, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 2000, 5000, 10_000],
  render: [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 5, 10, 20],
} as const;
export type SpreadName = keyof typeof SPREADS;

/** Name under which a failure is counted. */
export function failureName(thing: FailedThing, cause: Cause): string {
  return `failed:${thing}:${cause}`;
}

/** Name under which the values of a step are counted. */
export function stepName(spread: SpreadName, step: number): string {
  return `${spread}:${step}`;
}

/** Step of a value. */
export function stepOf(spread: SpreadName, value: number): number {
  const ends = SPREADS[spread];
  let step = 0;
  while (step < ends.length && value > (ends[step] ?? 0)) step += 1;
  return step;
}

/**
 * The value below which a share of all values lies, within a step in proportion; null without values. Values beyond the
 * last step count as its end.
 * @param counted how many values fell into each step
 * @param share from 0 to 1: 0.5 is the median
 */
export function valueAt(spread: SpreadName, counted: readonly number[], share: number): number | null {
  const ends = SPREADS[spread];
  const total = counted.reduce((sum, each) => sum + each, 0);
  if (total === 0) return null;
  let below = 0;
  for (const [step, count] of counted.entries()) {
    const end = ends[step];
    if (end === undefined) break;
    if (count > 0 && below + count >= share * total) {
      const start = ends[step - 1] ?? 0;
      return start + ((end - start) * (share * total - below)) / count;
    }
    below += count;
  }
  return ends.at(-1) ?? null;
}

/** Spans of time that the desk shows, each in `steps` of so many hours or days. */
export const RANGES = {
  day: { step: 'hour', steps: 24, span: 'hour', each: 1 },
  week: { step: 'day', steps: 7, span: 'day', each: 1 },
  month: { step: 'day', steps: 30, span: 'day', each: 1 },
  year: { step: 'week', steps: 52, span: 'day', each: 7 },
} as const;
export type RangeName = keyof typeof RANGES;
