import type { User } from '../../shared/contracts/accounts.ts';
import type { UserRole } from '../../shared/roles.ts';
import type { ViewerUser } from '../../shared/viewer.ts';

/** A change of address on its way. */
export interface PendingEmail {
  /** Names this change, so that links of an earlier one do nothing to it. */
  id: string;
  /** Lower case. */
  email: string;
  requestedAt: Date;
  oldConfirmedAt: Date | null;
  newConfirmedAt: Date | null;
}

/** A user as features about accounts work with one; never leaves the server. */
export interface UserRecord {
  id: string;
  /** Lower case. */
  email: string;
  /** Argon2id; null where the person signs in by other means only. */
  passwordHash: string | null;
  role: UserRole;
  firstName: string;
  lastName: string;
  verifiedAt: Date | null;
  passwordChangedAt: Date | null;
  /** An address that is to take the place of `email`, once both have said so. */
  pendingEmail: PendingEmail | null;
  /** When the account is purged; null unless the person asked for that. */
  deletionDueAt: Date | null;
  createdAt: Date;
}

/** A user as they, and staff, may see them. */
export function toUserDto(user: UserRecord): User {
  return {
    id: user.id,
    email: user.email,
    role: user.role,
    firstName: user.firstName,
    lastName: user.lastName,
    verified: user.verifiedAt !== null,
    hasPassword: user.passwordHash !== null,
    createdAt: user.createdAt.toISOString(),
  };
}

/** What a request knows of its user. */
export function toViewerUser(user: UserRecord): ViewerUser {
  return {
    id: user.id,
    email: user.email,
    role: user.role,
    firstName: user.firstName,
    lastName: user.lastName,
    ...(!user.verifiedAt && { isUnconfirmed: true as const }),
    ...(user.deletionDueAt && { deletionDueAt: user.deletionDueAt.toISOString() }),
  };
}
