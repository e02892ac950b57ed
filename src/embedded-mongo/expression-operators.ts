import { Double, Int32, Long, type ObjectId, type Timestamp } from 'bson';
import { ACCUMULATORS, type Accumulator } from './accumulators.ts';
import { type BsonNumber, bsonType, isDoc, isNumber, isTruthy, toInteger, toNumber } from './bson.ts';
import { check, notImplemented } from './errors.ts';
import { calculate, fromBigInt, isInteger, toBigInt } from './numbers.ts';
import { compareValues, exactly, typeName } from './order.ts';

type Run = (operands: unknown[], op: string) => unknown;
type Operator = [least: number, most: number, run: Run];

const ANY = Number.POSITIVE_INFINITY;
const MAX_DATE_MS = 8_640_000_000_000_000n;

/** Expressions over computed values: the least and the largest number of operands, and what they compute. */
export const OPERATORS: Record<string, Operator> = {
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $cmp: comparison((order) => new Int32(Math.sign(order))),
  $not: [1, 1, ([value]) => !isTruthy(value)],
  $add: [0, ANY, add],
  $subtract: [2, 2, ([a, b]) => subtract(a, b)],
  $multiply: [0, ANY, multiply],
  $divide: [2, 2, ([a, b]) => divide(a, b)],
  $mod: [2, 2, ([a, b]) => modulo(a, b)],
  $concat: [0, ANY, concat],
  $toLower: [1, 1, ([value]) => textOf(value).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())],
  $toUpper: [1, 1, ([value]) => textOf(value).replace(/[a-z]+/g, (letters) => letters.toUpperCase())],
  $type: [1, 1, ([value]) => typeName(value)],
  $isNumber: [1, 1, ([value]) => isNumber(value)],
  $isArray: [1, 1, ([value]) => Array.isArray(value)],
  $size: [1, 1, size],
  $in: [2, 2, isIn],
  $arrayElemAt: [2, 2, ([list, index], op) => elementAt(list, index, op)],
  $first: [1, 1, ([list], op) => elementAt(list, new Int32(0), op)],
  $last: [1, 1, ([list], op) => elementAt(list, new Int32(-1), op)],
  $slice: [2, 3, slice],
  $concatArrays: [0, ANY, concatArrays],
  $year: datePart((date) => date.getUTCFullYear()),
  $month: datePart((date) => date.getUTCMonth() + 1),
  $dayOfMonth: datePart((date) => date.getUTCDate()),
  $hour: datePart((date) => date.getUTCHours()),
  $minute: datePart((date) => date.getUTCMinutes()),
  $second: datePart((date) => date.getUTCSeconds()),
  ...Object.fromEntries(['$sum', '$avg', '$min', '$max', '$mergeObjects'].map((name) => [name, accumulated(name)])),
};

function comparison(result: (order: number) => unknown): Operator {
  return [2, 2, ([a, b]) => result(compareValues(a, b))];
}

/** An accumulator over its operands, or over the elements of its only one where that is an array. */
function accumulated(name: string): Operator {
  const open = ACCUMULATORS[name] as () => Accumulator;
  const run: Run = (operands) => {
    const { add, result } = open();
    const [only] = operands;
    for (const value of operands.length === 1 && Array.isArray(only) ? only : operands) add(value);
    return result();
  };
  return [0, ANY, run];
}

function isNullish(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Numbers, and one date at most, to which the others are milliseconds. */
function add(operands: unknown[]): unknown {
  let total: BsonNumber = new Int32(0);
  let time: bigint | undefined;
  for (const value of operands) {
    if (isNullish(value)) return null;
    if (value instanceof Date) {
      check(time === undefined, 16612, 'only one date allowed in an $add expression');
      time = BigInt(value.getTime()) + toMilliseconds(total);
      continue;
    }
    check(isNumber(value), 'TypeMismatch', `$add only supports numeric or date types, not ${typeName(value)}`);
    if (time === undefined) total = calculate('add', total, value);
    else time += toMilliseconds(value);
  }
  return time === undefined ? narrowed(total, operands) : dateFrom(time);
}

function multiply(operands: unknown[]): unknown {
  let product: BsonNumber = new Int32(1);
  for (const value of operands) {
    if (isNullish(value)) return null;
    check(isNumber(value), 'TypeMismatch', `$multiply only supports numeric types, not ${typeName(value)}`);
    product = calculate('multiply', product, value);
  }
  return narrowed(product, operands);
}

function subtract(a: unknown, b: unknown): unknown {
  if (isNumber(a) && isNumber(b)) return calculate('subtract', a, b);
  if (isNullish(a) || isNullish(b)) return null;
  if (a instanceof Date && b instanceof Date) return Long.fromBigInt(BigInt(a.getTime()) - BigInt(b.getTime()));
  check(a instanceof Date && isNumber(b), 'TypeMismatch', `can't $subtract ${typeName(b)} from ${typeName(a)}`);
  return dateFrom(BigInt(a.getTime()) - toMilliseconds(b));
}

function divide(a: unknown, b: unknown): unknown {
  if (!(isNumber(a) && isNumber(b)) && (isNullish(a) || isNullish(b))) return null;
  const types = `${typeName(a)} and ${typeName(b)}`;
  check(isNumber(a) && isNumber(b), 'TypeMismatch', `$divide only supports numeric types, not ${types}`);
  check(toNumber(b) !== 0, 'BadValue', "can't $divide by zero");
  if (types.includes('decimal')) throw notImplemented('$divide of a Decimal128');
  return new Double((toNumber(a) as number) / (toNumber(b) as number));
}

function modulo(a: unknown, b: unknown): unknown {
  if (!(isNumber(a) && isNumber(b)) && (isNullish(a) || isNullish(b))) return null;
  const types = `${typeName(a)} and ${typeName(b)}`;
  check(isNumber(a) && isNumber(b), 16611, `$mod only supports numeric types, not ${types}`);
  if (types.includes('decimal')) throw notImplemented('$mod of a Decimal128');
  check(toNumber(b) !== 0, 16610, "can't $mod by zero");
  if (isInteger(a) && isInteger(b)) return fromBigInt(toBigInt(a) % toBigInt(b), types.includes('long'));
  return new Double((toNumber(a) as number) % (toNumber(b) as number));
}

/** An int where all operands are ints and the result is small again. */
function narrowed(result: BsonNumber, operands: unknown[]): BsonNumber {
  const areInts = operands.every((value) => bsonType(value) === 'Int32');
  return (areInts && isInteger(result) && fromBigInt(toBigInt(result))) || result;
}

/** A number as milliseconds: halves are rounded away from zero. */
function toMilliseconds(value: BsonNumber): bigint {
  if (bsonType(value) === 'Decimal128') throw notImplemented('a Decimal128 added to a date');
  const exact = exactly(value);
  check(exact, 'Overflow', 'date overflow');
  return (2n * exact.top + (exact.top < 0n ? -exact.bottom : exact.bottom)) / (2n * exact.bottom);
}

function dateFrom(time: bigint): Date {
  check(time === BigInt.asIntN(64, time), 'Overflow', 'date overflow');
  if (time > MAX_DATE_MS || time < -MAX_DATE_MS) throw notImplemented('dates beyond the year 275760');
  return new Date(Number(time));
}

function datePart(part: (date: Date) => number): Operator {
  return [1, 1, ([value], op) => (isNullish(value) ? null : new Int32(part(dateOf(value, op))))];
}

function dateOf(value: unknown, op: string): Date {
  if (isDoc(value)) throw notImplemented(`the named operands of ${op}, which take time zones`);
  if (bsonType(value) === 'ObjectId') return (value as ObjectId).getTimestamp();
  if (bsonType(value) === 'Timestamp') return new Date((value as Timestamp).t * 1000);
  check(value instanceof Date, 16006, `can't convert from BSON type ${typeName(value)} to Date`);
  if (Number.isNaN(value.getTime())) throw notImplemented('dates beyond the year 275760');
  return value;
}

function concat(operands: unknown[]): string | null {
  for (const value of operands) {
    if (isNullish(value)) return null;
    check(typeof value === 'string', 16702, `$concat only supports strings, not ${typeName(value)}`);
  }
  return operands.join('');
}

/** What `$toLower` and `$toUpper` work on, letters of ASCII; nothing is an empty text. */
function textOf(value: unknown): string {
  if (isNullish(value)) return '';
  if (typeof value === 'string' || isInteger(value)) return String(value);
  if (value instanceof Date) return value.toISOString();
  const type = typeName(value);
  if (['double', 'decimal', 'timestamp'].includes(type)) throw notImplemented(`the text of a ${type}`);
  check(false, 16007, `can't convert from BSON type ${type} to String`);
}

function size([value]: unknown[]): Int32 {
  check(Array.isArray(value), 17124, `The argument to $size must be an array, but was of type: ${typeName(value)}`);
  return new Int32(value.length);
}

function isIn([value, list]: unknown[]): boolean {
  check(Array.isArray(list), 40081, `$in requires an array as a second argument, found: ${typeName(list)}`);
  return list.some((item) => compareValues(item, value) === 0);
}

/** A place in an array: a whole number of 32 bits. */
function placeIn(value: unknown, op: string, wrongType: number, notWhole: number): number {
  check(isNumber(value), wrongType, `${op} needs a numeric value, but is given ${typeName(value)}`);
  const place = toInteger(value);
  check(place === Number(place) << 0, notWhole, `${op} needs a value representable as a 32-bit integer: ${value}`);
  return place;
}

function elementAt(list: unknown, index: unknown, op: string): unknown {
  if (isNullish(list) || isNullish(index)) return null;
  check(Array.isArray(list), 28689, `${op}'s first argument must be an array, but is ${typeName(list)}`);
  return list.at(placeIn(index, op, 28690, 28691));
}

/** `[list, count]` or `[list, start, count]`; a negative number counts from the end. */
function slice([list, first, ...rest]: unknown[], op: string): unknown {
  if ([list, first, ...rest].some(isNullish)) return null;
  check(Array.isArray(list), 28724, `First argument to $slice must be an array, but is of type: ${typeName(list)}`);
  const start = placeIn(first, op, 28725, 28726);
  if (rest.length === 0) return start < 0 ? list.slice(start) : list.slice(0, start);
  const count = placeIn(rest[0], op, 28727, 28728);
  check(count > 0, 28729, `Third argument to $slice must be positive: ${count}`);
  const from = start < 0 ? Math.max(0, list.length + start) : start;
  return list.slice(from, from + count);
}

function concatArrays(lists: unknown[]): unknown[] | null {
  for (const list of lists) {
    if (isNullish(list)) return null;
    check(Array.isArray(list), 28664, `$concatArrays only supports arrays, not ${typeName(list)}`);
  }
  return lists.flat();
}
