import type { z } from 'zod';

/** How one type of job behaves. The registry is typed so that no type lacks a handler, attempts or a time limit. */
export interface JobType<T> {
  name: string;
  data: z.ZodType<T>;
  /** How often it is tried before it ends as failed. */
  attempts: number;
  /** A run longer than this is stopped through its signal and counts as failed, in milliseconds. */
  timeLimit: number;
  /** How many of this type one worker runs at once. */
  concurrency: number;
}

export interface JobContext {
  jobId: string;
  /** 1 on the first try. */
  attempt: number;
  /** Aborted when the job is cancelled, its lease is lost, its time is up or the worker stops. */
  signal: AbortSignal;
  /** 0..1 and the step's name; throws when the lease was lost, so that an old owner can't go on. */
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
}

/** The job queue, kept in MongoDB; any number of workers share it. */
export interface Queue {
  enqueue<T>(type: JobType<T>, data: T, options?: EnqueueOptions): Promise<JobStatus>;
  status(jobId: string): Promise<JobStatus | null>;
  /** Ends a queued job at once and asks a running one to stop. True when it had not ended before. */
  cancel(jobId: string): Promise<boolean>;
  /** Registers what does the work; `onEnd` is called once for each job that ends for good, whoever ran it. */
  handle<T>(
    type: JobType<T>,
    handler: (data: T, context: JobContext) => Promise<void>,
    onEnd?: (data: T, status: JobStatus) => Promise<void>,
  ): void;
  /** Begins to take jobs (worker processes only). */
  work(): Promise<void>;
  /** Takes no more jobs, gives running ones back to the queue and waits for them to let go. */
  stop(): Promise<void>;
}
