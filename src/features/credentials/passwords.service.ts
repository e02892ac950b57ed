import { hash, verify } from '@node-rs/argon2';
import { SLOW_HASHING } from '../../platform/slow-hashing.ts';

export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), SLOW_HASHING);
}

let decoy: Promise<string> | null = null;

/**
 * Compares a password with its hash. Without a hash it takes the same time and is false, so that the time does not
 * reveal whether an address has an account.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const matches = await verify(stored ?? (await decoy), canonical(password));
  return matches && stored !== null;
}

/** Keyboards compose the same characters differently. */
function canonical(password: string): string {
  return password.normalize('NFC');
}
