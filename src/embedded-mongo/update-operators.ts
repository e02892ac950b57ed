import { EJSON } from 'bson';
import { bsonType, isDoc, isNumber, toInteger } from './bson.ts';
import { check, MongoError, notImplemented, words } from './errors.ts';
import { compareValues, equalValues } from './keys.ts';
import { compileElement, isOperatorDoc } from './match.ts';
import { combine } from './numbers.ts';
import { typeName } from './order.ts';

/** The new value of a field from its old one; `undefined` is a missing field, the same value is no change. */
export type Operator = (value: unknown) => unknown;

type Compile = (operand: unknown, path: string, op: string) => Operator;

/** Operators that make what is missing on their way. */
export const CREATES = new Set(words`$set $setOnInsert $inc $min $max $currentDate $push $addToSet`);

const OPERATORS: Record<string, Compile> = {
  $set: (operand) => () => operand,
  $setOnInsert: (operand) => () => operand,
  $unset: () => () => undefined,
  $inc: increment,
  $min: (operand) => (value) => (value === undefined || compareValues(operand, value) < 0 ? operand : value),
  $max: (operand) => (value) => (value === undefined || compareValues(operand, value) > 0 ? operand : value),
  $currentDate: currentDate,
  $push: push,
  $addToSet: addToSet,
  $pull(operand, path, op) {
    const matches = pullTest(operand);
    return (value) => (value === undefined ? value : without(arrayOf(value, path, op), matches));
  },
};

export function operatorFor(op: string): Compile {
  const compile = Object.hasOwn(OPERATORS, op) ? OPERATORS[op] : undefined;
  if (!compile) throw notImplemented(`the update operator ${op}`);
  return compile;
}

function increment(operand: unknown, path: string): Operator {
  const given = `{${path}: ${EJSON.stringify(operand)}}`;
  check(isNumber(operand), 'TypeMismatch', `Cannot increment with non-numeric argument: ${given}`);
  return (value) => {
    if (value === undefined) return operand;
    const type = typeName(value);
    check(isNumber(value), 'TypeMismatch', `Cannot apply $inc to the field '${path}' of non-numeric type ${type}`);
    return combine(value, operand);
  };
}

function currentDate(operand: unknown): Operator {
  const type = isDoc(operand) ? operand.$type : undefined;
  if (type === 'timestamp') throw notImplemented('$currentDate with a timestamp');
  if (typeof operand === 'boolean' || type === 'date') return () => new Date();
  const wanted = "use true or {$type: 'timestamp/date'}";
  throw new MongoError('BadValue', `${typeName(operand)} is not valid type for $currentDate: ${wanted}`);
}

/** The array a field holds, an empty one where it is missing. */
function arrayOf(value: unknown, path: string, op: string): unknown[] {
  const list = value === undefined ? [] : value;
  const type = typeName(value);
  check(Array.isArray(list), 'BadValue', `Cannot apply ${op} to the field '${path}' of non-array type ${type}`);
  return list;
}

function eachOf(operand: unknown, op: string): unknown[] {
  if (!isDoc(operand) || !Object.hasOwn(operand, '$each')) return [operand];
  const code = op === '$push' ? 'BadValue' : 'TypeMismatch';
  check(Array.isArray(operand.$each), code, `The argument to $each in ${op} must be an array`);
  return operand.$each;
}

function push(operand: unknown, path: string, op: string): Operator {
  const each = eachOf(operand, op);
  const modifiers = isDoc(operand) && Object.hasOwn(operand, '$each') ? operand : {};
  for (const key of Object.keys(modifiers))
    if (key !== '$each' && key !== '$slice') throw notImplemented(`the clause ${key} of $push`);
  const slice = toInteger(modifiers.$slice);
  const isWhole = slice !== undefined || modifiers.$slice === undefined;
  check(isWhole, 'BadValue', 'The value for $slice must be an integer');
  return (value) => {
    const list = [...arrayOf(value, path, op), ...each];
    if (slice === undefined) return list;
    return slice >= 0 ? list.slice(0, slice) : list.slice(slice);
  };
}

function addToSet(operand: unknown, path: string, op: string): Operator {
  const each = eachOf(operand, op);
  return (value) => {
    const list = [...arrayOf(value, path, op)];
    const before = list.length;
    for (const item of each) if (!list.some((held) => equalValues(held, item))) list.push(item);
    return list.length === before && value !== undefined ? value : list;
  };
}

function pullTest(operand: unknown): (item: unknown) => boolean {
  if (isOperatorDoc(operand)) return compileElement(operand);
  if (bsonType(operand) === 'BSONRegExp') return compileElement({ $in: [operand] });
  if (!isDoc(operand)) return (item) => equalValues(item, operand);
  const test = compileElement({ $and: [operand] });
  return (item) => isDoc(item) && test(item);
}

/** The same list where nothing is taken out, which is no change. */
function without(list: unknown[], unwanted: (item: unknown) => boolean): unknown[] {
  const kept = list.filter((item) => !unwanted(item));
  return kept.length === list.length ? list : kept;
}
