/**
 * The keys that stand in addresses. Each kind has a prefix and a length of its own, so that none is ever taken for another:
 * `p`, `v` or `r` and 22 characters of `[0-9A-Za-z]` (130 bits); an id is 24 hexadecimal digits; a uuid has its hyphens.
 */
export type KeyKind = 'uuid' | 'id' | 'privateKey' | 'viewKey' | 'receipt';

/** Characters after the prefix. */
export const KEY_LENGTH = 22;
export const KEY_PREFIX = { privateKey: 'p', viewKey: 'v', receipt: 'r' } as const;

/** A browser keeps it on the recipient's page where the gift was unwrapped. */
export const UNWRAPPED_COOKIE = 'vd_unwrapped';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ID = /^[0-9a-f]{24}$/;
const KEY = /^[pvr][0-9A-Za-z]{22}$/;

/** What a piece of an address is by its form; null when it is none of ours. It says nothing about whether it exists. */
export function kindOfKey(text: unknown): KeyKind | null {
  if (typeof text !== 'string') return null;
  if (KEY.test(text)) return text[0] === 'p' ? 'privateKey' : text[0] === 'v' ? 'viewKey' : 'receipt';
  if (ID.test(text)) return 'id';
  return UUID.test(text) ? 'uuid' : null;
}
