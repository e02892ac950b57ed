import type { RoleViewer, StaffRole, UserRole } from './roles.ts';

export interface ViewerUser {
  id: string;
  email: string;
  /** Effective role in this request. */
  role: UserRole;
  /** Role of the account that lacks effect, because this session has not passed two-factor. */
  waitingRole?: StaffRole;
  firstName: string;
  lastName: string;
  /** The email address is not confirmed yet. */
  isUnconfirmed?: true;
  /** When the account will be erased; absent unless deletion was requested. */
  deletionDueAt?: string;
}

/** Created in a browser before sign-in; goes to the user who signs in. */
export interface Drafts {
  /** Events without a creator. */
  preparedEventIds: readonly string[];
  /** Clips added to events of others. */
  contributedMediaIds: readonly string[];
}

/** The author of a request, as known to routes, pages and sockets. */
export interface Viewer extends RoleViewer {
  user: ViewerUser | null;
  isImpersonated: boolean;
  /** Clips added in this session before it had an account. Default: none. */
  contributedMediaIds?: readonly string[];
  /** IP address, for limits; never stored with content. */
  ip: string;
}
