import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** Argon2id as OWASP recommends: 19 MiB, two passes, one lane. */
const OPTIONS = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), OPTIONS);
}

let decoy: Promise<string> | null = null;

/**
 * Whether this is the password behind `stored`. Without one it takes the same time and is false, so that an answer does
 * not tell whether an address is known.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const matches = await verify(stored ?? (await decoy), canonical(password));
  return matches && stored !== null;
}

/** The same characters typed on another keyboard may arrive composed differently. */
function canonical(password: string): string {
  return password.normalize('NFC');
}
