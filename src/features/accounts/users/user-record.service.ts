import type { User } from '../../../shared/contracts/accounts.ts';
import type { ViewerUser } from '../../../shared/viewer.ts';
import type { StoredUser } from './user.model.ts';

/** A user as they, and staff, may see them. */
export function toUserDto(user: StoredUser): User {
  return {
    id: String(user._id),
    email: user.email,
    role: user.role,
    firstName: user.firstName,
    lastName: user.lastName,
    verified: user.verifiedAt !== null,
    hasPassword: user.passwordHash !== null,
    createdAt: user.createdAt.toISOString(),
  };
}

export function toViewerUser(
  user: Pick<StoredUser, '_id' | 'email' | 'verifiedAt' | 'role' | 'firstName' | 'lastName' | 'deletionDueAt'>,
): ViewerUser {
  return {
    id: String(user._id),
    email: user.email,
    role: user.role,
    firstName: user.firstName,
    lastName: user.lastName,
    ...(!user.verifiedAt && { isUnconfirmed: true as const }),
    ...(user.deletionDueAt && { deletionDueAt: user.deletionDueAt.toISOString() }),
  };
}
