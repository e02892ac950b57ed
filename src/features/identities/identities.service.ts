import { Types } from 'mongoose';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import type { Identity, ProviderName } from '../../shared/contracts/identities.ts';
import { PROVIDER_WORDS, type WayInProblem } from '../../shared/contracts/way-in-problems.ts';
import type { ProviderIdentity } from '../sessions/first-step.service.ts';
import { factorsOf } from '../two-factor/step-proof.service.ts';
import { type Guarded, tellOfChange } from '../users/security-notices.service.ts';
import { findUser } from '../users/users.service.ts';
import { IdentityModel, type StoredIdentity } from './identity.model.ts';

/** Links a provider's account to a user. False if it belongs to another user. */
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
  const what = `Logging in with ${PROVIDER_WORDS[provider]} was added to your account.`;
  // No mail about the identity that created the account.
  if (!isNewAccount) await tellOfChange(user, 'identity.linked', what, ip, { provider });
  return true;
}

/** The id of the user of a provider's account that signed in just now; null if it is not linked. */
export async function ownerOfIdentity({ provider, subject, email }: ProviderIdentity): Promise<string | null> {
  // Providers don't send the address every time.
  const used = { $set: { lastUsedAt: new Date(), ...(email && { email }) } };
  const found = await IdentityModel.findOneAndUpdate({ provider, subject }, used).lean<StoredIdentity>();
  return found && String(found.userId);
}

/** Adds an identity to a signed-in user's account. */
export async function addIdentity(user: Guarded, profile: ProviderIdentity, ip: string): Promise<WayInProblem | null> {
  const ownerId = await ownerOfIdentity(profile);
  if (ownerId && ownerId !== user.id) return 'taken';
  return ownerId || (await linkIdentity(user, profile, ip, false)) ? null : 'taken';
}

/** A user's identities, oldest first. */
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
 * Removes an identity. WRONG_STATE if it is the last way in: people who give up an account at a provider often lose its
 * mailbox too, so a mailed link does not count.
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
  const what = `Logging in with ${name} was removed from your account.`;
  await tellOfChange(user, 'identity.unlinked', what, ip, { provider });
  return listIdentities(user.id);
}

/** Removes an identity whose user was deleted, so that the person can register again. */
export async function dropIdentity({ provider, subject }: ProviderIdentity): Promise<void> {
  await IdentityModel.deleteOne({ provider, subject });
}

/** Deletes a user's identities; returns them with the addresses at their providers. */
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
