import { keysOf } from './known-values.ts';

/**
 * Keys in URLs. Each kind has its own prefix and length, so that they can't be confused: `p`, `v`, `r` or `i` and 22
 * characters of `[0-9A-Za-z]` (130 bits); an id is 24 hexadecimal digits; a uuid has hyphens.
 */
export type KeyKind = 'uuid' | 'id' | 'privateKey' | 'viewKey' | 'receipt' | 'invitation';

/** Characters after the prefix. */
export const KEY_LENGTH = 22;
export const KEY_PREFIX = { privateKey: 'p', viewKey: 'v', receipt: 'r', invitation: 'i' } as const;

/** Set on the recipient's page when the gift has been unwrapped. */
export const UNWRAPPED_COOKIE = 'vd_unwrapped';

const KEYS = keysOf(KEY_PREFIX);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ID = /^[0-9a-f]{24}$/;
const KEY = /^[pvri][0-9A-Za-z]{22}$/;

/** The kind of a path segment, by its form; null when it is no key. The key may not exist. */
export function kindOfKey(text: unknown): KeyKind | null {
  if (typeof text !== 'string') return null;
  if (KEY.test(text)) return KEYS.find((kind) => KEY_PREFIX[kind] === text[0]) ?? null;
  if (ID.test(text)) return 'id';
  return UUID.test(text) ? 'uuid' : null;
}
