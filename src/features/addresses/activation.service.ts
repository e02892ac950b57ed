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
 * Has the link mailed once more that confirms an address. Default: the signed-in user's own. FIELDS_REFUSED without
 * either, WRONG_STATE where the own one is confirmed already.
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
 * Confirms the address that a link was mailed to, in a browser that is signed in to its account: reading the mail shows whose
 * the address is, being signed in whose the password is, and only who is both is the account's owner. NOT_SIGNED_IN in any
 * other browser, where the link stays good; else throws as `redeemToken` does.
 * @param signedInAs who is signed in there themselves
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
 * Who reads the mail of an address says that the account made with it is not theirs: whoever made it is locked out. The address
 * stays unconfirmed and nobody is signed in; its owner can have the account by a mailed link at any time. Throws as
 * `readToken` does.
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
  /** Who is signed in here: the account's own person, nobody, or somebody else, by their address. */
  standing: 'own' | 'nobody' | { otherEmail: string };
}

/**
 * Whom a link is about that confirms an address, without using it. Throws as `readToken` does; TOKEN_USED also where another
 * proof has confirmed the viewer's address meanwhile, such as signing in by Google on the way here.
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

/** The account of a link, for as long as it has the address that the link was mailed to. */
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
