import type { Double, Int32, Long } from 'bson';
import * as bson from 'bson';
import { MongoError, messageOf, notImplemented } from './errors.ts';

/** A document in memory: own properties only, numbers as Int32, Double or Long so that types survive. */
export type Doc = Record<string, unknown>;

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

const DECODE = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
  validation: { utf8: false as const },
};
const DECODE_SENT = { ...DECODE, validation: { utf8: true as const } };

/** Reads BSON, every type kept. */
export function decode(bytes: Uint8Array, options: bson.DeserializeOptions = DECODE): Doc {
  return bson.deserialize(bytes, options);
}

/** Documents may lie this deep in each other. */
const MAX_DEPTH = 180;

/** Reads BSON that a client has sent; refuses text that is not UTF-8, which would be stored as something else. */
export function decodeSent(bytes: Uint8Array): Doc {
  let doc: Doc;
  try {
    doc = decode(bytes, DECODE_SENT);
  } catch (error) {
    throw new MongoError('InvalidBSON', `invalid BSON: ${messageOf(error)}`);
  }
  checkNested(doc, MAX_DEPTH);
  return doc;
}

function checkNested(value: unknown, left: number): void {
  if (left === 0) throw new MongoError('Overflow', `documents lie more than ${MAX_DEPTH} deep in each other`);
  if (Array.isArray(value)) for (const item of value) checkNested(item, left - 1);
  else if (isDoc(value)) for (const key of Object.keys(value)) checkNested(value[key], left - 1);
  // What is in it would not be found.
  else if (bsonType(value) === 'DBRef') throw notImplemented('a reference ($ref and $id)');
}

export function encode(doc: Doc): Buffer {
  try {
    const bytes = bson.serialize(doc, { ignoreUndefined: false, checkKeys: false });
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    // What it writes into ends beyond the longest document.
    throw error instanceof RangeError ? new MongoError('BSONObjectTooLarge', 'a document of more than 16 MB') : error;
  }
}

export function bsonType(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const type = (value as { _bsontype?: string })._bsontype;
  return type && !Object.hasOwn(value, '_bsontype') ? type : undefined;
}

/** An embedded document: not an array, not a date, not one of BSON's own types. */
export function isDoc(value: unknown): value is Doc {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !(value instanceof Date) && bsonType(value) === undefined;
}

/** The documents of a list, such as the branches of `$or`. */
export function docsIn(list: unknown): Doc[] {
  return Array.isArray(list) ? list.filter(isDoc) : [];
}

export function isLong(value: unknown): value is Long {
  return bsonType(value) === 'Long';
}

/** Own properties only: a path such as `constructor` or `__proto__` finds nothing but what the document holds. */
export function getOwn(doc: object, key: string): unknown {
  return Object.hasOwn(doc, key) ? (doc as Doc)[key] : undefined;
}

export function setOwn(doc: object, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(doc, key, { value, enumerable: true, writable: true, configurable: true });
  else (doc as Doc)[key] = value;
}

export type BsonNumber = number | Int32 | Double | Long;

export function isNumber(value: unknown): value is BsonNumber {
  return toNumber(value) !== undefined;
}

/** The value as a JavaScript number (a Long rounded), or undefined when it is no number. Refuses decimals by name. */
export function toNumber(value: BsonNumber): number;
export function toNumber(value: unknown): number | undefined;
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const type = bsonType(value);
  if (type === 'Int32' || type === 'Double') return (value as Int32).value;
  if (type === 'Decimal128') throw notImplemented('calculating or comparing with a Decimal128');
  return type === 'Long' ? Number(value) : undefined;
}

export function toInteger(value: unknown): number | undefined {
  const number = toNumber(value);
  return number !== undefined && Number.isInteger(number) ? number : undefined;
}

export function isTruthy(value: unknown): boolean {
  const number = toNumber(value);
  return number === undefined ? value !== false && value !== null && value !== undefined : number !== 0;
}

/** A copy whose documents and arrays may be changed; leaves are shared, as nothing changes them in place. */
export function cloneValue<T>(value: T): T {
  if (Array.isArray(value)) return value.map(cloneValue) as T;
  if (!isDoc(value)) return value;
  const copy: Doc = {};
  for (const key of Object.keys(value)) setOwn(copy, key, cloneValue(value[key]));
  return copy as T;
}

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

/** Refuses a document that isn't what its bytes say: JavaScript has no order of such names, and no BSON undefined. */
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
