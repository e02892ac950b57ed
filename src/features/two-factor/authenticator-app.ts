import { Secret, TOTP } from 'otpauth';
import { platform } from '../../platform/platform.ts';
import { seal, unseal } from '../../platform/sealed.ts';

/** Seconds for which one code is shown. */
const STEP = 30;

/** The 30-second step of a code: the current one or a neighbour, as clocks differ; null for a wrong code. */
export function stepOf(secret: string, code: string): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = Date.now();
  const delta = totpOf(secret, '').validate({ token: code, window: 1, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / STEP) + delta;
}

/** RFC 6238 with the parameters that every app supports: SHA-1, six digits, 30 seconds. */
export function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: 'VidDay',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP,
  });
}

/** Sealed per account: neither a copy of the database nor a swapped value opens anything. */
export function sealSecret(userId: string, secret: string): string {
  return seal(platform().config.sessionSecret, `second factor of ${userId}`, secret);
}

export function unsealSecret(userId: string, sealed: string): string | null {
  return unseal(platform().config.sessionSecret, `second factor of ${userId}`, sealed);
}
