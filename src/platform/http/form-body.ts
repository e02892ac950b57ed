import { AppError } from '../errors.ts';

const MAX_DEPTH = 5;
const PART = /^[A-Za-z][A-Za-z0-9]{0,39}$|^\d{1,2}$/;

const FORBIDDEN = new Set(['constructor', 'prototype']);

type Nested = { [key: string]: unknown };

/**
 * Expands a flat form: `recipients.0.firstName` becomes nested lists and objects, `names[]` a list. Throws MALFORMED
 * for unsafe names.
 */
export function expandForm(flat: Record<string, unknown>): Record<string, unknown> {
  const root: Nested = Object.create(null);
  for (const [name, value] of Object.entries(flat)) {
    if (name.endsWith('[]')) place(root, name.slice(0, -2).split('.'), Array.isArray(value) ? value : [value]);
    else place(root, name.split('.'), value);
  }
  return closedFields(root);
}

function place(root: Nested, parts: string[], value: unknown): void {
  if (parts.length > MAX_DEPTH || !parts.every((part) => PART.test(part) && !FORBIDDEN.has(part))) throw malformed();
  let node = root;
  for (const part of parts.slice(0, -1)) {
    node[part] ??= Object.create(null);
    const next = node[part];
    if (!isNested(next)) throw malformed();
    node = next;
  }
  const last = parts.at(-1) ?? '';
  if (last in node) throw malformed();
  node[last] = value;
}

/** Turns objects with only numeric keys into lists. */
function closeLists(value: unknown): unknown {
  if (!isNested(value)) return value;
  const entries = Object.entries(value);
  if (entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))) {
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, item]) => closeLists(item));
  }
  return closedFields(value);
}

function closedFields(value: Nested): Nested {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, closeLists(item)]));
}

function isNested(value: unknown): value is Nested {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function malformed(): AppError {
  return new AppError('MALFORMED', { message: 'We couldn’t read this form.' });
}
