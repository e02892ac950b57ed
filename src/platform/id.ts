import { randomInt, randomUUID } from 'node:crypto';
import { KEY_LENGTH, KEY_PREFIX } from '../shared/keys.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A random uuid, the public name of an event. */
export function newUuid(): string {
  return randomUUID();
}

/** The recipient's key: opens the film and its page. Never leaves the server but to the creator and its holder. */
export function newPrivateKey(): string {
  return newKey(KEY_PREFIX.privateKey);
}

/** The key for sharing: opens the film only. */
export function newViewKey(): string {
  return newKey(KEY_PREFIX.viewKey);
}

/** A contributor's key to the own clip. */
export function newReceiptKey(): string {
  return newKey(KEY_PREFIX.receipt);
}

function newKey(prefix: string): string {
  let key = prefix;
  for (let i = 0; i < KEY_LENGTH; i++) key += ALPHABET[randomInt(ALPHABET.length)];
  return key;
}
