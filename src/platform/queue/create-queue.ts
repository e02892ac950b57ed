import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type mongoose from 'mongoose';
import type { Database } from '../database/db.ts';
import type { JobStatus, Queue } from '../job-queue.ts';
import type { Log } from '../log.ts';
import type { GroupClock, GroupClocks } from './fair-order.ts';
import { type JobCollection, type JobDocument, toJobId, toStatus } from './job-document.ts';
import { createJobStore } from './job-store.ts';
import { type Registered, register } from './registry.ts';
import { type Watcher, watchJob } from './watch.ts';
import { createWorker } from './worker.ts';

export interface QueueOptions {
  db: Pick<Database, 'connection'>;
  log: Log;
  /** Named in the stored job, to find out who works on it. */
  workerId?: string;
  /** How long after its last sign of life a worker counts as dead; 30 s unless told. Signs come three times as often. */
  leaseMs?: number;
  /** Pause between two looks while there are jobs, 250 ms unless told; four times as long after ten seconds without. */
  pollMs?: number;
  /** Pause after the first failed try, 2 s unless told; see `delayAfter`. */
  backoffMs?: number;
  /** How long a handler may go on after it was told to stop; 10 s unless told. */
  graceMs?: number;
  /** Whether the disk has room for jobs that need it. Default: always. */
  hasRoom?(): Promise<boolean>;
  /** Called in this process at each change of a job that it enqueues, cancels or works on. */
  onUpdate?(status: JobStatus): void;
}

/** Opens the queue; its jobs are in the collection `jobs`. Nothing is worked on before `work()`. */
export async function createQueue(options: QueueOptions): Promise<Queue> {
  const { db, log, leaseMs = 30_000, pollMs = 250, backoffMs = 2000, graceMs = 10_000 } = options;
  const workerId = options.workerId ?? `${hostname()}:${process.pid}:${randomBytes(3).toString('hex')}`;
  const { jobs, clocks } = openJobs(db);
  const store = createJobStore(jobs, clocks, workerId, leaseMs);
  const registry = new Map<string, Registered>();
  const watchers = new Set<Watcher>();
  const tell = (job: JobDocument) => {
    try {
      options.onUpdate?.(toStatus(job));
    } catch (error) {
      log.error({ err: error }, 'nobody could be told of a change of a job');
    }
  };
  const worker = createWorker(store, registry, {
    leaseMs,
    heartbeatMs: leaseMs / 3,
    graceMs,
    backoffMs,
    busyPollMs: pollMs,
    idlePollMs: pollMs * 4,
    hasRoom: options.hasRoom ?? (async () => true),
    log,
    onChange: tell,
  });

  async function status(jobId: string): Promise<JobStatus | null> {
    const id = toJobId(jobId);
    const job = id && (await store.find(id));
    return job ? toStatus(job) : null;
  }

  async function cancel(id: mongoose.mongo.ObjectId): Promise<boolean> {
    const job = await store.cancel(id);
    if (!job) return false;
    tell(job);
    if (job.alive) worker.stopJob(id.toHexString(), 'cancelled');
    return true;
  }

  return {
    async enqueue(type, data, enqueueOptions = {}) {
      const job = await store.add(type.name, type.data.parse(data), enqueueOptions);
      tell(job);
      worker.nudge();
      return toStatus(job);
    },
    status,
    async cancel(jobId) {
      const id = toJobId(jobId);
      const isCancelled = id !== null && (await cancel(id));
      if (isCancelled) worker.nudge();
      return isCancelled;
    },
    async cancelAll(tag) {
      let cancelled = 0;
      for (const id of await store.tagged(tag)) if (await cancel(id)) cancelled += 1;
      if (cancelled > 0) worker.nudge();
      return cancelled;
    },
    hasJobs: async (tag) => (await store.tagged(tag)).length > 0,
    watch(jobId, callback) {
      const watcher = watchJob(() => status(jobId), callback, pollMs * 2, log);
      watchers.add(watcher);
      void watcher.over.then(() => watchers.delete(watcher));
      return { stop: watcher.stop };
    },
    handle(type, handler, onEnd) {
      if (registry.has(type.name)) throw new Error(`There is a handler for ${type.name} already`);
      registry.set(type.name, register(type, handler, onEnd));
    },
    async work() {
      for (const { name, every } of registry.values()) if (every !== null) await store.repeat(name, every);
      worker.start();
    },
    nudge: () => worker.nudge(),
    async stop() {
      for (const watcher of watchers) watcher.stop();
      await worker.stop();
    },
  };
}

function openJobs(db: QueueOptions['db']): { jobs: JobCollection; clocks: GroupClocks } {
  const database = db.connection.db;
  if (!database) throw new Error('The queue needs a database that is connected');
  const jobs: JobCollection = database.collection<JobDocument>('jobs');
  const clocks: GroupClocks = database.collection<GroupClock>('job_groups');
  return { jobs, clocks };
}
