import { type Doc, encode, isDoc, setOwn } from './bson.ts';
import { notImplemented } from './errors.ts';

/** Whether JavaScript puts fields of this name before all others, by their value. */
export function isArrayIndex(name: string | undefined): boolean {
  return name !== undefined && /^(0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;
}

/** Sets a field; refuses a new one that would not come last. */
export function addField(doc: Doc, name: string, value: unknown): void {
  if (isArrayIndex(name) && !Object.hasOwn(doc, name)) {
    const last = Object.keys(doc).at(-1);
    if (last !== undefined && !(isArrayIndex(last) && Number(last) < Number(name)))
      throw notImplemented(`a field name that is a whole number after another (${name} after ${last})`);
  }
  setOwn(doc, name, value);
}

/** Refuses a document that is not what its bytes say: JavaScript knows no order of such names, and no BSON undefined. */
export function checkKept(doc: Doc, bytes: Uint8Array): void {
  if (isDoubtful(doc) && !encode(doc).equals(bytes))
    throw notImplemented("a field name that is a whole number after another, or BSON's undefined,");
}

function isDoubtful(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isDoubtful);
  if (!isDoc(value)) return value === undefined;
  const names = Object.keys(value);
  return isArrayIndex(names[0]) || names.some((name) => isDoubtful(value[name]));
}
