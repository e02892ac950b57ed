/** Header with a UUID that identifies an action across retries. Lowercase, as in Node. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** A random UUID; `crypto.randomUUID` is missing on older phones and without TLS. */
export function newUuid(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[(bytes[8] ?? 0) >> 6];
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, `$1-$2-4$3-${variant}$4-`);
}
