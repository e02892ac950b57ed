import * as z from 'zod';
import { AppError } from '../../platform/errors.ts';
import { refusalOf, signedIn } from '../../platform/http/access.ts';
import { type AccessRule, signedInUser } from '../../platform/http/access-rules.ts';
import { may } from '../../shared/permissions.ts';
import { siteRoles } from '../../shared/roles.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';
import { noSuchUser } from './users.service.ts';

interface ById {
  params: { id: string };
  viewer: Viewer;
}

export type AccountRule = AccessRule<'signed-in', ById, { user: ViewerUser }>;

/** An access rule for an account by the id in the address. `check` throws for viewers without access. */
export function accountRule(check: (viewer: Viewer, userId: string) => void): AccountRule {
  return {
    word: 'signed-in',
    admit: ({ viewer }) => void signedIn(viewer),
    load({ params, viewer }) {
      check(viewer, params.id);
      return { user: signedIn(viewer) };
    },
  };
}

/** The account in the address, for its owner; `user` is the viewer. For others it does not exist. */
export const ownAccount = accountRule((viewer, userId) => {
  if (viewer.user?.id !== userId) throw noSuchUser();
});

/** The same, and for admins. STAFF_NEEDS_SECOND_STEP if their role waits for two-factor. */
export const ownAccountOrAdmin = accountRule((viewer, userId) => {
  if (may(siteRoles(viewer.user), 'user.read') || viewer.user?.id === userId) return;
  throw refusalOf(viewer.user, 'user.read', noSuchUser());
});

/**
 * NOT_ALLOWED during impersonation: address, password, credentials, payment, deletion and export are for the person
 * alone. The one place that decides it.
 */
export function refuseImpersonated(viewer: Pick<Viewer, 'isImpersonated'>): void {
  if (!viewer.isImpersonated) return;
  throw new AppError('NOT_ALLOWED', {
    message: 'Only the person themselves can do this. Stop acting for them first.',
  });
}

/** The signed-in user, not somebody who acts for them. */
export const signedInPerson: AccessRule<'signed-in', { viewer: Viewer }, { user: ViewerUser }> = {
  ...signedInUser,
  admit({ viewer }) {
    signedIn(viewer);
    refuseImpersonated(viewer);
  },
};

/** The same as a condition of an action. */
export const inPerson = ({ viewer }: { viewer: Viewer }): void => refuseImpersonated(viewer);

/** The id of the signed-in user; null for nobody and during impersonation. */
export function selfOf(viewer: { user: { id: string } | null; isImpersonated: boolean }): string | null {
  return viewer.isImpersonated ? null : (viewer.user?.id ?? null);
}

/** The params of an action about the viewer's own account; access has refused visitors. */
export function own({ viewer }: { viewer: Viewer }): { id: string } {
  return { id: signedIn(viewer).id };
}

/** Where to continue by default. */
export const HOME = '/dashboard';

/** Where to continue, as a form may send it. */
export const next = { next: z.string().max(500).optional() };
