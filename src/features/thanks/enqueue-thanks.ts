import { platform } from '../../platform/platform.ts';
import { thanksJobs } from './job-types.ts';
import type { StoredThanks } from './thanks.model.ts';

/** Enqueues the mails of thanks; idempotent. */
export async function enqueueThanks({ _id, sendAt }: Pick<StoredThanks, '_id' | 'sendAt'>): Promise<void> {
  const thanksId = String(_id);
  await platform().queue.enqueue(thanksJobs.send, { thanksId }, { runAt: sendAt, uniqueKey: thanksId });
}
