import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { overLostConnection } from '../db-retry.ts';
import { isDuplicateKey } from '../errors.ts';
import type { EnqueueOptions } from '../job-queue.ts';
import { type GroupClocks, RANK_LEAD_MS, rankOf } from './fair-order.ts';
import type { JobCollection, JobDocument } from './job-document.ts';

const KEPT_FOR = 30 * 86_400_000;
/** The job under the same key may end between two steps, but hardly each time. */
const ADD_TRIES = 10;
/** The unique key of the one repeated job of a type. */
const REPEATED = 'repeated';

export interface Ending {
  state: 'done' | 'failed' | 'cancelled';
  error: { code: string; message: string } | null;
}

/** Jobs that a worker could start now. */
export interface FreePlace {
  type: string;
  /** Of this cost or less. */
  cost?: number;
  /** None that is heavy. */
  isLight?: boolean;
}

export type JobStore = ReturnType<typeof createJobStore>;

/**
 * Every read and write of jobs. Each changes one document at once, and whatever an owner writes names its token.
 * @param leaseMs how long an owner is believed alive after its last sign
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
    /** Stores the job, or returns the living one under the same unique key. */
    async add(type: string, data: unknown, options: EnqueueOptions): Promise<JobDocument> {
      const same = options.uniqueKey === undefined ? [] : [{ type, uniqueKey: options.uniqueKey }];
      // Asking again for what is queued must not cost its groups a turn.
      const known = same[0] && (await overLostConnection(() => jobs.findOne({ ...same[0] })));
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
        // The same id: the first of two tries had arrived. The same key: its job is returned, unless it ended just now.
        const there = await overLostConnection(() => jobs.findOne({ $or: [{ _id: job._id }, ...same] }));
        if (there) return there;
      }
    },

    /** Sees to it that the repeated job of this type is there, and due now. */
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

    /** Puts a repeated job back for its next run; null when it wasn't the owner. */
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

    /** Takes the most urgent job that is due, be it new or left by a dead owner; never one that this process holds. */
    async claim(places: readonly FreePlace[], own: mongoose.mongo.ObjectId[]): Promise<JobDocument | null> {
      const now = Date.now();
      return jobs.findOneAndUpdate(
        {
          alive: true,
          // Keeps what is planned for later out of the part of the index that is read.
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

    /** Sign of life; null when the job is somebody else's by now. */
    async renew(job: JobDocument): Promise<JobDocument | null> {
      return jobs.findOneAndUpdate(held(job), { $set: { dueAt: lease() } }, { returnDocument: 'after' });
    },

    /** Also a sign of life; null when the job is somebody else's by now. */
    async progress(job: JobDocument, progress: number, step: string): Promise<JobDocument | null> {
      const change = { $set: { progress, step, dueAt: lease() } };
      return overLostConnection(() => jobs.findOneAndUpdate(held(job), change, { returnDocument: 'after' }));
    },

    /** Ends the job; the owner has one lease's time to handle the end before others may. Null when it wasn't the owner. */
    async end(job: JobDocument, ending: Ending): Promise<JobDocument | null> {
      return overLostConnection(async () => {
        const done = await jobs.findOneAndUpdate(held(job), ended(ending, lease()), { returnDocument: 'after' });
        // The first of two tries may have arrived without its answer; the token tells whose end it was.
        return done ?? (await jobs.findOne({ _id: job._id, token: job.token, alive: false }));
      });
    },

    /** Puts the job back: after a failure with its error and a pause, or untouched when its worker stops. */
    async giveBack(job: JobDocument, error: JobDocument['error'], pause: number): Promise<JobDocument | null> {
      const dueAt = new Date(Date.now() + pause);
      const untried = error === null ? { $inc: { attempt: -1 } } : {};
      const back = {
        $set: { state: 'queued' as const, dueAt, ...(error && { error }) },
        $unset: { token: true, worker: true } as const,
      };
      return overLostConnection(() =>
        jobs.findOneAndUpdate(held(job), { ...back, ...untried }, { returnDocument: 'after' }),
      );
    },

    /** Ends a queued job, marks a running one; null when it has ended or is not there. */
    async cancel(id: mongoose.mongo.ObjectId): Promise<JobDocument | null> {
      const stopped = await overLostConnection(() =>
        jobs.findOneAndUpdate({ _id: id, state: 'queued' }, ended({ state: 'cancelled', error: null }, new Date()), {
          returnDocument: 'after',
        }),
      );
      if (stopped) return stopped;
      return overLostConnection(() =>
        jobs.findOneAndUpdate(
          { _id: id, alive: true },
          // Its key is free at once: whoever asks again wants a new job, not one that is being stopped.
          { $set: { cancelRequested: true }, $unset: { uniqueKey: true } },
          { returnDocument: 'after' },
        ),
      );
    },

    /** Living jobs with this tag. */
    async tagged(tag: string): Promise<mongoose.mongo.ObjectId[]> {
      const found = await overLostConnection(() => jobs.find({ tags: tag }, { projection: { _id: 1 } }).toArray());
      return found.map((job) => job._id);
    },

    /** Which of these jobs somebody has asked to stop. */
    async cancelled(ids: mongoose.mongo.ObjectId[]): Promise<mongoose.mongo.ObjectId[]> {
      const found = await jobs.find({ _id: { $in: ids }, cancelRequested: true }, { projection: { _id: 1 } }).toArray();
      return found.map((job) => job._id);
    },

    /** Takes an ended job whose end nobody has handled, or whose handler died on it. */
    async claimEnd(types: string[]): Promise<JobDocument | null> {
      return jobs.findOneAndUpdate(
        { endDueAt: { $lte: new Date() }, type: { $in: types } },
        { $set: { endDueAt: lease(), token: randomUUID(), worker }, $inc: { endTries: 1 } },
        { sort: { endDueAt: 1 }, returnDocument: 'after' },
      );
    },

    /** Sign of life while an end is handled. */
    async renewEnd(job: JobDocument): Promise<boolean> {
      const { matchedCount } = await jobs.updateOne(
        { _id: job._id, token: job.token, endDueAt: { $exists: true } },
        { $set: { endDueAt: lease() } },
      );
      return matchedCount === 1;
    },

    /** The end has been handled, for good; from now on the job is only kept to be looked at. */
    async endHandled(job: JobDocument, isPrivate: boolean): Promise<void> {
      const expireAt = new Date(Date.now() + KEPT_FOR);
      const change = { $unset: { endDueAt: true } as const, $set: { expireAt, ...(isPrivate && { data: null }) } };
      await overLostConnection(() => jobs.updateOne({ _id: job._id, token: job.token }, change));
    },

    /** The end could not be handled; somebody tries again after the pause. */
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
