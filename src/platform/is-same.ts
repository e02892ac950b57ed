import { timingSafeEqual } from 'node:crypto';

/** Compares two secrets in constant time. */
export function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
