import { ObjectId } from 'bson';
import { evalExpr } from 'mingo/core';
import { $push } from 'mingo/operators/accumulator';
import * as expressions from 'mingo/operators/expression';
import type { Options } from 'mingo/types';
import { type BsonNumber, bsonType, type Doc, isDoc, isNumber, toNumber } from './bson.ts';
import { badValue, MongoError, notImplemented } from './errors.ts';
import { encodeKey } from './keys.ts';
import { typeName } from './match-operators.ts';
import { combine } from './numbers.ts';
import { compareValues, isWide } from './order.ts';
import { fromPlain } from './plain.ts';
import { parseSort, sortBy } from './sort.ts';

/*
 * The operators whose own versions compare by another order than BSON's, drop what they don't know, or are missing.
 */

type ExpressionOperator = (doc: unknown, argument: unknown, options: Options) => unknown;
type Accumulator = (docs: unknown[], argument: unknown, options: Options) => unknown;

function comparison(name: string, result: (order: number) => unknown): ExpressionOperator {
  return (doc, argument, options) => {
    if (!Array.isArray(argument) || argument.length !== 2)
      throw new MongoError(16020, `Expression ${name} takes exactly 2 arguments.`);
    const [a, b] = evalExpr(doc, argument, options) as unknown[];
    return result(compareValues(a, b));
  };
}

function keyOf(value: unknown): string {
  return encodeKey([fromPlain(value)], [false]).bytes.toString('latin1');
}

function distinct(values: unknown[]): unknown[] {
  const seen = new Map<string, unknown>();
  for (const value of values) {
    const key = keyOf(value);
    if (!seen.has(key)) seen.set(key, value);
  }
  return [...seen.values()];
}

function sets(name: string, combineSets: (lists: unknown[][]) => unknown): ExpressionOperator {
  return (doc, argument, options) => {
    const lists = evalExpr(doc, argument, options);
    if (!Array.isArray(lists)) throw badValue(`${name} needs arrays`);
    if (lists.some((list) => list === null || list === undefined)) return null;
    if (!lists.every(Array.isArray)) throw new MongoError(17043, `All operands of ${name} must be arrays.`);
    return combineSets(lists as unknown[][]);
  };
}

function membership(list: unknown[]): (value: unknown) => boolean {
  const keys = new Set(list.map(keyOf));
  return (value) => keys.has(keyOf(value));
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (['string', 'number', 'boolean'].includes(typeof value) || isNumber(value)) return String(value);
  if (bsonType(value) === 'ObjectId') return (value as ObjectId).toHexString();
  throw new MongoError(
    241,
    `Unsupported conversion from ${typeName(value)} to string in $convert with no onError value`,
  );
}

function toObjectId(value: unknown): ObjectId | null {
  if (value === null || value === undefined) return null;
  if (bsonType(value) === 'ObjectId') return value as ObjectId;
  if (typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value)) return new ObjectId(value);
  throw new MongoError(241, `Failed to parse objectId '${String(value)}' in $convert with no onError value`);
}

/** Plain operators do sums with plain numbers only; what holds more digits is refused, where they would drop it. */
function refuseWide(name: string, operator: ExpressionOperator): ExpressionOperator {
  return (doc, argument, options) => {
    const value = evalExpr(doc, argument, options);
    const values = Array.isArray(value) ? value : [value];
    if (values.some(isWide)) throw notImplemented(`${name} of a Decimal128 or of a Long beyond 2^53`);
    const literals = values.map((item) => ({ $literal: item }));
    return operator(
      doc,
      Array.isArray(argument) ? literals : Array.isArray(value) ? { $literal: value } : literals[0],
      options,
    );
  };
}

const ARITHMETIC =
  '$abs $add $ceil $divide $exp $floor $ln $log $log10 $mod $multiply $pow $round $sqrt $subtract $trunc $toInt $toLong $toDouble $toBool'.split(
    ' ',
  );

function guarded(): Record<string, ExpressionOperator> {
  const all = expressions as unknown as Record<string, ExpressionOperator>;
  return Object.fromEntries(ARITHMETIC.map((name) => [name, refuseWide(name, all[name] as ExpressionOperator)]));
}

export const ourExpressions: Record<string, ExpressionOperator> = {
  ...guarded(),
  $eq: comparison('$eq', (order) => order === 0),
  $ne: comparison('$ne', (order) => order !== 0),
  $gt: comparison('$gt', (order) => order > 0),
  $gte: comparison('$gte', (order) => order >= 0),
  $lt: comparison('$lt', (order) => order < 0),
  $lte: comparison('$lte', (order) => order <= 0),
  $cmp: comparison('$cmp', Math.sign),
  $in: (doc, argument, options) => {
    const [value, list] = evalExpr(doc, argument, options) as unknown[];
    if (!Array.isArray(list))
      throw new MongoError(40081, `$in requires an array as a second argument, found: ${typeName(list)}`);
    return list.some((item) => compareValues(item, value) === 0);
  },
  $isNumber: (doc, argument, options) =>
    isNumber(evalExpr(doc, Array.isArray(argument) ? argument[0] : argument, options)),
  $type: (doc, argument, options) =>
    typeName(fromPlain(evalExpr(doc, Array.isArray(argument) ? argument[0] : argument, options))),
  $toString: (doc, argument, options) =>
    toText(evalExpr(doc, Array.isArray(argument) ? argument[0] : argument, options)),
  $toObjectId: (doc, argument, options) =>
    toObjectId(evalExpr(doc, Array.isArray(argument) ? argument[0] : argument, options)),
  $setUnion: sets('$setUnion', (lists) => distinct(lists.flat())),
  $setIntersection: sets('$setIntersection', ([first = [], ...rest]) =>
    distinct(first).filter((value) => rest.every((list) => membership(list)(value))),
  ),
  $setDifference: sets('$setDifference', ([first = [], second = []]) =>
    distinct(first).filter((value) => !membership(second)(value)),
  ),
  $setIsSubset: sets('$setIsSubset', ([first = [], second = []]) => first.every(membership(second))),
  $setEquals: sets('$setEquals', ([first = [], ...rest]) =>
    rest.every((list) => list.every(membership(first)) && first.every(membership(list))),
  ),
  $sortArray: (doc, argument, options) => {
    const { input, sortBy: spec } = argument as Doc;
    const list = evalExpr(doc, input, options);
    if (list === null || list === undefined) return null;
    if (!Array.isArray(list)) throw new MongoError(2942504, 'The input argument to $sortArray must be an array');
    if (!isDoc(spec)) return [...list].sort((a, b) => Number(spec) * compareValues(a, b));
    return sortBy(list, parseSort(spec), (item) => (isDoc(item) ? item : {}));
  },
};

function sum(values: unknown[]): unknown {
  let total = 0;
  let wide: BsonNumber | undefined;
  for (const value of values) {
    if (typeof value === 'number') total += value;
    else if (isNumber(value)) wide = wide === undefined ? value : combine('$inc', wide, value);
  }
  return wide === undefined ? total : combine('$inc', wide, fromPlain(total) as BsonNumber);
}

function average(values: unknown[]): number | null {
  const numbers = values.filter(isNumber);
  if (numbers.some((value) => bsonType(value) === 'Decimal128')) throw notImplemented('$avg of a Decimal128');
  return numbers.length === 0 ? null : (toNumber(sum(numbers)) as number) / numbers.length;
}

function extreme(values: unknown[], sign: number): unknown {
  let best: unknown;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (best === undefined || sign * compareValues(value, best) > 0) best = value;
  }
  return best ?? null;
}

export const ourAccumulators: Record<string, Accumulator> = {
  $sum: (docs, argument, options) =>
    typeof argument === 'number' ? docs.length * argument : sum($push(docs, argument, options)),
  $avg: (docs, argument, options) => average($push(docs, argument, options)),
  $max: (docs, argument, options) => extreme($push(docs, argument, options), 1),
  $min: (docs, argument, options) => extreme($push(docs, argument, options), -1),
  $push: (docs, argument, options) =>
    docs.map((doc) => evalExpr(doc, argument, options)).filter((value) => value !== undefined),
  $addToSet: (docs, argument, options) =>
    distinct(docs.map((doc) => evalExpr(doc, argument, options)).filter((value) => value !== undefined)),
  $mergeObjects: (docs, argument, options) => Object.assign({}, ...$push(docs, argument, options)),
  $count: (docs) => docs.length,
};
