import * as z from 'zod';

export const MINUTE = 60_000;
export const objectId = z.string().regex(/^[0-9a-f]{24}$/);

/** Settings of a job type. The registry is typed so that none lacks a handler, attempts or a time limit. */
export interface JobType<T> {
  name: string;
  data: z.ZodType<T>;
  /** Maximum attempts; a crashed worker counts as one. */
  attempts: number;
  /**
   * For so long after its time, in milliseconds, attempts that end with PROVIDER_DOWN don't count: the job outlasts an outage.
   * Default: 0.
   */
  patience?: number;
  /** Timeout in milliseconds; the signal is aborted, and the attempt fails. */
  timeLimit: number;
  /** Concurrency within one worker. */
  concurrency: number;
  /** One additional place each, for jobs up to this cost, so that short jobs never wait for long ones. */
  quick?: readonly number[];
  /** Payload contains secrets or personal data; delete it when the job ends. */
  isPrivate?: boolean;
  /** Writes large files, so it waits while the disk is nearly full. */
  needsRoom?: boolean;
  /**
   * Interval in milliseconds. All workers share one job of this type, with payload `{}`, that never ends: failed runs
   * are followed by the next one. It becomes due when a worker starts.
   */
  every?: number;
}

/** Declares a job type, for callers that enqueue it and for its handler. */
export function job<T>(type: JobType<T>): JobType<T> {
  return type;
}
