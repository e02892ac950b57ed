import { Types } from 'mongoose';
import { isDuplicateKey } from '../../platform/errors.ts';
import { recordOf, type StoredUser, UserModel } from './user.model.ts';
import type { PendingEmail, UserRecord } from './user-record.service.ts';

type Addressed = Pick<UserRecord, 'id' | 'email'>;

/**
 * Confirms the address of an account; null if the account has another one by now. A pending change of address is
 * cancelled: it was requested before this address was proved.
 */
export function confirmAddress(user: Addressed): Promise<UserRecord | null> {
  return change({ ...whose(user) }, { verifiedAt: new Date(), pendingEmail: null });
}

/** The same for an unconfirmed address; null if it is confirmed. `dropPassword`: a stranger may have set it. */
export function confirmFirst(user: Addressed, { dropPassword }: { dropPassword: boolean }): Promise<UserRecord | null> {
  const confirmed = { verifiedAt: new Date(), pendingEmail: null, ...(dropPassword && { passwordHash: null }) };
  return change({ ...whose(user), verifiedAt: null }, confirmed);
}

/** Removes the password of an account with an unconfirmed address; null if it is confirmed. */
export function dropUnconfirmedPassword(user: Addressed): Promise<UserRecord | null> {
  return change({ ...whose(user), verifiedAt: null }, { passwordHash: null, pendingEmail: null });
}

/** Stores a pending change of address. False if the password or the address changed in the meantime. */
export async function requestNewEmail(user: UserRecord, pendingEmail: PendingEmail): Promise<boolean> {
  const { email, passwordHash, verifiedAt } = user;
  const { modifiedCount } = await UserModel.updateOne(
    { _id: new Types.ObjectId(user.id), email, passwordHash, verifiedAt },
    { $set: { pendingEmail } },
  );
  return modifiedCount > 0;
}

/** Records that one mailbox agreed to a change of address; null if that change is no longer pending. */
export function agreeToNewEmail(userId: string, changeId: string, side: 'old' | 'new'): Promise<UserRecord | null> {
  return change(
    { _id: new Types.ObjectId(userId), 'pendingEmail.id': changeId },
    { [`pendingEmail.${side}ConfirmedAt`]: new Date() },
  );
}

/**
 * Makes a change of address, if the old one agreed or is unconfirmed at this moment.
 * @returns `earlier` if it was made already, `taken` if another account has the address, `replaced` if it was cancelled
 */
export async function takeNewEmail(
  userId: string,
  pending: PendingEmail,
): Promise<'done' | 'earlier' | 'taken' | 'replaced'> {
  const _id = new Types.ObjectId(userId);
  try {
    const { modifiedCount } = await UserModel.updateOne(
      {
        _id,
        'pendingEmail.id': pending.id,
        $or: [{ 'pendingEmail.oldConfirmedAt': { $ne: null } }, { verifiedAt: null }],
      },
      { $set: { email: pending.email, verifiedAt: new Date(), pendingEmail: null } },
    );
    if (modifiedCount > 0) return 'done';
    // A concurrent click on the other link made the change.
    return (await UserModel.exists({ _id, email: pending.email })) ? 'earlier' : 'replaced';
  } catch (error) {
    if (isDuplicateKey(error)) return 'taken';
    throw error;
  }
}

/** A pending change of address; null without one. */
export async function findPendingEmail(userId: string): Promise<PendingEmail | null> {
  const user = await UserModel.findById(userId, { pendingEmail: 1 }).lean<Pick<StoredUser, 'pendingEmail'>>();
  return user?.pendingEmail ?? null;
}

/** The id of the account of an address, in lower case; null when there is none. */
export async function userIdOf(email: string): Promise<string | null> {
  const user = await UserModel.findOne({ email }, { _id: 1 }).lean<Pick<StoredUser, '_id'>>();
  return user && String(user._id);
}

/** The same, if the address is confirmed. */
export async function confirmedUserIdOf(email: string): Promise<string | null> {
  const user = await UserModel.findOne({ email, verifiedAt: { $ne: null } }, { _id: 1 }).lean<
    Pick<StoredUser, '_id'>
  >();
  return user && String(user._id);
}

/** The address of an account; null if it is due for deletion or deleted. */
export async function addressOfStaying(userId: string): Promise<string | null> {
  if (!Types.ObjectId.isValid(userId)) return null;
  const user = await UserModel.findOne({ _id: userId, deletionDueAt: null }, 'email').lean<Pick<StoredUser, 'email'>>();
  return user?.email ?? null;
}

export async function hasAddress({ id, email }: Addressed): Promise<boolean> {
  return (await UserModel.exists({ _id: id, email })) !== null;
}

function whose({ id, email }: Addressed): { _id: Types.ObjectId; email: string } {
  return { _id: new Types.ObjectId(id), email };
}

async function change(filter: Record<string, unknown>, set: Record<string, unknown>): Promise<UserRecord | null> {
  const user = await UserModel.findOneAndUpdate(filter, { $set: set }, { returnDocument: 'after' }).lean<StoredUser>();
  return user && recordOf(user);
}
