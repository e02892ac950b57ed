/** Deeper than any contract; schemas and drivers would recurse. */
const MAX_DEPTH = 16;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Whether input contains no database operators (`$gt`), prototype names, dotted or bracketed paths (`a.b`, `a[$gt]`),
 * NUL, or excessive depth.
 */
export function isPlainData(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((item) => isPlainData(item, depth + 1));
  return Object.entries(value).every(([key, item]) => isPlainKey(key) && isPlainData(item, depth + 1));
}

function isPlainKey(key: string): boolean {
  return !FORBIDDEN.has(key) && !/[$.[\]\0]/.test(key);
}
