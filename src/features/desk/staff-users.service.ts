import { platform } from '../../platform/platform.ts';
import type { StaffUser } from '../../shared/contracts/staff-users.ts';
import type { UserRole } from '../../shared/roles.ts';
import { type AuditEntry, requireAudit } from '../audit/audit.service.ts';
import { endSignIns } from '../sessions/sign-ins.service.ts';
import type { DeskActor } from '../support/moderation.service.ts';
import { pageUrl, sendAccountMail } from '../users/account-mails.service.ts';
import { getStaffUser } from '../users/find-users.service.ts';
import { changeRoleOf } from '../users/roles.service.ts';
import { closeAccount, openAccount } from '../users/suspend-user.service.ts';

const USUAL = 'Something in your account breaks our rules. Please tell us what you think.';

/** Gives a user a role, except oneself; their sessions end, so that open pages lose what they may not see. */
export async function setRole(
  staff: DeskActor,
  userId: string,
  { role, note }: { role: UserRole; note: string },
): Promise<StaffUser> {
  const { before } = await changeRoleOf(userId, role, { actorId: staff.id, ip: staff.ip, note });
  if (before !== role) await endSignIns(userId);
  return getStaffUser(userId);
}

/** Signs a user out everywhere and refuses their log-ins. Once it is in the audit log; a retry mails nobody twice. */
export async function suspendAccount(
  staff: DeskActor,
  userId: string,
  words: { why: string; note: string },
): Promise<StaffUser> {
  const before = await getStaffUser(userId);
  const why = words.why || USUAL;
  const user = await closeAccount(userId, why);
  if (!before.suspendedAt) {
    await record(staff, userId, 'user.suspended', { before: 'open', after: 'suspended', why, note: words.note });
  }
  await endSignIns(userId);
  const key = `account:${userId}:${user.suspension?.at.getTime()}`;
  await mail(user.email, { firstName: user.firstName, why: user.suspension?.why ?? why, isOpen: '' }, key);
  return getStaffUser(userId);
}

/** Lets a suspended user log in again, and tells them. */
export async function liftAccount(staff: DeskActor, userId: string, note: string): Promise<StaffUser> {
  const before = await getStaffUser(userId);
  const { email, firstName } = await openAccount(userId);
  await record(staff, userId, 'user.lifted', { before: 'suspended', after: 'open', note });
  await mail(email, { firstName, why: '', isOpen: 'yes' }, `account:${userId}:${before.suspendedAt}:open`);
  return getStaffUser(userId);
}

/** Ends all sessions of a user; answers how many. */
export async function signOutEverywhere(staff: DeskActor, userId: string, note: string): Promise<{ ended: number }> {
  await getStaffUser(userId);
  const ended = await endSignIns(userId);
  await record(staff, userId, 'user.signed-out', { before: ended, after: 0, note });
  return { ended };
}

function mail(to: string, words: { firstName: string; why: string; isOpen: string }, key: string): Promise<void> {
  const url = pageUrl(words.isOpen ? '/auth/login' : '/help/contact');
  return sendAccountMail('account-suspended', to, { ...words, url }, key, platform().config.supportEmail);
}

function record(
  { id, ip }: DeskActor,
  subjectId: string,
  action: AuditEntry['action'],
  details: Record<string, string | number>,
): Promise<void> {
  return requireAudit({ actorId: id, subjectId, action, ip, details });
}
