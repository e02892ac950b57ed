import { AppError } from '../../platform/errors.ts';
import type { User } from '../../shared/contracts/accounts.ts';
import type { UserRole } from '../../shared/roles.ts';
import { requireAudit } from '../audit/audit.service.ts';
import { recordOf, type StoredUser, UserModel } from './user.model.ts';
import { toUserDto } from './user-record.service.ts';
import { findUser, noSuchUser } from './users.service.ts';

/**
 * Gives an account a role and records it. It takes effect with the next request; staff rights only in sessions that
 * passed two-factor. NOT_FOUND without such an address; WRONG_STATE for staff roles if the address is unconfirmed, as
 * anyone may have registered it.
 * @param actorId null for the command line
 * @param mayBeUnconfirmed the caller knows whose account it is
 */
export async function changeRole(
  email: string,
  role: UserRole,
  actorId: string | null,
  { mayBeUnconfirmed = false, ip, note }: { mayBeUnconfirmed?: boolean; ip?: string; note?: string } = {},
): Promise<{ user: User; before: UserRole }> {
  const whose = { email: email.trim().toLowerCase() };
  const mustBeConfirmed = role !== 'user' && !mayBeUnconfirmed;
  const found = await UserModel.findOneAndUpdate(
    { ...whose, ...(mustBeConfirmed && { verifiedAt: { $ne: null } }) },
    { $set: { role } },
    { returnDocument: 'before' },
  ).lean<StoredUser>();
  if (!found && mustBeConfirmed && (await UserModel.exists(whose))) {
    throw new AppError('WRONG_STATE', {
      message: 'Nobody has confirmed this address yet, so the account could be anybody’s.',
    });
  }
  if (!found) throw new AppError('NOT_FOUND', { message: 'No account has this address.' });
  if (found.role !== role) {
    const details = { before: found.role, role, by: actorId ? 'desk' : 'command', ...(note && { note }) };
    await requireAudit({ actorId, subjectId: String(found._id), action: 'role.changed', ...(ip && { ip }), details });
  }
  return { user: toUserDto({ ...recordOf(found), role }), before: found.role };
}

/**
 * The same at the desk, by id. NOT_ALLOWED for the admin's own role, NOT_FOUND, and WRONG_STATE for the last admin and for a
 * staff role of a suspended account.
 */
export async function changeRoleOf(
  userId: string,
  role: UserRole,
  { actorId, ip, note }: { actorId: string; ip: string; note: string },
): Promise<{ before: UserRole }> {
  const user = await findUser(userId);
  if (!user) throw noSuchUser();
  if (userId === actorId) {
    throw new AppError('NOT_ALLOWED', { message: 'Nobody changes their own role. Ask another admin.' });
  }
  if (role !== 'user' && user.suspension) {
    throw new AppError('WRONG_STATE', { message: 'This account is suspended. Lift that first.' });
  }
  const { before } = await changeRole(user.email, role, actorId, { ip, note });
  if (before === 'admin' && role !== 'admin' && !(await UserModel.exists({ role: 'admin' }))) {
    // Two admins may have taken the role from one another.
    await changeRole(user.email, 'admin', actorId, { ip, note, mayBeUnconfirmed: true });
    throw new AppError('WRONG_STATE', { message: 'This is the last admin, who has to stay.' });
  }
  return { before };
}

/**
 * Withdraws the staff role of an account that only its mailbox guards, and records it: a reader of its mails could add
 * a factor and use the role. An admin can give it back.
 * @returns whether there was one
 */
export async function withdrawStaffRole(userId: string): Promise<boolean> {
  const found = await UserModel.findOneAndUpdate(
    { _id: userId, role: { $ne: 'user' } },
    { $set: { role: 'user' } },
    { returnDocument: 'before' },
  ).lean<StoredUser>();
  if (!found) return false;
  const details = { before: found.role, role: 'user', by: 'reset' };
  await requireAudit({ actorId: null, subjectId: userId, action: 'role.changed', details });
  return true;
}

/** All staff, admins first. */
export async function listWithStaffRole(): Promise<User[]> {
  const found = await UserModel.find({ role: { $in: ['admin', 'editor'] } })
    .sort({ role: 1, email: 1 })
    .lean<StoredUser[]>();
  return found.map((user) => toUserDto(recordOf(user)));
}
