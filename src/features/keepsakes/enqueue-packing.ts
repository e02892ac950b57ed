import { platform } from '../../platform/platform.ts';
import { keepsakeJobs } from './job-types.ts';
import { KeepsakeModel, type StoredKeepsake } from './keepsake.model.ts';

/** Enqueues the job; idempotent. */
export async function enqueuePacking({ _id }: Pick<StoredKeepsake, '_id'>): Promise<void> {
  const keepsakeId = String(_id);
  const { id: jobId } = await platform().queue.enqueue(keepsakeJobs.pack, { keepsakeId }, { uniqueKey: keepsakeId });
  await KeepsakeModel.updateOne({ _id, status: 'packing' }, { $set: { jobId } });
}
