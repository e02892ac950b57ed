import { randomInt, randomUUID } from 'node:crypto';
import { KEY_LENGTH, KEY_PREFIX } from '../shared/keys.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A random uuid for an event's public URL. */
export function newUuid(): string {
  return randomUUID();
}

/** The recipient's key: opens the film and its page. Sent only to the creator and its holder. */
export function newPrivateKey(): string {
  return newKey(KEY_PREFIX.privateKey);
}

/** The view key: opens the film only. */
export function newViewKey(): string {
  return newKey(KEY_PREFIX.viewKey);
}

/** A contributor's key to their clip. */
export function newReceiptKey(): string {
  return newKey(KEY_PREFIX.receipt);
}

/** A guest's key to their own invitation. */
export function newInvitationKey(): string {
  return newKey(KEY_PREFIX.invitation);
}

function newKey(prefix: string): string {
  let key = prefix;
  for (let i = 0; i < KEY_LENGTH; i++) key += ALPHABET[randomInt(ALPHABET.length)];
  return key;
}
