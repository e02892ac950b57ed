import type { Ownership } from './ownership.ts';
import type { Role } from './permissions.ts';

export type UserRole = 'user' | 'editor' | 'admin';
export type StaffRole = Extract<Role, UserRole>;
/** Roles at an event; the first decides what is shown. */
export type Roles = readonly [Role, ...Role[]];

/** Fields of an event that determine roles. */
export interface RoleEvent {
  id: string;
  ownership: Ownership;
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

/** Holders of a receipt act as the clip's contributor, whatever their other roles. */
export const RECEIPT_ROLES: Roles = ['contributor'];

/** So do holders of an invitation, for themselves. */
export const INVITATION_ROLES: Roles = ['contributor'];

/**
 * A viewer's roles at an event. Keys only add roles. Staff have theirs at every event except drafts. Used by
 * actions, pages and sockets.
 */
export function rolesAt(event: RoleEvent, viewer: RoleViewer): Roles {
  const staff = event.ownership === 'draft' ? null : staffRole(viewer.user);
  const [first, ...others] = [makerRole(event, viewer), staff, keyRole(event, viewer)].filter((role) => role !== null);
  return first ? [first, ...others] : ['guest'];
}

function makerRole(event: RoleEvent, { user, preparedEventIds }: RoleViewer): Role | null {
  if (event.ownership === 'draft') return preparedEventIds.includes(event.id) ? 'creator' : null;
  if (user === null) return null;
  if (user.id === event.creatorId) return 'creator';
  return event.organiserIds.includes(user.id) ? 'organiser' : null;
}

function keyRole(event: RoleEvent, { presentedKey }: RoleViewer): Role | null {
  if (presentedKey === event.privateKey) return 'recipient';
  return presentedKey === event.viewKey ? 'viewer' : null;
}

/** A user's site-wide staff role; null without one. */
export function staffRole(user: { role: UserRole } | null): StaffRole | null {
  return user === null || user.role === 'user' ? null : user.role;
}

/** The same as a list, for permissions outside events. */
export function siteRoles(user: { role: UserRole } | null): readonly Role[] {
  const role = staffRole(user);
  return role === null ? [] : [role];
}

/** Whether the role makes the film. Staff do not. */
export function isMaker(role: Role): boolean {
  return role === 'creator' || role === 'organiser';
}
