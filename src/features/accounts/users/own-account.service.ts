import type { Request } from 'express';
import { signedIn } from '../../../platform/http/access.ts';
import type { AccessRule } from '../../../platform/http/access-rules.ts';
import type { Viewer, ViewerUser } from '../../../shared/viewer.ts';

export { inPerson } from '../impersonation/impersonation.service.ts';

import { checkProfileAccess } from '../profiles/profiles.service.ts';
import { requireSelf, requireSelfOrAdmin } from '../recovery/change-password.service.ts';
import { requireFresh } from '../sessions/start-session.service.ts';
import { requireRecentProof } from '../two-factor/recent-proof.service.ts';
import { requireConfirmedAddress, requireProof } from './confirmed-address.service.ts';

interface ById {
  params: { id: string };
  viewer: Viewer;
}

type AccountRule = AccessRule<'signed-in', ById, { user: ViewerUser }>;

function accountRule(check: (viewer: Viewer, userId: string) => void): AccountRule {
  return {
    word: 'signed-in',
    admit: ({ viewer }) => void signedIn(viewer),
    load({ params, viewer }) {
      check(viewer, params.id);
      return { user: signedIn(viewer) };
    },
  };
}

/** The account that the address names, for whose it is; `user` is the viewer. */
export const ownAccount = accountRule(requireSelf);
/** The same, and for admins; `user` is the viewer. */
export const ownAccountOrAdmin = accountRule(requireSelfOrAdmin);
export const readableProfile = accountRule((viewer, id) => checkProfileAccess(viewer, id, 'read'));
export const ownProfile = accountRule((viewer, id) => checkProfileAccess(viewer, id, 'change'));

interface Asked {
  req: Request;
  user: ViewerUser;
}

export const recentSignIn = ({ req }: { req: Request }) => requireFresh(req);

/** A recent sign-in, or the password where it was sent along. */
export const recentSignInOrPassword = ({
  req,
  user,
  body,
}: Asked & { body: { currentPassword?: string | undefined } }) => requireProof(req, user.id, body.currentPassword);

/** A recent sign-in and, where it is on, the second factor. */
export const recentProof = ({ req, user, body }: Asked & { body?: { code?: string | undefined } | undefined }) =>
  requireRecentProof(req, user.id, body?.code);

export const confirmedAddress = ({ user }: Asked) => requireConfirmedAddress(user.id);
