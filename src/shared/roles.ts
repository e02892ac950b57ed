export type ViewerRole = 'creator' | 'recipient' | 'viewOnly' | 'public';
export type UserRole = 'user' | 'editor' | 'admin';
export type StaffRole = Exclude<UserRole, 'user'>;

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

export function isStaff(user: { role: UserRole } | null): boolean {
  return user?.role === 'admin' || user?.role === 'editor';
}

/** Whether the viewer is creator or organiser. Staff are not, whatever their rights. */
export function isMakerOf(event: RoleEvent, viewer: RoleViewer): boolean {
  if (event.creatorId === null) return viewer.preparedEventIds.includes(event.id);
  const { user } = viewer;
  return user !== null && (user.id === event.creatorId || event.organiserIds.includes(user.id));
}

/** The viewer's role with the most rights; keys only add rights. Used by pages, API and sockets. */
export function viewerRole(event: RoleEvent, viewer: RoleViewer): ViewerRole {
  if (isMakerOf(event, viewer)) return 'creator';
  if (event.creatorId !== null && isStaff(viewer.user)) return 'creator';
  if (viewer.presentedKey === event.privateKey) return 'recipient';
  return viewer.presentedKey === event.viewKey ? 'viewOnly' : 'public';
}
