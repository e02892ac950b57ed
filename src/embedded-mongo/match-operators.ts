import type { BSONRegExp } from 'bson';
import { bsonType, type Doc, isDoc, isNumber, toInteger, toNumber } from './bson.ts';
import { check, notImplemented, words } from './errors.ts';
import { identityOf } from './keys.ts';
import { compareValues, equalValues, exactly, RANK, rankOf, typeName } from './order.ts';
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
  $mod: modulo,
  $regex: fromRegex,
  $options(_, neighbours) {
    check('$regex' in neighbours, 'BadValue', '$options needs a $regex');
    return () => true;
  },
  $comment: () => () => true,
};

export function compileOperator(op: string, operand: unknown, neighbours: Doc): Predicate {
  const compile = Object.hasOwn(OPERATORS, op) ? OPERATORS[op] : undefined;
  if (!compile) throw notImplemented(`the query operator ${op}`);
  return compile(operand, neighbours);
}

export function equalTo(operand: unknown): Predicate {
  if (operand === null || operand === undefined) return (value) => value === null || value === undefined;
  if (typeof operand === 'string')
    return (value) => value === operand || (rankOf(value) === RANK.string && equalValues(value, operand));
  return (value) => value !== undefined && equalValues(value, operand);
}

export function matchesRegex(regex: Regex, literal: unknown): Predicate {
  return (value) =>
    rankOf(value) === RANK.string
      ? regex.test(String(value))
      : rankOf(value) === RANK.regex && equalValues(value, literal);
}

/** Only values of the operand's own type compare, except for the ends of the order and null. */
function ordered(operand: unknown, accepts: (order: number) => boolean): Predicate {
  const bound = operand ?? null;
  const rank = rankOf(bound);
  check(rank !== RANK.regex, 'BadValue', "Can't have RegEx as arg to predicate over field");
  if (rank === RANK.min || rank === RANK.max) return (value) => accepts(compareValues(value ?? null, bound));
  if (rank === RANK.null) return (value) => (value === null || value === undefined) && accepts(0);
  const isNotANumber = (value: unknown) => rank === RANK.number && Number.isNaN(toNumber(value));
  return (value) => {
    if (rankOf(value) !== rank) return false;
    const order = compareValues(value, bound);
    return accepts(order) && (order === 0 || !(isNotANumber(bound) || isNotANumber(value)));
  };
}

/** By the keys of an index, which are equal where values are: thousands are looked up as fast as one. */
function oneOf(operand: unknown): Predicate {
  check(Array.isArray(operand), 'BadValue', '$in needs an array');
  const expressions: Predicate[] = [];
  const keys = new Set<string>();
  for (const item of operand) {
    const isNested = isDoc(item) && Object.keys(item)[0]?.startsWith('$') && !('$ref' in item);
    check(!isNested, 'BadValue', 'cannot nest $ under $in');
    const regex = regexOf(item);
    if (regex) expressions.push(matchesRegex(regex, item));
    else keys.add(keyOf(item));
  }
  return (value) => (keys.size > 0 && keys.has(keyOf(value))) || expressions.some((test) => test(value));
}

function keyOf(value: unknown): string {
  return rankOf(value) === RANK.string ? `=${value}` : identityOf(value ?? null);
}

const NUMBERS = ['double', 'int', 'long', 'decimal'];

const NAMES = words`double string object array binData undefined objectId bool date null regex dbPointer javascript
  symbol javascriptWithScope int timestamp long decimal`;
const TYPES = new Map<number | undefined, string>(NAMES.map((name, i) => [i + 1, name]));
TYPES.set(-1, 'minKey').set(127, 'maxKey');

function ofType(operand: unknown): Predicate {
  const given = Array.isArray(operand) ? operand : [operand];
  check(given.length > 0, 'FailedToParse', '$type must match at least one type');
  const wanted = given.flatMap((type) => {
    if (type === 'number') return NUMBERS;
    const name = typeof type === 'string' ? type : TYPES.get(toInteger(type));
    check(name !== undefined && [...TYPES.values()].includes(name), 'BadValue', `Unknown type name or code: ${type}`);
    return name;
  });
  return (value) => wanted.includes(typeName(value));
}

function ofSize(operand: unknown): Predicate {
  const size = toInteger(operand) ?? -1;
  check(size >= 0, 'BadValue', 'Failed to parse $size. Expected a non-negative integer');
  return (value) => Array.isArray(value) && value.length === size;
}

function modulo(operand: unknown): Predicate {
  check(Array.isArray(operand) && operand.length === 2, 'BadValue', 'malformed mod, needs two elements');
  const [divisor, remainder] = operand.map(whole);
  const areNumbers = divisor !== undefined && remainder !== undefined;
  check(areNumbers, 'BadValue', 'malformed mod, divisor or remainder not a number');
  check(divisor !== 0n, 'BadValue', 'divisor cannot be 0');
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

function fromRegex(operand: unknown, { $options: options }: Doc): Predicate {
  const literal = bsonType(operand) === 'BSONRegExp' ? (operand as BSONRegExp) : undefined;
  const pattern = literal ? literal.pattern : operand;
  check(typeof pattern === 'string', 'BadValue', '$regex has to be a string');
  check(options === undefined || typeof options === 'string', 'BadValue', '$options has to be a string');
  check(!options || !literal?.options, 51075, 'options set in both $regex and $options');
  return matchesRegex(toRegex(pattern, options || literal?.options || ''), operand);
}
