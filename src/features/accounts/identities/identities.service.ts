import type { Request } from 'express';
import type { Logger } from 'pino';
import type { ProviderProfile } from '../../../integrations/openid.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Identity, ProviderName } from '../../../shared/contracts/identities.ts';
import type { WayInResult } from '../../../shared/contracts/sign-in-link.ts';
import type { Viewer } from '../../../shared/viewer.ts';
import { PROVIDER_WORDS, type WayInProblem } from '../../../shared/way-in-problems.ts';
import { idOf, ownerOf, selfOf } from '../addresses/address-proof.service.ts';
import { enter } from '../sign-in/complete-sign-in.ts';
import { getUser } from '../sign-in/register.service.ts';
import { mailConfirmation } from '../sign-in/sign-in-link.service.ts';
import { PasskeyModel } from '../two-factor/passkey.model.ts';
import { type Guarded, tellOfChange } from '../users/security-notices.service.ts';
import { UserModel } from '../users/user.model.ts';
import { toUserDto } from '../users/user-record.service.ts';
import { IdentityModel, type StoredIdentity } from './identity.model.ts';
import { findIdentity, link } from './identity-links.service.ts';

interface Arrival {
  viewer: Viewer;
  req: Request;
  log: Logger;
  /** Path to go on to, one of ours. */
  next: string;
}

/**
 * Somebody comes back from a provider: signs in whoever it belongs to; links it to the account of the same address where the
 * provider speaks for that address now; has the address confirmed by mail where it does not.
 */
export async function enterByProvider(
  profile: ProviderProfile,
  { viewer, req, log, next }: Arrival,
): Promise<WayInResult | WayInProblem> {
  const known = await findIdentity(profile);
  const user = known && (await getUser(String(known.userId)));
  if (user) return enter({ user, via: profile.provider, isNew: false, next }, { req, log });
  // Its account is gone, and the same person may begin anew.
  if (known) await IdentityModel.deleteOne({ _id: known._id });
  const { email, firstName, lastName, provider } = profile;
  if (!email || profile.confirmed === 'no') return 'no-address';
  if (profile.confirmed === 'once') {
    await mailConfirmation({ ...profile, email }, next, { viewer, req });
    return 'confirm-by-mail';
  }
  const by = PROVIDER_WORDS[provider];
  const owner = await ownerOf({ email, firstName, lastName, by, ip: viewer.ip, signedInAs: selfOf(viewer) });
  const identity = { provider, subject: profile.subject, email };
  const way = { user: toUserDto(owner.user), via: provider, isNew: owner.isNew, next, identity };
  return enter(way, { req, log });
}

/** Adds a provider's account to that of somebody who is signed in and asked for it. */
export async function addIdentity(user: Guarded, profile: ProviderProfile, ip: string): Promise<WayInProblem | null> {
  const known = await findIdentity(profile);
  if (known && String(known.userId) !== user.id) return 'taken';
  return known || (await link(user, profile, ip, false)) ? null : 'taken';
}

/** The providers by which somebody signs in, the oldest first. */
export async function listIdentities(userId: string): Promise<Identity[]> {
  const found = await IdentityModel.find({ userId: idOf(userId) })
    .sort({ createdAt: 1, _id: 1 })
    .lean<StoredIdentity[]>();
  return found.map(({ provider, email, createdAt, lastUsedAt }) => ({
    provider,
    email,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/**
 * Takes a provider away from an account. WRONG_STATE where it is the last way in: whoever gives up an account at a provider
 * often gives up its mailbox as well, so a mailed link does not count.
 */
export async function unlinkIdentity(user: Guarded, provider: ProviderName, ip: string): Promise<Identity[]> {
  const userId = idOf(user.id);
  const [hasPassword, hasPasskey, hasOther] = await Promise.all([
    UserModel.exists({ _id: userId, passwordHash: { $ne: null } }),
    PasskeyModel.exists({ userId }),
    IdentityModel.exists({ userId, provider: { $ne: provider } }),
  ]);
  const name = PROVIDER_WORDS[provider];
  if (!hasPassword && !hasPasskey && !hasOther) {
    throw new AppError('WRONG_STATE', {
      message: `${name} is the only way into your account. Choose a password or add a passkey first.`,
    });
  }
  const { deletedCount } = await IdentityModel.deleteMany({ userId, provider });
  if (deletedCount === 0) throw new AppError('NOT_FOUND', { message: `Your account doesn’t use ${name}.` });
  const what = `Signing in with ${name} was removed from your account.`;
  await tellOfChange(user, 'identity.unlinked', what, ip, { provider });
  return listIdentities(user.id);
}
