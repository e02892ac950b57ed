import type { BSONRegExp } from 'bson';
import { bsonType, type Doc, isDoc, toInteger, toNumber } from './bson.ts';
import { check, notImplemented } from './errors.ts';
import { comparedWith, identityOf } from './keys.ts';
import { RANK, rankOf, TYPE_NAMES, typeName } from './order.ts';
import { type Regex, regexOf, toRegex } from './regex.ts';

/** Tests one value a path led to; `undefined` is a missing field. */
export type Predicate = (value: unknown) => boolean;

/** What makes the test of a value; `$options` is read from the operators beside it. */
const OPERATORS: Record<string, (operand: unknown, neighbours: Doc) => Predicate> = {
  $eq: equalTo,
  $gt: (operand) => ordered(operand, (order) => order > 0),
  $gte: (operand) => ordered(operand, (order) => order >= 0),
  $lt: (operand) => ordered(operand, (order) => order < 0),
  $lte: (operand) => ordered(operand, (order) => order <= 0),
  $in: oneOf,
  $type: ofType,
  $size: ofSize,
  $regex: fromRegex,
  $options(_, neighbours) {
    check('$regex' in neighbours, 'BadValue', '$options needs a $regex');
    return () => true;
  },
};

export function compileOperator(op: string, operand: unknown, neighbours: Doc): Predicate {
  const compile = Object.hasOwn(OPERATORS, op) ? OPERATORS[op] : undefined;
  if (!compile) throw notImplemented(`the query operator ${op}`);
  return compile(operand, neighbours);
}

export function equalTo(operand: unknown): Predicate {
  if (operand === null || operand === undefined) return (value) => value === null || value === undefined;
  const rank = rankOf(operand);
  const compare = comparedWith(operand);
  return (value) => value === operand || (value !== undefined && rankOf(value) === rank && compare(value) === 0);
}

/** Texts that it fits. One that is stored would have to equal it: `rankOf` refuses those by name. */
export function matchesRegex(regex: Regex): Predicate {
  return (value) => rankOf(value) === RANK.string && regex.test(value as string);
}

/** Only values of the operand's own type compare, except for null. */
function ordered(operand: unknown, accepts: (order: number) => boolean): Predicate {
  const bound = operand ?? null;
  const isRegex = bsonType(bound) === 'BSONRegExp';
  check(!isRegex, 'BadValue', "Can't have RegEx as arg to predicate over field");
  const rank = rankOf(bound);
  if (rank === RANK.null) return (value) => (value === null || value === undefined) && accepts(0);
  const compare = comparedWith(bound);
  const isNotANumber = (value: unknown) => rank === RANK.number && Number.isNaN(toNumber(value));
  return (value) => {
    if (rankOf(value) !== rank) return false;
    const order = compare(value);
    return accepts(order) && (order === 0 || !(isNotANumber(bound) || isNotANumber(value)));
  };
}

/** By the keys of an index, which are equal where values are: thousands are looked up as fast as one. */
function oneOf(operand: unknown): Predicate {
  check(Array.isArray(operand), 'BadValue', '$in needs an array');
  const expressions: Predicate[] = [];
  const keys = new Set<string>();
  for (const item of operand) {
    const isNested = isDoc(item) && Object.keys(item)[0]?.startsWith('$');
    check(!isNested, 'BadValue', 'cannot nest $ under $in');
    const regex = regexOf(item);
    if (regex) expressions.push(matchesRegex(regex));
    else keys.add(keyOf(item));
  }
  return (value) => (keys.size > 0 && keys.has(keyOf(value))) || expressions.some((test) => test(value));
}

function keyOf(value: unknown): string {
  return rankOf(value) === RANK.string ? `=${value}` : identityOf(value ?? null);
}

const NUMBERS = ['double', 'int', 'long', 'Decimal128'];

function ofType(operand: unknown): Predicate {
  const given = Array.isArray(operand) ? operand : [operand];
  check(given.length > 0, 'FailedToParse', '$type must match at least one type');
  for (const type of given) if (type !== 'number' && !TYPE_NAMES.has(type)) throw notImplemented(`$type: ${type}`);
  const wanted = new Set(given.flatMap((type) => (type === 'number' ? NUMBERS : type)));
  return (value) => wanted.has(typeName(value));
}

function ofSize(operand: unknown): Predicate {
  const size = toInteger(operand) ?? -1;
  check(size >= 0, 'BadValue', 'Failed to parse $size. Expected a non-negative integer');
  return (value) => Array.isArray(value) && value.length === size;
}

function fromRegex(operand: unknown, { $options: options }: Doc): Predicate {
  const literal = bsonType(operand) === 'BSONRegExp' ? (operand as BSONRegExp) : undefined;
  const pattern = literal ? literal.pattern : operand;
  check(typeof pattern === 'string', 'BadValue', '$regex has to be a string');
  check(options === undefined || typeof options === 'string', 'BadValue', '$options has to be a string');
  check(!options || !literal?.options, 51075, 'options set in both $regex and $options');
  return matchesRegex(toRegex(pattern, options || literal?.options || ''));
}
