import {
  type Binary,
  type BSONRegExp,
  type Code,
  type Decimal128,
  EJSON,
  type Long,
  type ObjectId,
  type Timestamp,
} from 'bson';
import { type BsonNumber, bsonType, type Doc, isDoc, toNumber } from './bson.ts';

/** BSON's order of types. `undefined` stands for what sorts before null: an empty array. */
export const RANK = {
  min: 1,
  undefined: 3,
  null: 5,
  number: 10,
  string: 15,
  object: 20,
  array: 25,
  binary: 30,
  objectId: 35,
  boolean: 40,
  date: 45,
  timestamp: 47,
  regex: 50,
  code: 60,
  codeWithScope: 65,
  max: 127,
} as const;

/** Of each type, by what `tagOf` calls it: its name, and where it sorts. */
const TYPES: Record<string, [name: string, rank: number]> = {
  undefined: ['missing', RANK.undefined],
  null: ['null', RANK.null],
  number: ['double', RANK.number],
  string: ['string', RANK.string],
  object: ['object', RANK.object],
  array: ['array', RANK.array],
  boolean: ['bool', RANK.boolean],
  date: ['date', RANK.date],
  Code: ['javascript', RANK.code],
  CodeWithScope: ['javascriptWithScope', RANK.codeWithScope],
  MinKey: ['minKey', RANK.min],
  Int32: ['int', RANK.number],
  Double: ['double', RANK.number],
  Long: ['long', RANK.number],
  Decimal128: ['decimal', RANK.number],
  BSONSymbol: ['symbol', RANK.string],
  Binary: ['binData', RANK.binary],
  ObjectId: ['objectId', RANK.objectId],
  Timestamp: ['timestamp', RANK.timestamp],
  BSONRegExp: ['regex', RANK.regex],
  MaxKey: ['maxKey', RANK.max],
};

function tagOf(value: unknown): string {
  if (typeof value !== 'object') return typeof value;
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'date';
  const type = bsonType(value) ?? 'object';
  return type === 'Code' && (value as Code).scope ? 'CodeWithScope' : type;
}

export function rankOf(value: unknown): number {
  return TYPES[tagOf(value)]?.[1] ?? RANK.object;
}

/** The type of a value as `$type` names it. */
export function typeName(value: unknown): string {
  return TYPES[tagOf(value)]?.[0] ?? 'object';
}

/** How values of one rank compare; those of any other rank are equal. */
const COMPARE: Record<number, (a: never, b: never) => number> = {
  [RANK.number]: compareNumbers,
  [RANK.string]: (a: unknown, b: unknown) => compareStrings(String(a), String(b)),
  [RANK.object]: compareDocs,
  [RANK.array]: compareArrays,
  [RANK.boolean]: (a: boolean, b: boolean) => Number(a) - Number(b),
  [RANK.date]: (a: Date, b: Date) => compareNumbers(a.getTime(), b.getTime()),
  [RANK.objectId]: (a: ObjectId, b: ObjectId) => Buffer.compare(a.id, b.id),
  [RANK.timestamp]: (a: Timestamp, b: Timestamp) => a.compare(b),
  [RANK.binary]: (a: Binary, b: Binary) =>
    a.position - b.position || a.sub_type - b.sub_type || Buffer.compare(bytesOf(a), bytesOf(b)),
  [RANK.regex]: (a: BSONRegExp, b: BSONRegExp) =>
    compareStrings(a.pattern, b.pattern) || compareStrings(a.options, b.options),
  [RANK.code]: compareCode,
  [RANK.codeWithScope]: compareCode,
};

/** MongoDB's order over all values: negative, zero or positive. Key order and array order count. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  const rank = rankOf(a);
  return rank - rankOf(b) || (COMPARE[rank]?.(a as never, b as never) ?? 0);
}

export function equalValues(a: unknown, b: unknown): boolean {
  return compareValues(a, b) === 0;
}

/** By code point, as UTF-8 sorts; JavaScript's own order puts surrogates before U+E000. */
function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x === y) continue;
    if (x >= 0xd800 && y >= 0xd800) {
      if (x <= 0xdfff) x += 0x2800;
      if (y <= 0xdfff) y += 0x2800;
    }
    return x - y;
  }
  return a.length - b.length;
}

function compareDocs(a: Doc, b: Doc): number {
  const keys = Object.keys(a);
  const others = Object.keys(b);
  for (let i = 0; i < keys.length && i < others.length; i++) {
    const [key, other] = [keys[i] as string, others[i] as string];
    const order = rankOf(a[key]) - rankOf(b[other]) || compareStrings(key, other) || compareValues(a[key], b[other]);
    if (order !== 0) return order;
  }
  return keys.length - others.length;
}

function compareCode(a: Code, b: Code): number {
  return compareStrings(String(a.code), String(b.code)) || compareDocs(a.scope ?? {}, b.scope ?? {});
}

function compareArrays(a: unknown[], b: unknown[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

export function bytesOf(binary: Binary): Uint8Array {
  return binary.buffer.subarray(0, binary.position);
}

function compareNumbers(a: BsonNumber, b: BsonNumber): number {
  const x = toNumber(a);
  const y = toNumber(b);
  if (x < y) return -1;
  if (x > y) return 1;
  if (Number.isNaN(x)) return Number.isNaN(y) ? 0 : -1;
  if (Number.isNaN(y)) return 1;
  if (!isWide(a) && !isWide(b)) return 0;
  const [p, q] = [exactly(a), exactly(b)];
  if (!p || !q) return 0;
  const difference = p.top * q.bottom - q.top * p.bottom;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whether the number may hold more digits than a double. */
export function isWide(value: unknown): boolean {
  const type = bsonType(value);
  return type === 'Long' || type === 'Decimal128';
}

export interface Fraction {
  top: bigint;
  bottom: bigint;
}

/** The number as an exact fraction; undefined for infinities and NaN. */
export function exactly(value: BsonNumber): Fraction | undefined {
  const type = bsonType(value);
  if (type === 'Long') return { top: (value as Long).toBigInt(), bottom: 1n };
  if (type === 'Decimal128') {
    const parts = decimalParts(value as Decimal128);
    if (!parts) return undefined;
    const scale = 10n ** BigInt(Math.abs(parts.exponent));
    return parts.exponent < 0 ? { top: parts.digits, bottom: scale } : { top: parts.digits * scale, bottom: 1n };
  }
  return exactDouble(toNumber(value));
}

function exactDouble(value: number): Fraction | undefined {
  if (!Number.isFinite(value)) return undefined;
  let bottom = 1n;
  let top = value;
  while (!Number.isInteger(top)) {
    top *= 2;
    bottom *= 2n;
  }
  return { top: BigInt(top), bottom };
}

/** A decimal's digits and power of ten; undefined for NaN and infinities. */
export function decimalParts(value: Decimal128): { digits: bigint; exponent: number } | undefined {
  const found = /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/i.exec(value.toString());
  if (!found) return undefined;
  const fraction = found[3] ?? '';
  const digits = BigInt(`${found[2]}${fraction}`);
  return { digits: found[1] ? -digits : digits, exponent: Number(found[4] ?? 0) - fraction.length };
}

/** A value as MongoDB writes it in messages: `{ email: "a@b.c" }`. */
export function inspectValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.map(inspectValue).join(', ')} ]`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (bsonType(value) === 'ObjectId') return `ObjectId('${(value as ObjectId).toHexString()}')`;
  if (!isDoc(value)) return String(toNumber(value) ?? EJSON.stringify(value));
  const fields = Object.entries(value as Doc).map(([key, item]) => `${key}: ${inspectValue(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
