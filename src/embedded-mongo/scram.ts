import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { MongoError } from './errors.ts';

export const USER = 'database';
const ITERATIONS = 15_000;
const MIN_PASSWORD = 16;

/** SCRAM-SHA-256 (RFC 5802 and 7677), as drivers speak it in `saslStart` and `saslContinue`. */
export interface Login {
  /** Takes a client's first message; returns the answer, and what checks its second one and returns the last answer. */
  begin(first: string): { answer: string; prove(final: string): string };
}

export function openLogin(password: string): Login {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, ITERATIONS, 32, 'sha256');
  const storedKey = sha256(hmac(salted, 'Client Key'));
  const serverKey = hmac(salted, 'Server Key');
  return {
    begin(first) {
      const { n: user, r: nonce } = fieldsOf(first.slice(3));
      if (!first.startsWith('n,,') || !user || !nonce) throw failed();
      const both = nonce + randomBytes(18).toString('base64');
      const answer = `r=${both},s=${salt.toString('base64')},i=${ITERATIONS}`;
      return {
        answer,
        prove(final) {
          const { c: binding, r: repeated, p: proof = '' } = fieldsOf(final);
          const message = `${first.slice(3)},${answer},${final.slice(0, final.lastIndexOf(',p='))}`;
          const signature = hmac(storedKey, message);
          const proved = Buffer.from(proof, 'base64');
          const clientKey = signature.map((byte, i) => byte ^ (proved[i] ?? 0));
          const isRight = proved.length === signature.length && timingSafeEqual(sha256(clientKey), storedKey);
          if (!isRight || user !== USER || repeated !== both || binding !== 'biws') throw failed();
          return `v=${hmac(serverKey, message).toString('base64')}`;
        },
      };
    },
  };
}

/** The password for TCP: `given`, or one that is made once and kept in `file`, which only its owner can read. */
export function passwordOf(file: string, given: string | undefined): string {
  if (given && given.length < MIN_PASSWORD)
    throw new Error(`the password must have ${MIN_PASSWORD} characters or more`);
  if (given) return given;
  try {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

function failed(): MongoError {
  return new MongoError('AuthenticationFailed', 'Authentication failed.');
}

function fieldsOf(message: string): Record<string, string | undefined> {
  return Object.fromEntries(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]));
}

function hmac(key: Buffer, message: string): Buffer {
  return createHmac('sha256', key).update(message).digest();
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
