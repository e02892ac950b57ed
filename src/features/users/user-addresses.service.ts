import { Types } from 'mongoose';
import { isDuplicateKey } from '../../platform/errors.ts';
import { recordOf, type StoredUser, UserModel } from './user.model.ts';
import type { PendingEmail, UserRecord } from './user-record.service.ts';

type Addressed = Pick<UserRecord, 'id' | 'email'>;

/**
 * Confirms the address of an account for as long as it still has that address; null where it does not. A change of address
 * on its way is cancelled: it was asked for before anybody was known to own this one.
 */
export function confirmAddress(user: Addressed): Promise<UserRecord | null> {
  return change({ ...whose(user) }, { verifiedAt: new Date(), pendingEmail: null });
}

/** The same where nobody has confirmed it yet; null where somebody has. `dropPassword`: whoever set it may be a stranger. */
export function confirmFirst(user: Addressed, { dropPassword }: { dropPassword: boolean }): Promise<UserRecord | null> {
  const confirmed = { verifiedAt: new Date(), pendingEmail: null, ...(dropPassword && { passwordHash: null }) };
  return change({ ...whose(user), verifiedAt: null }, confirmed);
}

/** Takes the password from an account whose address nobody has confirmed; null where somebody has. */
export function dropUnconfirmedPassword(user: Addressed): Promise<UserRecord | null> {
  return change({ ...whose(user), verifiedAt: null }, { passwordHash: null, pendingEmail: null });
}

/** Notes a change of address on its way. False where the password or the address became another one meanwhile. */
export async function requestNewEmail(user: UserRecord, pendingEmail: PendingEmail): Promise<boolean> {
  const { email, passwordHash, verifiedAt } = user;
  const { modifiedCount } = await UserModel.updateOne(
    { _id: new Types.ObjectId(user.id), email, passwordHash, verifiedAt },
    { $set: { pendingEmail } },
  );
  return modifiedCount > 0;
}

/** Notes that one side agreed to a change of address; null where that change is no longer on its way. */
export function agreeToNewEmail(userId: string, changeId: string, side: 'old' | 'new'): Promise<UserRecord | null> {
  return change(
    { _id: new Types.ObjectId(userId), 'pendingEmail.id': changeId },
    { [`pendingEmail.${side}ConfirmedAt`]: new Date() },
  );
}

/**
 * Gives an account its new address, where its old one agreed or is not confirmed at this very moment.
 * @returns `taken` where another account has it; `replaced` where the change was cancelled
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
    // Both links at once: the other one has made the change.
    return (await UserModel.exists({ _id, email: pending.email })) ? 'earlier' : 'replaced';
  } catch (error) {
    if (isDuplicateKey(error)) return 'taken';
    throw error;
  }
}

/** A change of address on its way; null without one. */
export async function findPendingEmail(userId: string): Promise<PendingEmail | null> {
  const user = await UserModel.findById(userId, { pendingEmail: 1 }).lean<Pick<StoredUser, 'pendingEmail'>>();
  return user?.pendingEmail ?? null;
}

/** The id of the account of an address, in lower case; null when there is none. */
export async function userIdOf(email: string): Promise<string | null> {
  const user = await UserModel.findOne({ email }, { _id: 1 }).lean<Pick<StoredUser, '_id'>>();
  return user && String(user._id);
}

/** The address of an account that is to stay; null where it is to be deleted or has gone. */
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
