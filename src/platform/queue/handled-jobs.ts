import type { JobType } from '../../shared/job.ts';
import type { Config } from '../config.ts';
import type { JobEndHandler, JobHandler, Queue } from '../job-queue.ts';

/** Handler of a job type. */
export interface Work<T> {
  run: JobHandler<T>;
  /** Called when a job has ended; see `Queue.handle`. */
  ended?: JobEndHandler<T>;
  /** Overrides the job type's concurrency for one worker. */
  concurrency?(config: Config): number;
}

type JobTypes = Record<string, JobType<unknown>>;
/** Payload of a job type. */
export type JobData<J> = J extends JobType<infer T> ? T : never;
type WorkOf<J extends JobTypes> = { [K in keyof J]: Work<JobData<J[K]>> };

/** A job type with its handler, as in a feature's manifest. */
export interface HandledJob {
  name: string;
  handleIn(queue: Queue, config: Config): void;
}

/** Pairs each job type with its handler; a missing handler does not compile. */
export function handles<J extends JobTypes>(types: J, work: WorkOf<J>): HandledJob[] {
  return Object.entries(types).map(([key, type]) => toHandled(type, work[key] as Work<unknown>));
}

function toHandled<T>(type: JobType<T>, { run, ended, concurrency }: Work<T>): HandledJob {
  return {
    name: type.name,
    handleIn(queue, config) {
      queue.handle(concurrency ? { ...type, concurrency: concurrency(config) } : type, run, ended);
    },
  };
}
