import { AppError } from '../../platform/errors.ts';
import type { User } from '../../shared/contracts/accounts.ts';
import type { Drafts, Viewer } from '../../shared/viewer.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { askForLink } from '../credentials/mailed-links.service.ts';
import {
  CHANGE_EMAIL_KINDS,
  outdatedLink,
  readToken,
  redeemToken,
  type Token,
  voidTokens,
} from '../credentials/one-time-tokens.service.ts';
import { draftsInToken } from '../drafts/draft-sets.service.ts';
import { hasConfirmedAddress } from '../users/confirmed-address.service.ts';
import { selfOf } from '../users/own-account.service.ts';
import { confirmAddress, dropUnconfirmedPassword } from '../users/user-addresses.service.ts';
import { toUserDto } from '../users/user-record.service.ts';
import { lockOut } from './address-proof.service.ts';

/**
 * Mails the confirmation link again. Default: the signed-in user's address. FIELDS_REFUSED without either, WRONG_STATE
 * if that address is confirmed already.
 */
export async function resendVerification(email: string | undefined, viewer: Viewer): Promise<void> {
  const own = viewer.user;
  if (!email && !own) {
    throw new AppError('FIELDS_REFUSED', { message: 'Which address?', fields: { email: 'Please fill this in.' } });
  }
  if (own && (email ?? own.email) === own.email && (await hasConfirmedAddress(own.id))) {
    throw new AppError('WRONG_STATE', { message: 'Your address is already confirmed.' });
  }
  await askForLink('verify', email ?? own?.email ?? '', viewer);
}

/**
 * Confirms an address by a mailed link, in a browser that is signed in to its account. The link proves access to the
 * mailbox, the session proves the password; only both prove ownership. NOT_SIGNED_IN in any other browser, where the
 * link stays valid; otherwise throws as `redeemToken` does.
 * @param signedInAs the id of the signed-in user; null if impersonated
 */
export async function activate(
  token: string,
  { ip, signedInAs }: { ip: string; signedInAs: string | null },
): Promise<{ user: User; drafts: Drafts }> {
  const asked = await readToken('verify', token);
  if (asked.userId === null || asked.userId !== signedInAs) throw notSignedIn(signedInAs !== null);
  const { data } = await redeemToken('verify', token);
  const user = await confirmAddress(whose(asked));
  if (!user) throw outdatedLink();
  await voidTokens(signedInAs, ['verify', ...CHANGE_EMAIL_KINDS]);
  await recordAudit({ actorId: signedInAs, subjectId: signedInAs, action: 'email.confirmed', ip });
  return { user: toUserDto(user), drafts: draftsInToken(data) };
}

/**
 * The owner of a mailbox says that the account with its address is not theirs: locks out the person who created it. The
 * address stays unconfirmed and nobody is signed in; a sign-in link still gives the account to the mailbox's owner.
 * Throws as `readToken` does.
 */
export async function disown(token: string, ip: string): Promise<void> {
  const asked = await readToken('verify', token);
  const user = await dropUnconfirmedPassword(whose(asked));
  if (!user) throw outdatedLink();
  const { id } = user;
  await lockOut(id);
  await recordAudit({ actorId: null, subjectId: id, action: 'account.disowned', ip });
}

/** What the page of such a link shows. */
export interface Activation {
  email: string | null;
  /** The account's own user, nobody, or another user with their address. */
  standing: 'own' | 'nobody' | { otherEmail: string };
}

/**
 * What a confirmation link is about; does not use it. Throws as `readToken` does, and TOKEN_USED if the viewer's
 * address was confirmed by other means in the meantime, such as Google.
 */
export async function viewActivation(token: string, viewer: Viewer | null): Promise<Activation> {
  const self = viewer && selfOf(viewer);
  const asked = await readToken('verify', token).catch(async (error: unknown) => {
    const isVoid = error instanceof AppError && error.code === 'TOKEN_EXPIRED';
    if (!isVoid || !self || !(await hasConfirmedAddress(self))) throw error;
    throw new AppError('TOKEN_USED', { message: 'Your address is confirmed. There’s nothing left to do.' });
  });
  if (!viewer?.user) return { email: asked.email, standing: 'nobody' };
  return { email: asked.email, standing: asked.userId === self ? 'own' : { otherEmail: viewer.user.email } };
}

/** The account of a link, while it still has the address that the link was mailed to. */
function whose({ userId, email }: Token): { id: string; email: string } {
  return { id: userId ?? '', email: email ?? '' };
}

function notSignedIn(isSomebodyElse: boolean): AppError {
  return new AppError('NOT_SIGNED_IN', {
    message: isSomebodyElse
      ? 'You’re logged in to a different account. Please log in to the one with this address first.'
      : 'Please log in to the account first, so we know it’s yours.',
  });
}
