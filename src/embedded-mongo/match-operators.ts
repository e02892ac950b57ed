import type { Binary, BSONRegExp } from 'bson';
import { bsonType, type Doc, isDoc, isNumber, isTruthy, toInteger, toNumber } from './bson.ts';
import { badValue, check, MongoError, notImplemented } from './errors.ts';
import { encodeKey } from './keys.ts';
import { bytesOf, compareValues, equalValues, exactly, RANK, rankOf } from './order.ts';
import { type Regex, regexOf, toRegex } from './regex.ts';

/** Tests one value a path led to; `undefined` is a missing field. */
export type Predicate = (value: unknown) => boolean;

const REFUSED = new Set(
  '$near $nearSphere $geoWithin $geoIntersects $within $text $where $jsonSchema $maxDistance $minDistance'.split(' '),
);

export function equalTo(operand: unknown): Predicate {
  if (operand === null || operand === undefined) return (value) => value === null || value === undefined;
  if (typeof operand === 'string')
    return (value) => value === operand || (rankOf(value) === RANK.string && equalValues(value, operand));
  return (value) => value !== undefined && equalValues(value, operand);
}

export function matchesRegex(regex: Regex, literal: unknown): Predicate {
  return (value) =>
    typeof value === 'string' || bsonType(value) === 'BSONSymbol'
      ? regex.test(String(value))
      : bsonType(value) === 'BSONRegExp' && equalValues(value, literal);
}

/** Compiles one operator of a condition; `$options` is read from its neighbours. */
export function compileOperator(op: string, operand: unknown, neighbours: Doc): Predicate {
  switch (op) {
    case '$eq':
      return equalTo(operand);
    case '$gt':
      return ordered(operand, (order) => order > 0);
    case '$gte':
      return ordered(operand, (order) => order >= 0);
    case '$lt':
      return ordered(operand, (order) => order < 0);
    case '$lte':
      return ordered(operand, (order) => order <= 0);
    case '$in':
      return oneOf(operand);
    case '$exists':
      return isTruthy(operand) ? (value) => value !== undefined : (value) => value === undefined;
    case '$type':
      return ofType(operand);
    case '$size':
      return ofSize(operand);
    case '$mod':
      return modulo(operand);
    case '$regex':
      return fromRegex(operand, neighbours.$options);
    case '$options':
      if (!('$regex' in neighbours)) throw badValue('$options needs a $regex');
      return () => true;
    case '$bitsAllSet':
    case '$bitsAnySet':
    case '$bitsAllClear':
    case '$bitsAnyClear':
      return bits(op, operand);
    case '$comment':
      return () => true;
  }
  if (REFUSED.has(op)) throw notImplemented(op);
  throw badValue(`unknown operator: ${op}`);
}

/** Only values of the operand's own type compare, except for the ends of the order and null. */
function ordered(operand: unknown, accepts: (order: number) => boolean): Predicate {
  if (bsonType(operand) === 'BSONRegExp') throw badValue("Can't have RegEx as arg to predicate over field");
  const bound = operand === undefined ? null : operand;
  const rank = rankOf(bound);
  if (rank === RANK.min || rank === RANK.max)
    return (value) => accepts(compareValues(value === undefined ? null : value, bound));
  if (rank === RANK.null) return (value) => (value === null || value === undefined) && accepts(0);
  const boundIsNaN = rank === RANK.number && Number.isNaN(toNumber(bound));
  return (value) => {
    if (rankOf(value) !== rank) return false;
    if (rank === RANK.number && (boundIsNaN || Number.isNaN(toNumber(value))))
      return accepts(0) && boundIsNaN && Number.isNaN(toNumber(value));
    return accepts(compareValues(value, bound));
  };
}

/** By the keys of an index, which are equal where values are: thousands are looked up as fast as one. */
function oneOf(operand: unknown): Predicate {
  if (!Array.isArray(operand)) throw badValue('$in needs an array');
  const expressions: Predicate[] = [];
  const keys = new Set<string>();
  for (const item of operand) {
    if (isDoc(item) && Object.keys(item)[0]?.startsWith('$') && !('$ref' in item))
      throw badValue('cannot nest $ under $in');
    const regex = regexOf(item);
    if (regex) expressions.push(matchesRegex(regex, item));
    else keys.add(keyOf(item));
  }
  return (value) => (keys.size > 0 && keys.has(keyOf(value))) || expressions.some((test) => test(value));
}

/** A missing value equals null. */
function keyOf(value: unknown): string {
  if (rankOf(value) === RANK.string) return `=${value}`;
  return encodeKey([value ?? null], [false]).bytes.toString('latin1');
}

const TYPE_NUMBERS: Record<string, number> = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
};

const TYPE_OF_BSON: Record<string, number> = {
  Double: 1,
  Binary: 5,
  ObjectId: 7,
  BSONRegExp: 11,
  BSONSymbol: 14,
  Int32: 16,
  Timestamp: 17,
  Long: 18,
  Decimal128: 19,
  MinKey: -1,
  MaxKey: 127,
};

/** The number BSON gives the type of a value; 0 for a missing one. */
function typeNumber(value: unknown): number {
  if (value === undefined) return 0;
  if (value === null) return 10;
  if (typeof value === 'string') return 2;
  if (typeof value === 'boolean') return 8;
  if (typeof value === 'number') return Number.isInteger(value) ? 16 : 1;
  if (Array.isArray(value)) return 4;
  if (value instanceof Date) return 9;
  const type = bsonType(value);
  if (type === 'Code') return rankOf(value) === RANK.code ? 13 : 15;
  return type === undefined ? 3 : (TYPE_OF_BSON[type] ?? 3);
}

export function typeName(value: unknown): string {
  const number = typeNumber(value);
  return Object.keys(TYPE_NUMBERS).find((name) => TYPE_NUMBERS[name] === number) ?? 'missing';
}

function ofType(operand: unknown): Predicate {
  const names = Array.isArray(operand) ? operand : [operand];
  if (names.length === 0) throw new MongoError('FailedToParse', '$type must match at least one type');
  const wanted = new Set<number>();
  for (const name of names) {
    if (name === 'number') for (const number of [1, 16, 18, 19]) wanted.add(number);
    else if (typeof name === 'string' && Object.hasOwn(TYPE_NUMBERS, name)) wanted.add(TYPE_NUMBERS[name] as number);
    else if (Object.values(TYPE_NUMBERS).includes(toInteger(name) ?? 0)) wanted.add(toInteger(name) as number);
    else
      throw badValue(
        typeof name === 'string' ? `Unknown type name alias: ${name}` : `Invalid numerical type code: ${name}`,
      );
  }
  return (value) => wanted.has(typeNumber(value));
}

function ofSize(operand: unknown): Predicate {
  const size = toInteger(operand);
  if (size === undefined) throw badValue('Failed to parse $size. Expected an integer');
  if (size < 0) throw badValue('Failed to parse $size. Expected a non-negative number');
  return (value) => Array.isArray(value) && value.length === size;
}

function modulo(operand: unknown): Predicate {
  if (!Array.isArray(operand) || operand.length !== 2) throw badValue('malformed mod, needs two elements');
  const [divisor, remainder] = operand.map((item) => whole(item));
  if (divisor === undefined || remainder === undefined)
    throw badValue('malformed mod, divisor or remainder not a number');
  if (divisor === 0n) throw badValue('divisor cannot be 0');
  return (value) => {
    const number = whole(value);
    return number !== undefined && number % divisor === remainder;
  };
}

/** Truncated towards zero; undefined for what is no finite number. */
function whole(value: unknown): bigint | undefined {
  const fraction = isNumber(value) ? exactly(value) : undefined;
  return fraction && fraction.top / fraction.bottom;
}

function fromRegex(operand: unknown, options: unknown): Predicate {
  const literal = bsonType(operand) === 'BSONRegExp' ? (operand as BSONRegExp) : undefined;
  const pattern = literal ? literal.pattern : operand;
  if (typeof pattern !== 'string') throw badValue('$regex has to be a string');
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  check(!options || !literal?.options, 51075, 'options set in both $regex and $options');
  return matchesRegex(toRegex(pattern, options || literal?.options || ''), operand);
}

function bits(op: string, operand: unknown): Predicate {
  const mask = bitMask(operand);
  if (mask === undefined || mask < 0n) throw badValue(`${op} takes an Array, a number, or a BinData`);
  return (value) => {
    const held = bitsOf(value);
    if (held === undefined) return false;
    const set = held & mask;
    if (op === '$bitsAllSet') return set === mask;
    if (op === '$bitsAnySet') return set !== 0n;
    return op === '$bitsAllClear' ? set === 0n : set !== mask;
  };
}

function bitMask(operand: unknown): bigint | undefined {
  if (!Array.isArray(operand)) return bitsOf(operand);
  let mask = 0n;
  for (const item of operand) {
    const position = toInteger(item);
    if (position === undefined || position < 0) throw badValue('bit positions must be integers >= 0');
    mask |= 1n << BigInt(position);
  }
  return mask;
}

function bitsOf(value: unknown): bigint | undefined {
  if (bsonType(value) === 'Binary') {
    const hex = Buffer.from(bytesOf(value as Binary))
      .reverse()
      .toString('hex');
    return hex === '' ? 0n : BigInt(`0x${hex}`);
  }
  const fraction = isNumber(value) ? exactly(value) : undefined;
  return fraction && fraction.top % fraction.bottom === 0n ? fraction.top / fraction.bottom : undefined;
}
