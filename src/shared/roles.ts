export type ViewerRole = 'creator' | 'recipient' | 'viewOnly' | 'public';
export type UserRole = 'user' | 'editor' | 'admin';
export type StaffRole = Exclude<UserRole, 'user'>;

/** The little of an event that decides who somebody is to it. */
export interface RoleEvent {
  id: string;
  creatorId: string | null;
  organiserIds: readonly string[];
  privateKey: string;
  viewKey: string;
}

/** The little of a visitor that decides who they are to an event. */
export interface RoleViewer {
  user: { id: string; role: UserRole } | null;
  /** The key in the address (`/e/KEY`) or in `?v=`. */
  presentedKey: string | null;
  /** Events that this session prepared before it had an account. */
  preparedEventIds: readonly string[];
}

export function isStaff(user: { role: UserRole } | null): boolean {
  return user?.role === 'admin' || user?.role === 'editor';
}

/**
 * Who a viewer is to an event; the one place where pages, API and sockets ask.
 * A presented key comes first: a creator who opens the recipient's link sees what the recipient sees.
 */
export function viewerRole(event: RoleEvent, viewer: RoleViewer): ViewerRole {
  if (viewer.presentedKey === event.privateKey) return 'recipient';
  if (viewer.presentedKey === event.viewKey) return 'viewOnly';
  if (event.creatorId === null) return viewer.preparedEventIds.includes(event.id) ? 'creator' : 'public';
  if (!viewer.user) return 'public';
  const owns = viewer.user.id === event.creatorId || event.organiserIds.includes(viewer.user.id);
  return owns || isStaff(viewer.user) ? 'creator' : 'public';
}
