import { Types } from 'mongoose';
import { type StoredUser, UserModel } from './user.model.ts';
import type { UserRecord } from './user-record.service.ts';

export type AddressedUser = Pick<UserRecord, 'id' | 'email' | 'firstName' | 'role'>;

/** Accounts with a confirmed address that are not about to be deleted, the oldest first, behind an id. */
export async function confirmedUsers(after: string | null, limit: number): Promise<AddressedUser[]> {
  const found = await UserModel.find({
    _id: { $gt: new Types.ObjectId(after ?? '0'.repeat(24)) },
    verifiedAt: { $ne: null },
    deletionDueAt: null,
  })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<StoredUser[]>();
  return found.map(({ _id, email, firstName, role }) => ({ id: String(_id), email, firstName, role }));
}
