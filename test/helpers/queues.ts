import { once } from 'node:events';
import * as z from 'zod';
import type { JobContext, JobStatus, Queue } from '../../src/platform/job-queue.ts';
import { createQueue, type QueueOptions } from '../../src/platform/queue/create-queue.ts';
import type { JobDocument } from '../../src/platform/queue/job-document.ts';
import type { JobType } from '../../src/shared/job.ts';
import { testLog } from './app-config.ts';
import { useDatabase } from './database.ts';
import { eventually } from './eventually.ts';

interface Deferred {
  promise: Promise<void>;
  resolve(): void;
}

/** A promise that waits until `resolve` is called. */
export function deferred(): Deferred {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Ends when its signal aborts, as a handler should. */
export async function untilAborted({ signal }: JobContext): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
  signal.throwIfAborted();
}

let names = 0;

/** A job type that no other test uses. */
export function jobType(more: Partial<JobType<{ n: number }>> = {}): JobType<{ n: number }> {
  names += 1;
  const data = z.object({ n: z.number() });
  return { name: `test.${names}`, data, attempts: 3, timeLimit: 60_000, concurrency: 2, ...more };
}

/** Waits until a job has ended. */
export function ended(queue: Queue, id: string): Promise<JobStatus> {
  return eventually(`the end of job ${id}`, async () => {
    const status = await queue.status(id);
    return status?.finishedAt && status;
  });
}

/** Opens queues on a database of the surrounding `describe`, each stopped after its test. */
export function useQueues() {
  const db = useDatabase();
  const opened: Queue[] = [];

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((queue) => queue.stop()));
  });

  return {
    async open(more: Partial<QueueOptions> = {}): Promise<Queue> {
      const timing = { leaseMs: 30_000, pollMs: 20, backoffMs: 10, graceMs: 200 };
      const queue = await createQueue({ db: db(), log: testLog(), ...timing, ...more });
      opened.push(queue);
      return queue;
    },
    /** The stored jobs. */
    jobs() {
      const database = db().connection.db;
      if (!database) throw new Error('not connected');
      return database.collection<JobDocument>('jobs');
    },
  };
}
