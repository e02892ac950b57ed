import type { Binary, BSONRegExp, Code, Decimal128, Long, ObjectId, Timestamp } from 'bson';
import { type BsonNumber, bsonType, type Doc, toNumber } from './bson.ts';

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

/** The types that BSON adds to JavaScript's: their names, and where they sort. */
const BSON_TYPES: Record<string, [name: string, rank: number]> = {
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

/** The names of all other types, by their rank. */
const TYPE_NAMES: Record<number, string> = {
  [RANK.undefined]: 'missing',
  [RANK.null]: 'null',
  [RANK.string]: 'string',
  [RANK.object]: 'object',
  [RANK.array]: 'array',
  [RANK.boolean]: 'bool',
  [RANK.date]: 'date',
  [RANK.code]: 'javascript',
  [RANK.codeWithScope]: 'javascriptWithScope',
};

export function rankOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return RANK.string;
    case 'number':
      return RANK.number;
    case 'boolean':
      return RANK.boolean;
    case 'undefined':
      return RANK.undefined;
  }
  if (value === null) return RANK.null;
  if (Array.isArray(value)) return RANK.array;
  if (value instanceof Date) return RANK.date;
  const type = bsonType(value);
  if (type === undefined) return RANK.object;
  if (type === 'Code') return (value as Code).scope ? RANK.codeWithScope : RANK.code;
  return BSON_TYPES[type]?.[1] ?? RANK.object;
}

/** The type of a value as `$type` names it. */
export function typeName(value: unknown): string {
  return BSON_TYPES[bsonType(value) ?? '']?.[0] ?? TYPE_NAMES[rankOf(value)] ?? 'double';
}

/** MongoDB's order over all values: negative, zero or positive. Key order and array order count. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  const rank = rankOf(a);
  const other = rankOf(b);
  if (rank !== other) return rank - other;
  switch (rank) {
    case RANK.number:
      return compareNumbers(a as BsonNumber, b as BsonNumber);
    case RANK.string:
      return compareStrings(String(a), String(b));
    case RANK.object:
      return compareDocs(a as Doc, b as Doc);
    case RANK.array:
      return compareArrays(a as unknown[], b as unknown[]);
    case RANK.boolean:
      return Number(a) - Number(b);
    case RANK.date:
      return compareNumbers((a as Date).getTime(), (b as Date).getTime());
    case RANK.objectId:
      return Buffer.compare((a as ObjectId).id, (b as ObjectId).id);
    case RANK.timestamp:
      return (a as Timestamp).compare(b as Timestamp);
    case RANK.binary: {
      const [x, y] = [a as Binary, b as Binary];
      return x.position - y.position || x.sub_type - y.sub_type || Buffer.compare(bytesOf(x), bytesOf(y));
    }
    case RANK.regex: {
      const [x, y] = [a as BSONRegExp, b as BSONRegExp];
      return compareStrings(x.pattern, y.pattern) || compareStrings(x.options, y.options);
    }
    case RANK.code:
    case RANK.codeWithScope: {
      const [x, y] = [a as Code, b as Code];
      return compareStrings(String(x.code), String(y.code)) || compareDocs(x.scope ?? {}, y.scope ?? {});
    }
    default:
      return 0;
  }
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
  const x = toNumber(a) as number;
  const y = toNumber(b) as number;
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
  return exactDouble(toNumber(value) as number);
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
