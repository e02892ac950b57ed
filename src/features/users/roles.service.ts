import { AppError } from '../../platform/errors.ts';
import type { User } from '../../shared/contracts/accounts.ts';
import type { UserRole } from '../../shared/roles.ts';
import { requireAudit } from '../audit/audit.service.ts';
import { recordOf, type StoredUser, UserModel } from './user.model.ts';
import { toUserDto } from './user-record.service.ts';

/**
 * Gives an account a role, and says so in the audit log. It counts from the account's next request on, more rights than a
 * user's in sessions that passed a second step. NOT_FOUND when no
 * account has this address; WRONG_STATE for more rights where nobody has confirmed it, as whoever registered with it may
 * be anybody.
 * @param actorId who gives it; null for the command line
 * @param mayBeUnconfirmed who asks knows whose account it is all the same
 */
export async function changeRole(
  email: string,
  role: UserRole,
  actorId: string | null,
  { mayBeUnconfirmed = false } = {},
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
    const details = { before: found.role, role, by: actorId ? 'desk' : 'command' };
    await requireAudit({ actorId, subjectId: String(found._id), action: 'role.changed', details });
  }
  return { user: toUserDto({ ...recordOf(found), role }), before: found.role };
}

/**
 * Takes the rights of staff from an account that nothing guards but its mailbox any more, and says so in the audit log:
 * whoever reads the mails could add a second step of their own and use them. Somebody gives them anew.
 * @returns whether there were any
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

/** Everybody with more rights than a user, admins first. */
export async function listWithStaffRole(): Promise<User[]> {
  const found = await UserModel.find({ role: { $in: ['admin', 'editor'] } })
    .sort({ role: 1, email: 1 })
    .lean<StoredUser[]>();
  return found.map((user) => toUserDto(recordOf(user)));
}
