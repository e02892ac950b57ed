import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import { findUser } from '../users/users.service.ts';
import { membershipJobs } from './job-types.ts';
import { endForDeletion } from './membership.service.ts';

/** Ends the membership of somebody who asked for the deletion of their account; by a job if that fails now. */
export async function endForLeaver({ userId }: { userId: string }): Promise<void> {
  try {
    await endForDeletion(userId);
  } catch (error) {
    platform().log.warn({ err: error, userId }, 'the membership of a leaving account ends later');
    await platform().queue.enqueue(membershipJobs.endForDeletion, { userId }, { uniqueKey: userId });
  }
}

/** Does `membership.end-for-deletion`, unless the account was kept meanwhile. */
export const endForDeletionWork: Work<JobData<typeof membershipJobs.endForDeletion>> = {
  async run({ userId }) {
    const user = await findUser(userId);
    if (user?.deletionDueAt) await endForDeletion(userId);
  },
};
