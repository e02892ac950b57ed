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

/** Whether somebody made an event or organises it. Staff did not, whatever they may do with it. */
export function isMakerOf(event: RoleEvent, viewer: RoleViewer): boolean {
  if (event.creatorId === null) return viewer.preparedEventIds.includes(event.id);
  const { user } = viewer;
  return user !== null && (user.id === event.creatorId || event.organiserIds.includes(user.id));
}

/**
 * Who a viewer is to an event: the role with the most rights, so that a key only ever adds some. The one place where pages,
 * API and sockets ask.
 */
export function viewerRole(event: RoleEvent, viewer: RoleViewer): ViewerRole {
  if (isMakerOf(event, viewer)) return 'creator';
  if (event.creatorId !== null && isStaff(viewer.user)) return 'creator';
  if (viewer.presentedKey === event.privateKey) return 'recipient';
  return viewer.presentedKey === event.viewKey ? 'viewOnly' : 'public';
}
