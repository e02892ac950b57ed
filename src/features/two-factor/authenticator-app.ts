import { Secret, TOTP } from 'otpauth';
import { platform } from '../../platform/platform.ts';
import { seal, unseal } from '../../platform/sealed.ts';

/** Seconds for which one code is shown. */
const STEP = 30;

/** The span of time that a code belongs to: now, or one before or after it, as clocks differ; null for a wrong code. */
export function stepOf(secret: string, code: string): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = Date.now();
  const delta = totpOf(secret, '').validate({ token: code, window: 1, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / STEP) + delta;
}

/** As RFC 6238 has it, with what every app knows: SHA-1, six digits, 30 seconds. */
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

/** A copy of the database gives away no secret, and one account's secret put into another's place opens nothing. */
export function sealSecret(userId: string, secret: string): string {
  return seal(platform().config.sessionSecret, `second factor of ${userId}`, secret);
}

export function unsealSecret(userId: string, sealed: string): string | null {
  return unseal(platform().config.sessionSecret, `second factor of ${userId}`, sealed);
}
