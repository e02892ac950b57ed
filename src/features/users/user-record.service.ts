import type { User } from '../../shared/contracts/accounts.ts';
import type { UserRole } from '../../shared/roles.ts';
import type { ViewerUser } from '../../shared/viewer.ts';

/** A pending change of address. */
export interface PendingEmail {
  /** Identifies this change, so that links of an earlier one don't apply to it. */
  id: string;
  /** Lower case. */
  email: string;
  requestedAt: Date;
  oldConfirmedAt: Date | null;
  newConfirmedAt: Date | null;
}

/** A user for features about accounts; never leaves the server. */
export interface UserRecord {
  id: string;
  /** Lower case. */
  email: string;
  /** Argon2id; null if the user has no password. */
  passwordHash: string | null;
  role: UserRole;
  firstName: string;
  lastName: string;
  verifiedAt: Date | null;
  passwordChangedAt: Date | null;
  /** A new address, until both mailboxes have agreed. */
  pendingEmail: PendingEmail | null;
  /** When the account is purged; null if no deletion is scheduled. */
  deletionDueAt: Date | null;
  /** Set while staff keep the account closed; why in words for the user. */
  suspension: { at: Date; why: string } | null;
  createdAt: Date;
}

/** A user as shown to themselves and to staff. */
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
