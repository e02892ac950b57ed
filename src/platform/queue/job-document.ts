import mongoose from 'mongoose';
import type { JobState, JobStatus } from '../job-queue.ts';
import type { Migration } from '../migrations/migration.ts';
import { wantIndexes } from '../migrations/wanted-indexes.ts';

export interface JobDocument {
  _id: mongoose.mongo.ObjectId;
  type: string;
  data: unknown;
  state: JobState;
  /** Queued or running. */
  alive: boolean;
  priority: number;
  /** Among jobs of equal priority the lowest is first; see `rankOf`. */
  rank: Date;
  /** Expected seconds of work. */
  cost: number;
  isHeavy?: boolean;
  /** Interval of a repeated job, in milliseconds. */
  every?: number;
  /** Number of starts. */
  attempt: number;
  progress: number;
  step: string;
  error: { code: string; message: string } | null;
  runAt: Date;
  createdAt: Date;
  finishedAt: Date | null;
  cancelRequested: boolean;
  /** When a worker may claim it: start time of a queued job, end of the lease of a running one. Unset when ended. */
  dueAt?: Date;
  /** Unset when ended, so that the unique index covers live jobs only. */
  uniqueKey?: string;
  /** Tags for `cancelAll`. Unset when ended. */
  tags?: string[];
  /** Fencing token of the holder: every update filters by it, so that a previous holder changes nothing. */
  token?: string;
  worker?: string;
  /** When a worker may call `onEnd`. Unset when that is done. */
  endDueAt?: Date;
  endTries?: number;
  /** For the TTL index. */
  expireAt?: Date;
}

export type JobCollection = mongoose.mongo.Collection<JobDocument>;

wantIndexes('jobs', [
  { key: { alive: 1, priority: -1, rank: 1 } },
  { key: { state: 1, _id: -1 } },
  { key: { tags: 1 }, partialFilterExpression: { tags: { $exists: true } } },
  { key: { type: 1, uniqueKey: 1 }, unique: true, partialFilterExpression: { uniqueKey: { $exists: true } } },
  { key: { endDueAt: 1 }, sparse: true },
  { key: { expireAt: 1 }, expireAfterSeconds: 0 },
]);

/** Jobs of an earlier version have no rank and would never be claimed. */
export const rankJobs: Migration = {
  number: 1,
  name: 'give jobs a rank',
  async run({ db }) {
    const jobs = db.collection<JobDocument>('jobs');
    await jobs.updateMany({ alive: true, rank: { $exists: false } }, [{ $set: { rank: '$runAt', cost: 0 } }]);
  },
};

/** Null when it is not a job id. */
export function toJobId(text: string): mongoose.mongo.ObjectId | null {
  return /^[0-9a-f]{24}$/.test(text) ? new mongoose.mongo.ObjectId(text) : null;
}

export function toStatus(job: JobDocument): JobStatus {
  const { type, state, progress, step, attempt, error, runAt, createdAt, finishedAt } = job;
  return { id: job._id.toHexString(), type, state, progress, step, attempt, error, runAt, createdAt, finishedAt };
}
