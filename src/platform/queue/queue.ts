import type { z } from 'zod';

/** How one type of job behaves. The registry is typed so that no type lacks a handler, attempts or a time limit. */
export interface JobType<T> {
  name: string;
  data: z.ZodType<T>;
  /** How often it is tried before it ends as failed; a worker that dies on it counts as a try. */
  attempts: number;
  /** A run longer than this is stopped through its signal and counts as failed, in milliseconds. */
  timeLimit: number;
  /** How many of this type one worker runs at once. */
  concurrency: number;
  /** One further place each, for jobs of this cost or less, so that they never wait for longer ones. */
  quick?: readonly number[];
  /** Its data opens something or names somebody, and is forgotten as soon as the job has ended. */
  isPrivate?: boolean;
  /** It writes large files, so it waits while the disk is nearly full. */
  needsRoom?: boolean;
  /**
   * Milliseconds after its end at which it is due again: the workers share one job of this type that never ends, with `{}` as
   * its data. A run that fails is followed by the next one. Each worker that starts makes it due at once.
   */
  every?: number;
}

export interface JobContext {
  jobId: string;
  /** 1 on the first try. */
  attempt: number;
  /** Aborted when the job is cancelled, its lease is lost, its time is up or the worker stops. */
  signal: AbortSignal;
  /** 0..1 and the step's name; throws once the signal is aborted or the lease lost, so that an old owner can't go on. */
  progress(fraction: number, step?: string): Promise<void>;
}

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export interface JobStatus {
  id: string;
  type: string;
  state: JobState;
  progress: number;
  step: string;
  attempt: number;
  /** Of the last try, with words a person may read; null while all goes well. */
  error: { code: string; message: string } | null;
  runAt: Date;
  createdAt: Date;
  finishedAt: Date | null;
}

export interface EnqueueOptions {
  /** Not before this time. */
  runAt?: Date;
  /** While a job with the same type and key is queued or running, enqueueing returns that job instead. */
  uniqueKey?: string;
  /** Higher goes first; 0 unless told. */
  priority?: number;
  /**
   * Who asks for it, such as an account or a thing it is about: groups take turns by the cost of what they asked for of this
   * type, and each group's short jobs precede its long ones. `whole/part` names a group and a part of it: both take turns.
   */
  groups?: readonly string[];
  /** Expected seconds of work. Default: 0. */
  cost?: number;
  /** When it was asked for: the latest is taken first. All jobs of a type have it, or none. */
  newestFirst?: Date;
  /** It takes much memory: a worker runs one such job of a type at a time. */
  isHeavy?: boolean;
  /** What it is about: `cancelAll` of a tag cancels it. */
  tags?: readonly string[];
}

/** Does the work. It may be begun again after a crash, so its effects must bear repetition. */
export type JobHandler<T> = (data: T, context: JobContext) => Promise<void>;

/** Follows a job that ended for good. */
export type JobEndHandler<T> = (data: T, status: JobStatus) => Promise<void>;

/** The job queue, kept in MongoDB; any number of workers share it. */
export interface Queue {
  /** Resolves once the job is stored. Throws a `ZodError` when `data` is not what the type asks for. */
  enqueue<T>(type: JobType<T>, data: T, options?: EnqueueOptions): Promise<JobStatus>;
  /** Null for an id that is none, or of a job long gone (ended jobs are kept for 30 days). */
  status(jobId: string): Promise<JobStatus | null>;
  /** Ends a queued job at once and asks a running one to stop. True when it had not ended before. */
  cancel(jobId: string): Promise<boolean>;
  /** Cancels every job with this tag; returns how many had not ended before. */
  cancelAll(tag: string): Promise<number>;
  /** Whether any job with this tag has not ended. */
  hasJobs(tag: string): Promise<boolean>;
  /** Calls back with the status now and at each change, wherever the work is done, until the job ends or `stop` is called. */
  watch(jobId: string, callback: (status: JobStatus) => void): { stop(): void };
  /**
   * Registers what does the work. A handler that throws is tried again later, unless it throws an `AppError` of a
   * status from 400 to 499 except 429: what is refused now is refused again. A full disk does not count as a try.
   * `onEnd` is called for each job that ends for good, whoever ran or cancelled it. It is repeated when it throws or
   * its worker dies on it, so its effects must bear repetition as well.
   */
  handle<T>(type: JobType<T>, handler: JobHandler<T>, onEnd?: JobEndHandler<T>): void;
  /** Begins to take jobs (worker processes only). */
  work(): Promise<void>;
  /** Looks for jobs now instead of at the next turn. */
  nudge(): void;
  /** Takes no more jobs, gives running ones back to the queue and waits for them to let go. */
  stop(): Promise<void>;
}
