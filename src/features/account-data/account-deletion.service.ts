import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { User } from '../../shared/contracts/accounts.ts';
import { DELETION_DELAY } from '../../shared/limits.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { createToken, readToken, spendTokens } from '../credentials/one-time-tokens.service.ts';
import { dateInWords } from '../profiles/local-times.service.ts';
import { endSignIns } from '../sessions/sign-ins.service.ts';
import { type Asker, confirmPerson } from '../two-factor/recent-proof.service.ts';
import { pageUrl, sendAccountMail } from '../users/account-mails.service.ts';
import { cancelDeletion, scheduleDeletion, usersToDelete } from '../users/user-deletion.service.ts';
import { toUserDto, type UserRecord } from '../users/user-record.service.ts';
import { findUser, noSuchUser } from '../users/users.service.ts';
import { accountData } from './account-data.parts.ts';
import { deletionAsked } from './domain-events.ts';

const BATCH = 50;

/**
 * Schedules the deletion of an account in 30 days, after `confirmPerson`: signs it out everywhere and mails the link
 * that keeps it. If it is scheduled already, the first date holds, and what the first request missed is done. Throws as
 * `confirmPerson` does.
 */
export async function askForDeletion(
  userId: string,
  given: Asker & { password: string | undefined; code: string | undefined },
): Promise<{ deletionDueAt: string }> {
  const before = await confirmPerson(userId, given);
  const dueAt = before.deletionDueAt ?? new Date(Date.now() + DELETION_DELAY);
  const isFirst = before.deletionDueAt === null;
  if (isFirst) {
    // A concurrent request does the rest.
    if (!(await scheduleDeletion(userId, dueAt))) return { deletionDueAt: dueAt.toISOString() };
    await recordAudit({ actorId: userId, subjectId: userId, action: 'deletion.asked', ip: given.ip });
  }
  await mailWayBack(before, dueAt);
  for (const err of await deletionAsked.emit({ userId })) platform().log.error({ err }, 'a deletion was not followed');
  await endSignIns(userId);
  return { deletionDueAt: dueAt.toISOString() };
}

/**
 * Cancels the deletion of an account and marks its mailed links as used; changes nothing else if none is scheduled.
 * EXPIRED after its date.
 */
export async function keepAccount(userId: string, ip: string): Promise<User> {
  const kept = await cancelDeletion(userId);
  const user = kept ?? (await findUser(userId));
  if (!user) throw noSuchUser();
  if (user.deletionDueAt) throw new AppError('EXPIRED', { message: 'The 30 days are over: this account is gone.' });
  await spendTokens(userId, ['undo-deletion']);
  if (kept) await recordAudit({ actorId: userId, subjectId: userId, action: 'deletion.undone', ip });
  return toUserDto(user);
}

/** The same by the mailed link, which stays valid until the account is kept. Throws as `readToken` does. */
export async function keepAccountByToken(token: string, ip: string): Promise<User> {
  const { userId } = await readToken('undo-deletion', token);
  return keepAccount(userId ?? '', ip);
}

/**
 * Purges accounts whose 30 days are over. Features clean up from right to left, the user's document last; if one fails,
 * the account waits for the next run. Each step is idempotent.
 */
export async function purgeAccounts(now = Date.now()): Promise<number> {
  let purged = 0;
  for (const user of await usersToDelete(new Date(now), BATCH)) {
    const person = { userId: user.id, confirmedEmail: user.verifiedAt ? user.email : null };
    const failures = await accountData()
      .purge(person)
      .catch((error: unknown) => [error]);
    for (const failure of failures) platform().log.error({ err: failure }, 'an account could not be removed yet');
    if (failures.length === 0) purged += 1;
  }
  return purged;
}

/** Sent once for each date. */
async function mailWayBack(user: UserRecord, dueAt: Date): Promise<void> {
  const userId = user.id;
  const token = await createToken('undo-deletion', { userId, email: user.email });
  const until = await dateInWords(userId, dueAt);
  const values = { firstName: user.firstName, until, url: pageUrl(`/auth/keep-account/${token}`) };
  await sendAccountMail('deletion', user.email, values, `${userId}:${dueAt.getTime()}`);
}
