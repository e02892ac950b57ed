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
  /** Stored with the job, for diagnosis. */
  workerId?: string;
  /** Lease of a job in milliseconds, renewed three times as often. Default: 30 s. */
  leaseMs?: number;
  /** Polling interval while there are jobs; four times as long after ten idle seconds. Default: 250 ms. */
  pollMs?: number;
  /** Delay after the first failed attempt; see `delayAfter`. Default: 2 s. */
  backoffMs?: number;
  /** How long a handler may run after its signal is aborted. Default: 10 s. */
  graceMs?: number;
  /** Whether the disk has room for jobs with `needsRoom`. Default: always. */
  hasRoom?(): Promise<boolean>;
  /** Called in this process for each change of a job that it enqueues, cancels or runs. */
  onUpdate?(status: JobStatus): void;
}

/** Opens the queue in the collection `jobs`. Processing starts with `work()`. */
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
      log.error({ err: error }, 'a job update could not be published');
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
    async retry(jobId) {
      const id = toJobId(jobId);
      const job = id && (await store.retry(id));
      if (!job) return null;
      tell(job);
      worker.nudge();
      return toStatus(job);
    },
    async list({ state, cursor, limit }) {
      return (await store.list(state, cursor === undefined ? null : toJobId(cursor), limit)).map(toStatus);
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
