import { randomBytes, randomInt } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { SLOW_HASHING } from '../../platform/slow-hashing.ts';

/** Without characters that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;
const COUNT = 10;

export interface RecoveryCodes {
  /** For the person, in two groups; shown once. */
  codes: string[];
  /** For the database. */
  kept: { salt: string; hashes: string[] };
}

/** Ten codes of 49 random bits: too few for a plain hash, which could be brute-forced. */
export async function newRecoveryCodes(): Promise<RecoveryCodes> {
  const plain = Array.from({ length: COUNT }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  );
  const salt = randomBytes(16).toString('base64url');
  const hashes = await Promise.all(plain.map((code) => hashRecoveryCode(code, salt)));
  return { codes: plain.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), kept: { salt, hashes } };
}

/** Ten codes share a salt, so that a try costs one hash instead of ten. */
export async function hashRecoveryCode(code: string, salt: string): Promise<string> {
  const hash = await hashRaw(code, { ...SLOW_HASHING, salt: Buffer.from(salt, 'base64url') });
  return hash.toString('base64url');
}
