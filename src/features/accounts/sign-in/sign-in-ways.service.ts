import { Types } from 'mongoose';
import { ProviderSignIn } from '../../../integrations/provider-sign-in.ts';
import type { Config } from '../../../platform/config.ts';
import { PROVIDERS, type ProviderName } from '../../../shared/contracts/identities.ts';
import { IdentityModel, type StoredIdentity } from '../identities/identity.model.ts';
import { PasskeyModel } from '../two-factor/passkey.model.ts';
import { forgetSecondFactor } from '../two-factor/second-factor.service.ts';

let signIn = new ProviderSignIn([]);

/** Called by the web process at its start. */
export function provideSignIn(given: ProviderSignIn): void {
  signIn = given;
}

/** Google and Apple, as far as they are configured. */
export function providerSignIn(): ProviderSignIn {
  return signIn;
}

/** Which buttons a page shows beside a password. */
export interface WaysIn {
  google: boolean;
  apple: boolean;
  /** Whether one of them leads to our own stand-in, which the page then says. */
  isSandbox: boolean;
}

export function waysIn(config: Pick<Config, ProviderName | 'signInSandbox'>): WaysIn {
  const isConfigured = (name: ProviderName) => config[name] !== null;
  return {
    google: isConfigured('google') || config.signInSandbox,
    apple: isConfigured('apple') || config.signInSandbox,
    isSandbox: config.signInSandbox && !PROVIDERS.every(isConfigured),
  };
}

/** Forgets the providers' accounts that open a user's; returns which there were, with the addresses that they have there. */
export async function forgetIdentities(userId: string): Promise<Pick<StoredIdentity, 'provider' | 'email'>[]> {
  const found = await IdentityModel.find({ userId: new Types.ObjectId(userId) })
    .sort({ provider: 1 })
    .lean<StoredIdentity[]>();
  await IdentityModel.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
  return found.map(({ provider, email }) => ({ provider, email }));
}

/** Forgets the passkeys of a user; returns how many there were. */
export async function forgetPasskeys(userId: string): Promise<number> {
  return (await PasskeyModel.deleteMany({ userId: new Types.ObjectId(userId) })).deletedCount;
}

/** Forgets everything by which a user gets in, but the password; for the end of an account, and for its true owner. */
export async function forgetWaysIn(userId: string): Promise<void> {
  const of = { userId: new Types.ObjectId(userId) };
  await Promise.all([IdentityModel.deleteMany(of), PasskeyModel.deleteMany(of), forgetSecondFactor(userId)]);
}
