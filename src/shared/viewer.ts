import type { RoleViewer, UserRole } from './roles.ts';

export interface ViewerUser {
  id: string;
  email: string;
  role: UserRole;
  firstName: string;
  lastName: string;
}

/** Who makes a request: what a route, a page or a socket knows of the person behind it. */
export interface Viewer extends RoleViewer {
  user: ViewerUser | null;
  isImpersonated: boolean;
  /** Address of the client, for limits; never stored with content. */
  ip: string;
}
