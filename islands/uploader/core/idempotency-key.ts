/**
 * A UUID for a request: equal for retries of an item, different when the body changes, as after correcting the
 * name.
 * @param id the item's 128 random bits in hexadecimal
 */
export function idempotencyKey(id: string, body: string): string {
  const digits = id.slice(0, 24) + hash(body);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `4${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
  return [...parts, digits.slice(20, 32)].join('-');
}

/** FNV-1a, 32 bits in hexadecimal; `crypto.subtle` is missing on plain http. */
function hash(text: string): string {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 0x01000193) >>> 0;
  return state.toString(16).padStart(8, '0');
}
