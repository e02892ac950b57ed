import type { Role } from './permissions.ts';

export type UserRole = 'user' | 'editor' | 'admin';
export type StaffRole = Extract<Role, UserRole>;
/** What somebody is at an event, the role that decides what they are shown first. */
export type Roles = readonly [Role, ...Role[]];

/** Fields of an event that determine roles. */
export interface RoleEvent {
  id: string;
  creatorId: string | null;
  organiserIds: readonly string[];
  privateKey: string;
  viewKey: string;
}

/** Fields of a viewer that determine their role. */
export interface RoleViewer {
  user: { id: string; role: UserRole } | null;
  /** The key in the path (`/e/KEY`) or in `?v=`. */
  presentedKey: string | null;
  /** Events created in this session before it had an account. */
  preparedEventIds: readonly string[];
}

/** Holders of a clip's receipt act on it as its contributor, whatever their other roles. */
export const RECEIPT_ROLES: Roles = ['contributor'];

/**
 * Who a viewer is to an event. A key only ever adds a role. Staff have theirs at every event but those that still belong to a
 * browser. The one place where actions, pages and sockets ask.
 */
export function rolesAt(event: RoleEvent, viewer: RoleViewer): Roles {
  const staff = event.creatorId === null ? null : staffRole(viewer.user);
  const [first, ...others] = [makerRole(event, viewer), staff, keyRole(event, viewer)].filter((role) => role !== null);
  return first ? [first, ...others] : ['guest'];
}

function makerRole(event: RoleEvent, { user, preparedEventIds }: RoleViewer): Role | null {
  if (event.creatorId === null) return preparedEventIds.includes(event.id) ? 'creator' : null;
  if (user === null) return null;
  if (user.id === event.creatorId) return 'creator';
  return event.organiserIds.includes(user.id) ? 'organiser' : null;
}

function keyRole(event: RoleEvent, { presentedKey }: RoleViewer): Role | null {
  if (presentedKey === event.privateKey) return 'recipient';
  return presentedKey === event.viewKey ? 'viewer' : null;
}

/** The role that a user has everywhere on the site; null for one without further rights. */
export function staffRole(user: { role: UserRole } | null): StaffRole | null {
  return user === null || user.role === 'user' ? null : user.role;
}

/** The same as a list, to be asked about what is not at an event. */
export function siteRoles(user: { role: UserRole } | null): readonly Role[] {
  const role = staffRole(user);
  return role === null ? [] : [role];
}

/** Whether a role is of those who make the film. Staff do not. */
export function isMaker(role: Role): boolean {
  return role === 'creator' || role === 'organiser';
}
