import { Types } from 'mongoose';
import { AppError } from '../../../platform/errors.ts';
import { platform } from '../../../platform/platform.ts';
import type { User } from '../../../shared/contracts/accounts.ts';
import { DELETION_DELAY } from '../../../shared/limits.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { createToken, forgetTokens, redeemToken, spendTokens } from '../credentials/one-time-tokens.service.ts';
import { purgeProfile } from '../profiles/profiles.service.ts';
import { confirmPerson, noSuchUser } from '../recovery/change-password.service.ts';
import { forgetDevices } from '../sessions/known-devices.service.ts';
import { endSignIns } from '../sessions/sign-ins.service.ts';
import { forgetWaysIn } from '../sign-in/sign-in-ways.service.ts';
import type { Asking } from '../two-factor/recent-proof.service.ts';
import { dateInWords, pageUrl, sendAccountMail } from '../users/account-mails.service.ts';
import { type StoredUser, UserModel } from '../users/user.model.ts';
import { toUserDto } from '../users/user-record.service.ts';
import { accountData } from './account-data.parts.ts';

const BATCH = 50;

/**
 * Has an account deleted in 30 days, once it is sure that its owner asks: signs it out everywhere and mails the link that
 * keeps it. Asked again, the first date holds. Throws as `confirmPerson` does.
 */
export async function askForDeletion(
  userId: string,
  given: Asking & { password: string | undefined; code: string | undefined },
): Promise<{ deletionDueAt: string }> {
  const before = await confirmPerson(userId, given);
  const dueAt = before.deletionDueAt ?? new Date(Date.now() + DELETION_DELAY);
  const isFirst = before.deletionDueAt === null;
  if (isFirst) {
    const marked = await UserModel.updateOne(
      { _id: before._id, deletionDueAt: null },
      { $set: { deletionDueAt: dueAt } },
    );
    // Two at once: the other one sees to the rest.
    if (marked.modifiedCount === 0) return { deletionDueAt: dueAt.toISOString() };
    await recordAudit({ actorId: userId, subjectId: userId, action: 'deletion.asked', ip: given.ip });
    await mailWayBack(before, dueAt);
  }
  await endSignIns(userId);
  return { deletionDueAt: dueAt.toISOString() };
}

/** Keeps an account that was to be deleted; one that was not stays as it is. EXPIRED once its time is over. */
export async function keepAccount(userId: string, ip: string): Promise<User> {
  const now = new Date();
  const kept = await UserModel.findOneAndUpdate(
    { _id: userId, deletionDueAt: { $gt: now } },
    { $set: { deletionDueAt: null } },
    { returnDocument: 'after' },
  ).lean<StoredUser>();
  if (kept) {
    await spendTokens(userId, ['undo-deletion']);
    await recordAudit({ actorId: userId, subjectId: userId, action: 'deletion.undone', ip });
    return toUserDto(kept);
  }
  const user = await UserModel.findById(userId).lean<StoredUser>();
  if (!user) throw noSuchUser();
  if (user.deletionDueAt) throw new AppError('EXPIRED', { message: 'The 30 days are over: this account is gone.' });
  return toUserDto(user);
}

/** The same by the mailed link. Throws as `redeemToken` does. */
export async function keepAccountByToken(token: string, ip: string): Promise<User> {
  const { userId } = await redeemToken('undo-deletion', token);
  return keepAccount(userId ?? '', ip);
}

/**
 * Removes for good the accounts whose 30 days are over. Other features clean up first; where one of them can't, the account
 * waits for the next turn. Each step may be repeated after a crash.
 */
export async function purgeAccounts(now = Date.now()): Promise<number> {
  const due = await UserModel.find({ deletionDueAt: { $lte: new Date(now) } })
    .sort({ deletionDueAt: 1 })
    .limit(BATCH)
    .lean<StoredUser[]>();
  let purged = 0;
  for (const user of due) {
    const failures = await purge(user).catch((error: unknown) => [error]);
    for (const failure of failures) platform().log.error({ err: failure }, 'an account could not be removed yet');
    if (failures.length === 0) purged += 1;
  }
  return purged;
}

/** @returns what kept it from being purged; empty when it is gone */
async function purge(user: StoredUser): Promise<unknown[]> {
  const userId = String(user._id);
  const failures = await accountData().purge({ userId, confirmedEmail: user.verifiedAt ? user.email : null });
  if (failures.length > 0) return failures;
  await Promise.all([endSignIns(userId), forgetWaysIn(userId), forgetDevices(userId), forgetTokens(userId)]);
  await purgeProfile(userId);
  const { deletedCount } = await UserModel.deleteOne({ _id: new Types.ObjectId(userId) });
  if (deletedCount > 0) await recordAudit({ actorId: null, subjectId: userId, action: 'account.purged' });
  return [];
}

async function mailWayBack(user: StoredUser, dueAt: Date): Promise<void> {
  const userId = String(user._id);
  const token = await createToken('undo-deletion', { userId, email: user.email });
  const until = await dateInWords(userId, dueAt);
  const values = { firstName: user.firstName, until, url: pageUrl(`/auth/keep-account/${token}`) };
  await sendAccountMail('deletion', user.email, values);
}
