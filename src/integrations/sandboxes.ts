import type { Config } from '../platform/config.ts';
import { part } from '../platform/part.ts';
import type { EcologiSandbox } from './sandbox/ecologi.ts';
import type { OpenIdSandbox } from './sandbox/oidc.ts';
import type { StripeSandbox } from './sandbox/stripe.ts';
import type { TremendousSandbox } from './sandbox/tremendous.ts';
import type { UnsplashSandbox } from './sandbox/unsplash.ts';
import type { Workshop } from './sandbox/workshop.ts';

/** Null when Stripe is configured. */
export const stripeSandbox = part<StripeSandbox | null>('payment sandbox', ['web']);

/** Null when Google and Apple are configured, or the sandbox is switched off. */
export const openIdSandbox = part<OpenIdSandbox | null>('sign-in sandbox', ['web']);

/** Null when Unsplash is configured. */
export const unsplashSandbox = part<UnsplashSandbox | null>('photo sandbox', ['web']);

/** Null when Tremendous is configured. */
export const giftCardSandbox = part<TremendousSandbox | null>('gift card sandbox');

/** Null when Ecologi is configured. */
export const treeSandbox = part<EcologiSandbox | null>('tree sandbox');

/** Null when all makers are configured, and outside of sandboxes. */
export const workshop = part<Workshop | null>('workshop sandbox', ['web']);

/** Each loads a sandbox if its vendor has no keys; otherwise null. */
export async function loadStripeSandbox({ stripe }: Pick<Config, 'stripe'>) {
  return stripe ? null : import('./sandbox/stripe.ts');
}

export async function loadOpenIdSandbox({
  signInSandbox,
  google,
  apple,
}: Pick<Config, 'signInSandbox' | 'google' | 'apple'>) {
  return signInSandbox && !(google && apple) ? import('./sandbox/oidc.ts') : null;
}

export async function loadUnsplashSandbox({ unsplashKey }: Pick<Config, 'unsplashKey'>) {
  return unsplashKey ? null : import('./sandbox/unsplash.ts');
}

export async function loadMailSandbox({ smtpUrl }: Pick<Config, 'smtpUrl'>) {
  return smtpUrl === null ? import('./sandbox/smtp.ts') : null;
}

export async function loadTwilioSandbox({ twilio }: Pick<Config, 'twilio'>) {
  return twilio ? null : import('./sandbox/twilio.ts');
}

export async function loadTranscribeSandbox({ transcribe }: Pick<Config, 'transcribe'>) {
  return transcribe === null ? import('./sandbox/transcribe.ts') : null;
}

export async function loadTremendousSandbox({ tremendous }: Pick<Config, 'tremendous'>) {
  return tremendous ? null : import('./sandbox/tremendous.ts');
}

export async function loadEcologiSandbox({ ecologiKey }: Pick<Config, 'ecologiKey'>) {
  return ecologiKey ? null : import('./sandbox/ecologi.ts');
}

export async function loadWorkshop({ makers: { lob, acutrack, heirloom, hasSandbox } }: Pick<Config, 'makers'>) {
  return hasSandbox && !(lob && acutrack && heirloom) ? import('./sandbox/workshop.ts') : null;
}
