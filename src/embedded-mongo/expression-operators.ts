import { Double, Int32, Long } from 'bson';
import { ACCUMULATORS, type Accumulator } from './accumulators.ts';
import { type BsonNumber, bsonType, isNumber, isTruthy, toInteger, toNumber } from './bson.ts';
import { type CodeName, check, notImplemented } from './errors.ts';
import { compareValues } from './keys.ts';
import { calculate, fromBigInt, isInteger, toBigInt } from './numbers.ts';
import { typeName } from './order.ts';

type Run = (operands: unknown[], op: string) => unknown;
type Operator = [least: number, most: number, run: Run];

const ANY = Number.POSITIVE_INFINITY;
const MAX_DATE_MS = 8.64e15;

/** Expressions over computed values: the least and the largest number of operands, and what they compute. */
export const OPERATORS: Record<string, Operator> = {
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $not: [1, 1, ([value]) => !isTruthy(value)],
  $add: [0, ANY, add],
  $subtract: [2, 2, subtract],
  $multiply: [0, ANY, multiply],
  $divide: [2, 2, divide],
  $concat: [0, ANY, (texts, op) => allOf(texts, op, (text) => typeof text === 'string', 16702)?.join('') ?? null],
  $isArray: [1, 1, ([value]) => Array.isArray(value)],
  $size: [1, 1, size],
  $in: [2, 2, isIn],
  $arrayElemAt: [2, 2, ([list, index], op) => elementAt(list, index, op)],
  $first: [1, 1, ([list], op) => elementAt(list, new Int32(0), op)],
  $last: [1, 1, ([list], op) => elementAt(list, new Int32(-1), op)],
  ...Object.fromEntries(['$sum', '$avg', '$min', '$max'].map((name) => [name, accumulated(name)])),
};

function comparison(result: (order: number) => unknown): Operator {
  return [2, 2, ([a, b]) => result(compareValues(a, b))];
}

/** An accumulator over its operands, or over the elements of its only one where that is an array. */
function accumulated(name: string): Operator {
  const open = ACCUMULATORS[name] as () => Accumulator;
  const run: Run = (operands) => {
    const accumulator = open();
    const [only] = operands;
    for (const value of operands.length === 1 && Array.isArray(only) ? only : operands) accumulator.add(value);
    return accumulator.result();
  };
  return [0, ANY, run];
}

function isNullish(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** The operands where all are of the right type; undefined where one is missing, and none before it is wrong. */
function allOf<T>(values: unknown[], op: string, isRight: (value: unknown) => boolean, code: CodeName | number) {
  for (const value of values) {
    if (isNullish(value)) return undefined;
    check(isRight(value), code, `${op} does not support ${typeName(value)}`);
  }
  return values as T[];
}

/** Numbers, and one date at most, to which the others are milliseconds. */
function add(operands: unknown[], op: string): unknown {
  const isRight = (value: unknown) => isNumber(value) || value instanceof Date;
  let total: BsonNumber | Date = new Int32(0);
  for (const value of allOf<BsonNumber | Date>(operands, op, isRight, 'TypeMismatch') ?? [null]) {
    if (value === null) return null;
    check(!(value instanceof Date && total instanceof Date), 16612, 'only one date allowed in an $add expression');
    if (value instanceof Date) total = shifted(value, total as BsonNumber);
    else total = total instanceof Date ? shifted(total, value) : calculate('add', total, value);
  }
  return total instanceof Date ? total : narrowed(total, operands);
}

function multiply(operands: unknown[], op: string): unknown {
  const numbers = allOf<BsonNumber>(operands, op, isNumber, 'TypeMismatch');
  if (!numbers) return null;
  const product = numbers.reduce((result, value) => calculate('multiply', result, value), new Int32(1));
  return narrowed(product, operands);
}

function subtract([a, b]: unknown[]): unknown {
  if (isNumber(a) && isNumber(b)) return calculate('subtract', a, b);
  if (isNullish(a) || isNullish(b)) return null;
  if (a instanceof Date && b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
  check(a instanceof Date && isNumber(b), 'TypeMismatch', `can't $subtract ${typeName(b)} from ${typeName(a)}`);
  return shifted(a, calculate('subtract', new Int32(0), b));
}

function divide([a, b]: unknown[]): unknown {
  if (isNullish(a) || isNullish(b)) return null;
  const types = `${typeName(a)} and ${typeName(b)}`;
  check(isNumber(a) && isNumber(b), 'TypeMismatch', `$divide only supports numeric types, not ${types}`);
  check(toNumber(b) !== 0, 'BadValue', "can't $divide by zero");
  return new Double(toNumber(a) / toNumber(b));
}

/** An int where all operands are ints and the result is small again. */
function narrowed(result: BsonNumber, operands: unknown[]): BsonNumber {
  const areInts = operands.every((value) => bsonType(value) === 'Int32');
  return (areInts && isInteger(result) && fromBigInt(toBigInt(result))) || result;
}

/** The date so many milliseconds later; halves are rounded away from zero. */
function shifted(date: Date, by: BsonNumber): Date {
  const ms = toNumber(by);
  check(Number.isFinite(ms), 'Overflow', 'date overflow');
  const time = date.getTime() + Math.sign(ms) * Math.round(Math.abs(ms));
  if (!(Math.abs(time) <= MAX_DATE_MS)) throw notImplemented('dates beyond the year 275760');
  return new Date(time);
}

function size([value]: unknown[]): Int32 {
  check(Array.isArray(value), 17124, `The argument to $size must be an array, but was of type: ${typeName(value)}`);
  return new Int32(value.length);
}

function isIn([value, list]: unknown[]): boolean {
  check(Array.isArray(list), 40081, `$in requires an array as a second argument, found: ${typeName(list)}`);
  return list.some((item) => compareValues(item, value) === 0);
}

function elementAt(list: unknown, index: unknown, op: string): unknown {
  if (isNullish(list) || isNullish(index)) return null;
  check(Array.isArray(list), 28689, `${op}'s first argument must be an array, but is ${typeName(list)}`);
  check(isNumber(index), 28690, `${op}'s second argument must be a number, but is ${typeName(index)}`);
  const place = toInteger(index);
  check(place === Number(place) << 0, 28691, `${op} needs a value representable as a 32-bit integer: ${index}`);
  return list.at(place);
}
