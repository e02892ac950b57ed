import mongoose from 'mongoose';
import type { JobState, JobStatus } from './queue.ts';

/** A job as it is stored. */
export interface JobDocument {
  _id: mongoose.mongo.ObjectId;
  type: string;
  data: unknown;
  state: JobState;
  /** Queued or running. */
  alive: boolean;
  priority: number;
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

/** Makes sure of the indexes. */
export async function prepareJobs(jobs: JobCollection): Promise<void> {
  await jobs.createIndexes([
    { key: { alive: 1, priority: -1, dueAt: 1 } },
    {
      key: { type: 1, uniqueKey: 1 },
      unique: true,
      partialFilterExpression: { uniqueKey: { $exists: true } },
    },
    { key: { endDueAt: 1 }, sparse: true },
    { key: { expireAt: 1 }, expireAfterSeconds: 0 },
  ]);
}

/** Null for text that is no job's id. */
export function toJobId(text: string): mongoose.mongo.ObjectId | null {
  return /^[0-9a-f]{24}$/.test(text) ? new mongoose.mongo.ObjectId(text) : null;
}

export function toStatus(job: JobDocument): JobStatus {
  const { type, state, progress, step, attempt, error, runAt, createdAt, finishedAt } = job;
  return { id: job._id.toHexString(), type, state, progress, step, attempt, error, runAt, createdAt, finishedAt };
}
