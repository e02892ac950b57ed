import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { overLostConnection } from '../db-retry.ts';
import { isDuplicateKey } from '../errors.ts';
import type { EnqueueOptions } from '../job-queue.ts';
import { type GroupClocks, RANK_LEAD_MS, rankOf } from './fair-order.ts';
import type { JobCollection, JobDocument } from './job-document.ts';

const KEPT_FOR = 30 * 86_400_000;
/** The live job with the same key may end between two steps, but hardly on every try. */
const ADD_TRIES = 10;
/** Unique key of a type's repeated job. */
const REPEATED = 'repeated';
/** Not a repeated job, which all workers share. */
const ONCE = { every: { $exists: false } };

export interface Ending {
  state: 'done' | 'failed' | 'cancelled';
  error: { code: string; message: string } | null;
}

/** Free capacity for jobs of a type. */
export interface FreePlace {
  type: string;
  /** Maximum cost. */
  cost?: number;
  /** Light jobs only. */
  isLight?: boolean;
}

export type JobStore = ReturnType<typeof createJobStore>;

/**
 * All database access of the queue. Each method changes one document atomically; updates by a holder filter by its
 * token.
 * @param leaseMs lease of a job, in milliseconds
 */
export function createJobStore(jobs: JobCollection, clocks: GroupClocks, worker: string, leaseMs: number) {
  const lease = () => new Date(Date.now() + leaseMs);
  const ended = (ending: Ending, endDueAt: Date) => ({
    $set: {
      ...ending,
      alive: false,
      finishedAt: new Date(),
      endDueAt,
      ...(ending.state === 'done' && { progress: 1 }),
    },
    $unset: { dueAt: true, uniqueKey: true, tags: true } as const,
  });

  return {
    /** Stores the job, or returns the live one with the same unique key. */
    async add(type: string, data: unknown, options: EnqueueOptions): Promise<JobDocument> {
      const same = options.uniqueKey === undefined ? [] : [{ type, uniqueKey: options.uniqueKey }];
      // Look first: enqueueing an existing job must not cost its groups a turn.
      const known = same[0] && !options.isNew && (await overLostConnection(() => jobs.findOne({ ...same[0] })));
      if (known) return known;
      const runAt = options.runAt ?? new Date();
      const { groups = [], cost = 0, newestFirst } = options;
      const rank = await overLostConnection(() => rankOf(clocks, { type, groups, cost, from: runAt, newestFirst }));
      const job = newJob(type, data, options, runAt, rank);
      for (let attempt = 1; ; attempt++) {
        try {
          await overLostConnection(() => jobs.insertOne(job, { ignoreUndefined: true }));
          return job;
        } catch (error) {
          if (!isDuplicateKey(error) || attempt === ADD_TRIES) throw error;
        }
        // Same id: an earlier attempt was applied. Same key: return that job, unless it has just ended.
        const there = await overLostConnection(() => jobs.findOne({ $or: [{ _id: job._id }, ...same] }));
        if (there) return there;
      }
    },

    /** Makes sure that the repeated job of this type exists and is due now. */
    async repeat(type: string, every: number): Promise<void> {
      await this.add(type, {}, { uniqueKey: REPEATED });
      const now = new Date();
      const due = { every, runAt: now, rank: now };
      await overLostConnection(() =>
        jobs.updateOne({ type, uniqueKey: REPEATED, state: 'queued' }, { $set: { ...due, dueAt: now } }),
      );
      await overLostConnection(() =>
        jobs.updateOne({ type, uniqueKey: REPEATED, state: 'running' }, { $set: { every } }),
      );
    },

    /** Reschedules a repeated job; null when the lease was lost. */
    async next(job: JobDocument, error: JobDocument['error']): Promise<JobDocument | null> {
      const dueAt = new Date(Date.now() + (job.every ?? 0));
      const change = { state: 'queued' as const, attempt: 0, error, dueAt, runAt: dueAt, rank: dueAt };
      return overLostConnection(() =>
        jobs.findOneAndUpdate(
          held(job),
          { $set: change, $unset: { token: true, worker: true } },
          { returnDocument: 'after' },
        ),
      );
    },

    find: (id: mongoose.mongo.ObjectId) => overLostConnection(() => jobs.findOne({ _id: id })),

    /** Claims the most urgent job that is due, queued or with an expired lease; never one that this process holds. */
    async claim(places: readonly FreePlace[], own: mongoose.mongo.ObjectId[]): Promise<JobDocument | null> {
      const now = Date.now();
      return jobs.findOneAndUpdate(
        {
          alive: true,
          // Skip the part of the index with jobs planned for later.
          rank: { $lte: new Date(now + RANK_LEAD_MS) },
          dueAt: { $lte: new Date(now) },
          $or: places.map(wantedBy),
          ...(own.length > 0 && { _id: { $nin: own } }),
        },
        {
          $set: { state: 'running', token: randomUUID(), worker, dueAt: lease(), progress: 0, step: '' },
          $inc: { attempt: 1 },
        },
        { sort: { priority: -1, rank: 1 }, returnDocument: 'after' },
      );
    },

    /** Renews the lease; null when it was lost. */
    async renew(job: JobDocument): Promise<JobDocument | null> {
      return jobs.findOneAndUpdate(held(job), { $set: { dueAt: lease() } }, { returnDocument: 'after' });
    },

    /** Also renews the lease; null when it was lost. */
    async progress(job: JobDocument, progress: number, step: string): Promise<JobDocument | null> {
      const change = { $set: { progress, step, dueAt: lease() } };
      return overLostConnection(() => jobs.findOneAndUpdate(held(job), change, { returnDocument: 'after' }));
    },

    /** Ends the job and holds it for one lease, to run `onEnd`. Null when the lease was lost. */
    async end(job: JobDocument, ending: Ending): Promise<JobDocument | null> {
      return overLostConnection(async () => {
        const done = await jobs.findOneAndUpdate(held(job), ended(ending, lease()), { returnDocument: 'after' });
        // An earlier attempt may have been applied without an answer; the token identifies it.
        return done ?? (await jobs.findOne({ _id: job._id, token: job.token, alive: false }));
      });
    },

    /** Requeues the job: after a failure with its error and a delay, or unchanged when its worker stops. */
    async giveBack(
      job: JobDocument,
      error: JobDocument['error'],
      pause: number,
      { isCounted = error !== null } = {},
    ): Promise<JobDocument | null> {
      const dueAt = new Date(Date.now() + pause);
      const untried = isCounted ? {} : { $inc: { attempt: -1 } };
      const back = {
        $set: { state: 'queued' as const, dueAt, ...(error && { error }) },
        $unset: { token: true, worker: true } as const,
      };
      return overLostConnection(() =>
        jobs.findOneAndUpdate(held(job), { ...back, ...untried }, { returnDocument: 'after' }),
      );
    },

    /** Ends a queued job or flags a running one; null when it has ended, repeats or does not exist. */
    async cancel(id: mongoose.mongo.ObjectId): Promise<JobDocument | null> {
      const stopped = await overLostConnection(() =>
        jobs.findOneAndUpdate(
          { _id: id, state: 'queued', ...ONCE },
          ended({ state: 'cancelled', error: null }, new Date()),
          {
            returnDocument: 'after',
          },
        ),
      );
      if (stopped) return stopped;
      return overLostConnection(() =>
        jobs.findOneAndUpdate(
          { _id: id, alive: true, ...ONCE },
          // Free the key now: enqueueing again must create a new job, not return the one being stopped.
          { $set: { cancelRequested: true }, $unset: { uniqueKey: true } },
          { returnDocument: 'after' },
        ),
      );
    },

    /** Queues an ended job again with its payload; null when it did not fail, still ends, or its payload is deleted. */
    async retry(id: mongoose.mongo.ObjectId): Promise<JobDocument | null> {
      const now = new Date();
      const again = { state: 'queued' as const, alive: true, attempt: 0, progress: 0, step: '', error: null };
      return overLostConnection(() =>
        jobs.findOneAndUpdate(
          { _id: id, state: { $in: ['failed', 'cancelled'] }, data: { $ne: null }, endDueAt: { $exists: false } },
          {
            $set: { ...again, cancelRequested: false, finishedAt: null, dueAt: now, runAt: now, rank: now },
            $unset: { expireAt: true, endTries: true, token: true, worker: true },
          },
          { returnDocument: 'after' },
        ),
      );
    },

    /** Jobs in a state, newest first. */
    async list(
      state: JobDocument['state'],
      before: mongoose.mongo.ObjectId | null,
      limit: number,
    ): Promise<JobDocument[]> {
      return jobs
        .find({ state, ...(before && { _id: { $lt: before } }) })
        .sort({ _id: -1 })
        .limit(limit)
        .toArray();
    },

    /** Live jobs with this tag. */
    async tagged(tag: string): Promise<mongoose.mongo.ObjectId[]> {
      const found = await overLostConnection(() => jobs.find({ tags: tag }, { projection: { _id: 1 } }).toArray());
      return found.map((job) => job._id);
    },

    /** Which of these jobs have been cancelled. */
    async cancelled(ids: mongoose.mongo.ObjectId[]): Promise<mongoose.mongo.ObjectId[]> {
      const found = await jobs.find({ _id: { $in: ids }, cancelRequested: true }, { projection: { _id: 1 } }).toArray();
      return found.map((job) => job._id);
    },

    /** Claims an ended job whose `onEnd` has not completed. */
    async claimEnd(types: string[]): Promise<JobDocument | null> {
      return jobs.findOneAndUpdate(
        { endDueAt: { $lte: new Date() }, type: { $in: types } },
        { $set: { endDueAt: lease(), token: randomUUID(), worker }, $inc: { endTries: 1 } },
        { sort: { endDueAt: 1 }, returnDocument: 'after' },
      );
    },

    /** Renews the lease while `onEnd` runs. */
    async renewEnd(job: JobDocument): Promise<boolean> {
      const { matchedCount } = await jobs.updateOne(
        { _id: job._id, token: job.token, endDueAt: { $exists: true } },
        { $set: { endDueAt: lease() } },
      );
      return matchedCount === 1;
    },

    /** `onEnd` has completed; the job is kept for inspection only. */
    async endHandled(job: JobDocument, isPrivate: boolean): Promise<void> {
      const expireAt = new Date(Date.now() + KEPT_FOR);
      const change = { $unset: { endDueAt: true } as const, $set: { expireAt, ...(isPrivate && { data: null }) } };
      await overLostConnection(() => jobs.updateOne({ _id: job._id, token: job.token }, change));
    },

    /** `onEnd` failed; retry after the pause. */
    async endFailed(job: JobDocument, pause: number): Promise<void> {
      const change = { $set: { endDueAt: new Date(Date.now() + pause) } };
      await overLostConnection(() =>
        jobs.updateOne({ _id: job._id, token: job.token, endDueAt: { $exists: true } }, change),
      );
    },
  };
}

function held(job: JobDocument) {
  return { _id: job._id, token: job.token, alive: true };
}

function wantedBy({ type, cost, isLight }: FreePlace) {
  return { type, ...(cost !== undefined && { cost: { $lte: cost } }), ...(isLight && { isHeavy: { $ne: true } }) };
}

function newJob(type: string, data: unknown, options: EnqueueOptions, runAt: Date, rank: Date): JobDocument {
  return {
    _id: new mongoose.mongo.ObjectId(),
    type,
    data,
    state: 'queued',
    alive: true,
    priority: options.priority ?? 0,
    rank,
    cost: options.cost ?? 0,
    isHeavy: options.isHeavy,
    attempt: 0,
    progress: 0,
    step: '',
    error: null,
    runAt,
    createdAt: new Date(),
    finishedAt: null,
    cancelRequested: false,
    dueAt: runAt,
    uniqueKey: options.uniqueKey,
    tags: options.tags && [...options.tags],
  };
}
