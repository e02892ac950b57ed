import mongoose from 'mongoose';
import type { JobState, JobStatus } from '../job-queue.ts';
import type { Migration } from '../migrations/migration.ts';
import { wantIndexes } from '../migrations/wanted-indexes.ts';

/** A job as it is stored. */
export interface JobDocument {
  _id: mongoose.mongo.ObjectId;
  type: string;
  data: unknown;
  state: JobState;
  /** Queued or running. */
  alive: boolean;
  priority: number;
  /** Among jobs of equal priority the lowest is taken first; see `rankOf`. */
  rank: Date;
  /** Expected seconds of work. */
  cost: number;
  isHeavy?: boolean;
  /** Of a repeated job: the pause between two runs, in milliseconds. */
  every?: number;
  /** How often it has been begun. */
  attempt: number;
  progress: number;
  step: string;
  error: { code: string; message: string } | null;
  runAt: Date;
  createdAt: Date;
  finishedAt: Date | null;
  cancelRequested: boolean;
  /** When a worker may take it: a queued job at its time, a running one when its lease runs out. While alive only. */
  dueAt?: Date;
  /** While alive only, so that the unique index holds among living jobs. */
  uniqueKey?: string;
  /** What it is about, to cancel it with that; while alive only. */
  tags?: string[];
  /** Who holds the job; each write of an owner names it, so that an old owner changes nothing. */
  token?: string;
  worker?: string;
  /** When a worker may call `onEnd`; there until that has been done. */
  endDueAt?: Date;
  endTries?: number;
  /** When the ended job is forgotten. */
  expireAt?: Date;
}

export type JobCollection = mongoose.mongo.Collection<JobDocument>;

wantIndexes('jobs', [
  { key: { alive: 1, priority: -1, rank: 1 } },
  { key: { tags: 1 }, partialFilterExpression: { tags: { $exists: true } } },
  { key: { type: 1, uniqueKey: 1 }, unique: true, partialFilterExpression: { uniqueKey: { $exists: true } } },
  { key: { endDueAt: 1 }, sparse: true },
  { key: { expireAt: 1 }, expireAfterSeconds: 0 },
]);

/** Jobs of an earlier version have no rank, and nobody would take them. */
export const rankJobs: Migration = {
  number: 1,
  name: 'give jobs a rank',
  async run({ db }) {
    const jobs = db.collection<JobDocument>('jobs');
    await jobs.updateMany({ alive: true, rank: { $exists: false } }, [{ $set: { rank: '$runAt', cost: 0 } }]);
  },
};

/** Null for text that is no job's id. */
export function toJobId(text: string): mongoose.mongo.ObjectId | null {
  return /^[0-9a-f]{24}$/.test(text) ? new mongoose.mongo.ObjectId(text) : null;
}

export function toStatus(job: JobDocument): JobStatus {
  const { type, state, progress, step, attempt, error, runAt, createdAt, finishedAt } = job;
  return { id: job._id.toHexString(), type, state, progress, step, attempt, error, runAt, createdAt, finishedAt };
}
