import type { JobType } from '../shared/job.ts';

export interface JobContext {
  jobId: string;
  /** 1 on the first attempt. */
  attempt: number;
  /** Aborted on cancellation, lost lease, timeout or shutdown. */
  signal: AbortSignal;
  /**
   * Reports 0..1 and the step's name. Throws when the signal is aborted or the lease lost, which stops a previous
   * holder.
   */
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
  /** Error of the last attempt, with a message for users. */
  error: { code: string; message: string } | null;
  runAt: Date;
  createdAt: Date;
  finishedAt: Date | null;
}

export interface EnqueueOptions {
  /** Earliest start. */
  runAt?: Date;
  /** While a job with the same type and key is queued or running, enqueueing returns that job instead. */
  uniqueKey?: string;
  /** The caller knows of no job with this key, such as for a new clip: saves looking for one. */
  isNew?: boolean;
  /** Higher goes first. Default: 0. */
  priority?: number;
  /**
   * Who the work is for: groups take turns by the cost of their jobs of this type. `whole/part` names a group and a
   * part of it.
   */
  groups?: readonly string[];
  /** Expected seconds of work. Default: 0. */
  cost?: number;
  /** Time of the request: the latest is processed first. Set it on all jobs of a type or on none. */
  newestFirst?: Date;
  /** Needs much memory: a worker runs one such job of a type at a time. */
  isHeavy?: boolean;
  /** For `cancelAll`. */
  tags?: readonly string[];
}

/** Runs a job. Must be idempotent, as a crash or error causes another attempt. See also `JobPostponed`. */
export type JobHandler<T> = (data: T, context: JobContext) => Promise<void>;

/** Thrown by a handler that can't go on yet: frees its place, and the same attempt runs again after the pause. */
export class JobPostponed extends Error {
  /** Milliseconds. */
  readonly pause: number;

  constructor(pause: number) {
    super(`The job goes on in ${pause} ms`);
    this.name = 'JobPostponed';
    this.pause = pause;
  }
}

/** Called once a job has ended, without further attempts. */
export type JobEndHandler<T> = (data: T, status: JobStatus) => Promise<void>;

/** The job queue in MongoDB, shared by any number of workers. */
export interface Queue {
  /** Stores the job. Throws a `ZodError` when `data` does not match the type's schema. */
  enqueue<T>(type: JobType<T>, data: T, options?: EnqueueOptions): Promise<JobStatus>;
  /** Null for unknown ids and jobs ended more than 30 days ago. */
  status(jobId: string): Promise<JobStatus | null>;
  /** Ends a queued job or asks a running one to stop. False when it had already ended. */
  cancel(jobId: string): Promise<boolean>;
  /** Cancels all live jobs with this tag; returns their number. */
  cancelAll(tag: string): Promise<number>;
  /** Starts a failed or cancelled job again. Null for any other, and for one whose payload was deleted at its end. */
  retry(jobId: string): Promise<JobStatus | null>;
  /** Jobs in a state, newest first, behind an id. Ended ones are kept for 30 days. */
  list(asked: { state: JobState; cursor?: string | undefined; limit: number }): Promise<JobStatus[]>;
  /** Whether any job with this tag has not ended. */
  hasJobs(tag: string): Promise<boolean>;
  /** Calls back with the status now and on each change in any process, until the job ends or `stop` is called. */
  watch(jobId: string, callback: (status: JobStatus) => void): { stop(): void };
  /**
   * Registers a handler. Errors are retried, except an `AppError` with status 4xx other than 429.
   * @param onEnd called for each ended job, including cancelled ones; retried after errors, so it must be idempotent
   */
  handle<T>(type: JobType<T>, handler: JobHandler<T>, onEnd?: JobEndHandler<T>): void;
  /** Starts processing jobs (workers only). */
  work(): Promise<void>;
  /** Polls now. */
  nudge(): void;
  /** Stops claiming jobs, aborts running ones, requeues them, and waits for their handlers. */
  stop(): Promise<void>;
}
