import { Int32, Timestamp } from 'bson';
import { bsonType, type Doc, isDoc, isNumber, toInteger } from './bson.ts';
import { check, MongoError, notImplemented, words } from './errors.ts';
import { compileElement, isOperatorDoc } from './match.ts';
import { combine } from './numbers.ts';
import { compareValues, equalValues, inspectValue, typeName } from './order.ts';
import { parseSort, sortBy } from './sort.ts';

/** The new value of a field from its old one; `undefined` is a missing field, the same value is no change. */
export type Operator = (value: unknown) => unknown;

type Compile = (operand: unknown, path: string, op: string) => Operator;

/** Operators that make what is missing on their way. */
export const CREATES = new Set(words`$set $setOnInsert $inc $mul $min $max $currentDate $push $addToSet`);

const OPERATORS: Record<string, Compile> = {
  $set: (operand) => () => operand,
  $setOnInsert: (operand) => () => operand,
  $unset: () => () => undefined,
  $inc: arithmetic,
  $mul: arithmetic,
  $min: (operand) => (value) => (value === undefined || compareValues(operand, value) < 0 ? operand : value),
  $max: (operand) => (value) => (value === undefined || compareValues(operand, value) > 0 ? operand : value),
  $currentDate: currentDate,
  $push: push,
  $addToSet: addToSet,
  $pop: pop,
  $pull(operand, path, op) {
    const matches = pullTest(operand);
    return (value) => without(value, path, op, matches);
  },
  $pullAll(operand, path, op) {
    check(Array.isArray(operand), 'BadValue', `$pullAll requires an array but was given a ${typeName(operand)}`);
    return (value) => without(value, path, op, (item) => operand.some((unwanted) => equalValues(item, unwanted)));
  },
};

export function operatorFor(op: string): Compile {
  const compile = Object.hasOwn(OPERATORS, op) ? OPERATORS[op] : undefined;
  if (!compile) throw notImplemented(`the update operator ${op}`);
  return compile;
}

function arithmetic(operand: unknown, path: string, op: string): Operator {
  const given = `{${path}: ${inspectValue(operand)}}`;
  check(isNumber(operand), 'TypeMismatch', `Cannot apply ${op} with non-numeric argument: ${given}`);
  return (value) => {
    if (value === undefined) return op === '$inc' ? operand : combine('$mul', operand, new Int32(0));
    const type = typeName(value);
    check(isNumber(value), 'TypeMismatch', `Cannot apply ${op} to the field '${path}' of non-numeric type ${type}`);
    return combine(op, value, operand);
  };
}

function currentDate(operand: unknown): Operator {
  const type = isDoc(operand) ? operand.$type : undefined;
  if (typeof operand === 'boolean' || type === 'date') return () => new Date();
  if (type === 'timestamp') return () => new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });
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
    check(['$each', '$slice', '$sort', '$position'].includes(key), 'BadValue', `Unrecognized clause in $push: ${key}`);
  const [slice, position] = [whole(modifiers, '$slice'), whole(modifiers, '$position')];
  const sort = modifiers.$sort === undefined ? undefined : sorter(modifiers.$sort);
  return (value) => {
    const list = [...arrayOf(value, path, op)];
    list.splice(position ?? list.length, 0, ...each);
    const sorted = sort ? sort(list) : list;
    if (slice === undefined) return sorted;
    return slice >= 0 ? sorted.slice(0, slice) : sorted.slice(slice);
  };
}

function whole(modifiers: Doc, name: string): number | undefined {
  const number = toInteger(modifiers[name]);
  check(number !== undefined || modifiers[name] === undefined, 'BadValue', `The value for ${name} must be an integer`);
  return number;
}

function sorter(spec: unknown): (list: unknown[]) => unknown[] {
  if (isDoc(spec)) {
    const fields = parseSort(spec);
    check(fields.length > 0, 'BadValue', 'The $sort pattern is empty when it should be a set of fields.');
    return (list) => sortBy(list, fields, (item) => (isDoc(item) ? item : {}));
  }
  const direction = toInteger(spec);
  check(direction === 1 || direction === -1, 'BadValue', 'The $sort element value must be either 1 or -1');
  return (list) => list.sort((a, b) => direction * compareValues(a, b));
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

function pop(operand: unknown, path: string): Operator {
  const end = toInteger(operand);
  check(end === 1 || end === -1, 'FailedToParse', `$pop expects 1 or -1, found: ${inspectValue(operand)}`);
  return (value) => {
    const isList = value === undefined || Array.isArray(value);
    check(isList, 'TypeMismatch', `Path '${path}' contains an element of non-array type '${typeName(value)}'`);
    if (!value?.length) return value;
    return end === 1 ? value.slice(0, -1) : value.slice(1);
  };
}

function pullTest(operand: unknown): (item: unknown) => boolean {
  if (isOperatorDoc(operand)) return compileElement(operand);
  if (bsonType(operand) === 'BSONRegExp') return compileElement({ $in: [operand] });
  if (!isDoc(operand)) return (item) => equalValues(item, operand);
  const test = compileElement({ $and: [operand] });
  return (item) => isDoc(item) && test(item);
}

function without(value: unknown, path: string, op: string, unwanted: (item: unknown) => boolean): unknown {
  if (value === undefined) return value;
  const list = arrayOf(value, path, op);
  const kept = list.filter((item) => !unwanted(item));
  return kept.length === list.length ? value : kept;
}
