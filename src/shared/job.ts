import * as z from 'zod';

export const MINUTE = 60_000;
export const objectId = z.string().regex(/^[0-9a-f]{24}$/);

/** Declares a job type, for callers that enqueue it and for its handler. */
export function job<T>(shape: {
  name: string;
  data: z.ZodType<T>;
  attempts: number;
  /** Milliseconds. */
  timeLimit: number;
  concurrency: number;
  quick?: readonly number[];
  isPrivate?: boolean;
  needsRoom?: boolean;
  /** Milliseconds between the end of a run and the next. */
  every?: number;
}) {
  return shape;
}
