import { Types } from 'mongoose';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import type { Identity, ProviderName } from '../../shared/contracts/identities.ts';
import { PROVIDER_WORDS, type WayInProblem } from '../../shared/contracts/way-in-problems.ts';
import type { ProviderIdentity } from '../sessions/first-step.service.ts';
import { factorsOf } from '../two-factor/step-proof.service.ts';
import { type Guarded, tellOfChange } from '../users/security-notices.service.ts';
import { findUser } from '../users/users.service.ts';
import { IdentityModel, type StoredIdentity } from './identity.model.ts';

/** Whether the provider's account is this user's now; false where it is another's. */
export async function linkIdentity(
  user: Guarded,
  { provider, subject, email }: ProviderIdentity,
  ip: string,
  isNewAccount: boolean,
): Promise<boolean> {
  const now = new Date();
  try {
    await IdentityModel.create({ userId: idOf(user.id), provider, subject, email, lastUsedAt: now });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return (await IdentityModel.exists({ provider, subject, userId: idOf(user.id) })) !== null;
  }
  const what = `Signing in with ${PROVIDER_WORDS[provider]} was added to your account.`;
  // Whoever has just made an account that way knows.
  if (!isNewAccount) await tellOfChange(user, 'identity.linked', what, ip, { provider });
  return true;
}

/** Whose a provider's account is, once it has vouched for it: notes that it was used. Null where it is nobody's. */
export async function ownerOfIdentity({ provider, subject, email }: ProviderIdentity): Promise<string | null> {
  // A provider need not tell the address each time.
  const used = { $set: { lastUsedAt: new Date(), ...(email && { email }) } };
  const found = await IdentityModel.findOneAndUpdate({ provider, subject }, used).lean<StoredIdentity>();
  return found && String(found.userId);
}

/** Adds a provider's account to that of somebody who is signed in and asked for it. */
export async function addIdentity(user: Guarded, profile: ProviderIdentity, ip: string): Promise<WayInProblem | null> {
  const ownerId = await ownerOfIdentity(profile);
  if (ownerId && ownerId !== user.id) return 'taken';
  return ownerId || (await linkIdentity(user, profile, ip, false)) ? null : 'taken';
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
  const [owner, { hasPasskey }, hasOther] = await Promise.all([
    findUser(user.id),
    factorsOf(user.id),
    IdentityModel.exists({ userId, provider: { $ne: provider } }),
  ]);
  const name = PROVIDER_WORDS[provider];
  if (!owner?.passwordHash && !hasPasskey && !hasOther) {
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

/** Takes away the link of a provider's account whose user has gone: the same person may begin anew. */
export async function dropIdentity({ provider, subject }: ProviderIdentity): Promise<void> {
  await IdentityModel.deleteOne({ provider, subject });
}

/** Forgets the providers' accounts that open a user's; returns which there were, with the addresses that they have there. */
export async function forgetIdentities(userId: string): Promise<Pick<Identity, 'provider' | 'email'>[]> {
  const found = await IdentityModel.find({ userId: idOf(userId) })
    .sort({ provider: 1 })
    .lean<StoredIdentity[]>();
  await IdentityModel.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
  return found.map(({ provider, email }) => ({ provider, email }));
}

function idOf(userId: string): Types.ObjectId {
  return new Types.ObjectId(userId);
}
