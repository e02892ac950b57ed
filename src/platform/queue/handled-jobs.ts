import type { Config } from '../config.ts';
import type { JobEndHandler, JobHandler, JobType, Queue } from '../job-queue.ts';

/** What does the work of one type of job. */
export interface Work<T> {
  run: JobHandler<T>;
  /** Called for each job that ends for good; see `Queue.handle`. */
  ended?: JobEndHandler<T>;
  /** Overrides the number of jobs of this type that one worker runs at once. */
  concurrency?(config: Config): number;
}

type JobTypes = Record<string, JobType<unknown>>;
/** What a job of this type holds. */
export type JobData<J> = J extends JobType<infer T> ? T : never;
type WorkOf<J extends JobTypes> = { [K in keyof J]: Work<JobData<J[K]>> };

/** A type of job with its work, as a feature's manifest lists it. */
export interface HandledJob {
  name: string;
  handleIn(queue: Queue, config: Config): void;
}

/** Pairs each type of job with its work; one without does not compile. */
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
