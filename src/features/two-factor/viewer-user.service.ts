import type { ViewerUser } from '../../shared/viewer.ts';
import { livingSignIn } from '../sessions/sign-ins.service.ts';
import { toViewerUser } from '../users/user-record.service.ts';
import { findUser } from '../users/users.service.ts';
import { isProofGood } from './step-proof.service.ts';

/**
 * What a request needs of its user; `LoadUser` of sessions. For staff it costs one more read: whether the factor that their
 * sign-in was proven by is still there.
 */
export async function loadViewerUser(id: string, signInId: string | null): Promise<ViewerUser | null> {
  const signIn = signInId === null ? null : await livingSignIn(signInId, id);
  const user = signIn ? signIn.user : signInId === null ? await findUser(id) : null;
  // An account past its time is gone, though nobody has come to remove it yet.
  const isGone = user?.deletionDueAt != null && user.deletionDueAt <= new Date();
  if (!user || isGone) return null;
  const seen = toViewerUser(user);
  if (seen.role === 'user' || !signIn || (await isProofGood(id, signIn.secondStep))) return seen;
  return { ...seen, role: 'user', waitingRole: seen.role };
}
