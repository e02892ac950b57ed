import type { ViewerUser } from '../../shared/viewer.ts';
import { livingSignIn } from '../sessions/sign-ins.service.ts';
import { toViewerUser } from '../users/user-record.service.ts';
import { findUser } from '../users/users.service.ts';
import { isProofGood } from './step-proof.service.ts';

/**
 * The user of a request; `LoadUser` of sessions. Staff cost one more read: whether the factor of their sign-in still
 * exists.
 */
export async function loadViewerUser(id: string, signInId: string | null): Promise<ViewerUser | null> {
  const signIn = signInId === null ? null : await livingSignIn(signInId, id);
  const user = signIn ? signIn.user : signInId === null ? await findUser(id) : null;
  // An account past its deletion date counts as deleted even before the clean-up.
  const isGone = user?.deletionDueAt != null && user.deletionDueAt <= new Date();
  // A sign-in may begin while the account is being suspended. An admin who acts as the user needs none.
  const isClosed = signInId !== null && user?.suspension != null;
  if (!user || isGone || isClosed) return null;
  const seen = toViewerUser(user);
  if (seen.role === 'user' || !signIn || (await isProofGood(id, signIn.secondStep))) return seen;
  return { ...seen, role: 'user', waitingRole: seen.role };
}
