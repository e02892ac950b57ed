import type { RoleViewer, StaffRole, UserRole } from './roles.ts';

export interface ViewerUser {
  id: string;
  email: string;
  /** What counts for this request. */
  role: UserRole;
  /** The role that the account has, where it does not count because no second step was passed in this session. */
  waitingRole?: StaffRole;
  firstName: string;
  lastName: string;
  /** The address was not confirmed yet. */
  isUnconfirmed?: true;
  /** When the account goes for good; absent where nobody asked for that. */
  deletionDueAt?: string;
}

/** What a browser made before anybody signed in there; it goes to whoever does. */
export interface Drafts {
  /** Events without a creator. */
  preparedEventIds: readonly string[];
  /** Clips that it added to events of others. */
  contributedMediaIds: readonly string[];
}

/** Who makes a request: what a route, a page or a socket knows of the person behind it. */
export interface Viewer extends RoleViewer {
  user: ViewerUser | null;
  isImpersonated: boolean;
  /** Clips that this session added before it had an account; none unless told. */
  contributedMediaIds?: readonly string[];
  /** Address of the client, for limits; never stored with content. */
  ip: string;
}
