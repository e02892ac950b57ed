import type { JobType } from '../../shared/job.ts';
import type { JobContext, JobEndHandler, JobHandler, JobStatus } from '../job-queue.ts';

/** A job type with its handler; the payload's type is erased. */
export interface Registered {
  name: string;
  attempts: number;
  patience: number;
  timeLimit: number;
  concurrency: number;
  quick: readonly number[];
  isPrivate: boolean;
  needsRoom: boolean;
  /** Null for jobs that end. */
  every: number | null;
  /** Parses a stored payload; returns an error when it is invalid. */
  bind(data: unknown): BoundJob | Error;
}

export interface BoundJob {
  run(context: JobContext): Promise<void>;
  end(status: JobStatus): Promise<void>;
}

export function register<T>(type: JobType<T>, handler: JobHandler<T>, onEnd?: JobEndHandler<T>): Registered {
  const { name, attempts, patience = 0, timeLimit, concurrency, quick = [], isPrivate = false } = type;
  const { needsRoom = false, every = null } = type;
  return {
    name,
    attempts,
    patience,
    timeLimit,
    concurrency,
    quick,
    isPrivate,
    needsRoom,
    every,
    bind(stored) {
      const parsed = type.data.safeParse(stored);
      if (!parsed.success) return parsed.error;
      return {
        run: (context) => handler(parsed.data, context),
        end: async (status) => onEnd?.(parsed.data, status),
      };
    },
  };
}
