import { Types } from 'mongoose';
import { recordAudit } from '../audit/audit.service.ts';
import { recordOf, type StoredUser, UserModel } from './user.model.ts';
import type { UserRecord } from './user-record.service.ts';

/** Schedules a deletion. False if one is scheduled already. */
export async function scheduleDeletion(userId: string, dueAt: Date): Promise<boolean> {
  const { modifiedCount } = await UserModel.updateOne(
    { _id: new Types.ObjectId(userId), deletionDueAt: null },
    { $set: { deletionDueAt: dueAt } },
  );
  return modifiedCount > 0;
}

/** Cancels a deletion; null if none is scheduled, or its date is past. */
export async function cancelDeletion(userId: string): Promise<UserRecord | null> {
  const kept = await UserModel.findOneAndUpdate(
    { _id: userId, deletionDueAt: { $gt: new Date() } },
    { $set: { deletionDueAt: null } },
    { returnDocument: 'after' },
  ).lean<StoredUser>();
  return kept && recordOf(kept);
}

/** Accounts past their deletion date, the longest due first. */
export async function usersToDelete(now: Date, limit: number): Promise<UserRecord[]> {
  const due = await UserModel.find({ deletionDueAt: { $lte: now } })
    .sort({ deletionDueAt: 1 })
    .limit(limit)
    .lean<StoredUser[]>();
  return due.map(recordOf);
}

/** Whether an account is past its deletion date, even before the clean-up. */
export async function isPastDeletion(userId: string): Promise<boolean> {
  return (await UserModel.exists({ _id: userId, deletionDueAt: { $lte: new Date() } })) !== null;
}

/** Whether there is no account for this id: it was purged, or is past its deletion date. */
export async function isGone(userId: string): Promise<boolean> {
  const user = await UserModel.findById(userId, { deletionDueAt: 1 }).lean<Pick<StoredUser, 'deletionDueAt'>>();
  return !user || (user.deletionDueAt?.getTime() ?? Number.POSITIVE_INFINITY) <= Date.now();
}

/** Deletes the account's document, after everything else. */
export async function purgeUser({ userId }: { userId: string }): Promise<void> {
  const { deletedCount } = await UserModel.deleteOne({ _id: new Types.ObjectId(userId) });
  if (deletedCount > 0) await recordAudit({ actorId: null, subjectId: userId, action: 'account.purged' });
}
