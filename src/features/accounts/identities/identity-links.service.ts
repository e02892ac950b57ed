import type { ProviderProfile } from '../../../integrations/openid.ts';
import { isDuplicateKey } from '../../../platform/errors.ts';
import { PROVIDER_WORDS } from '../../../shared/way-in-problems.ts';
import { idOf } from '../addresses/address-proof.service.ts';
import { type Guarded, tellOfChange } from '../users/security-notices.service.ts';
import { IdentityModel, type StoredIdentity } from './identity.model.ts';

/** An account at a provider. */
export type ProviderIdentity = Pick<ProviderProfile, 'provider' | 'subject' | 'email'>;

/** Whether the provider's account is this user's now; false where it is another's. */
export async function link(
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

/** The link of a provider's account, once it has vouched for it: notes that it was used. */
export function findIdentity({ provider, subject, email }: ProviderProfile): Promise<StoredIdentity | null> {
  // A provider need not tell the address each time.
  const used = { $set: { lastUsedAt: new Date(), ...(email && { email }) } };
  return IdentityModel.findOneAndUpdate({ provider, subject }, used).lean<StoredIdentity>().exec();
}
