import { Int32, Long, Timestamp } from 'bson';
import { type BsonNumber, bsonType, type Doc, isDoc, isNumber, toInteger } from './bson.ts';
import { badValue, MongoError, notImplemented, typeMismatch } from './errors.ts';
import { inspectValue } from './inspect.ts';
import { compileElement, isOperatorDoc } from './match.ts';
import { typeName } from './match-operators.ts';
import { combine, toBigInt } from './numbers.ts';
import { compareValues, equalValues } from './order.ts';
import { parseSort, sortBy } from './sort.ts';

/** The new value of a field from its old one; `undefined` is a missing field, the same value is no change. */
export type Operator = (value: unknown) => unknown;

/** Operators that make what is missing on their way. */
export const CREATES = new Set('$set $setOnInsert $inc $mul $min $max $currentDate $bit $push $addToSet'.split(' '));

export function operatorFor(op: string, path: string, operand: unknown): Operator {
  switch (op) {
    case '$set':
    case '$setOnInsert':
      return () => operand;
    case '$unset':
      return () => undefined;
    case '$inc':
    case '$mul':
      return arithmetic(op, path, operand);
    case '$min':
      return (value) => (value === undefined || compareValues(operand, value) < 0 ? operand : value);
    case '$max':
      return (value) => (value === undefined || compareValues(operand, value) > 0 ? operand : value);
    case '$currentDate':
      return currentDate(operand);
    case '$bit':
      return bitwise(path, operand);
    case '$push':
      return push(path, operand);
    case '$addToSet':
      return addToSet(path, operand);
    case '$pop':
      return pop(path, operand);
    case '$pull':
      return pull(path, operand);
    case '$pullAll':
      return pullAll(path, operand);
    default:
      throw notImplemented(`the update operator ${op}`);
  }
}

function arithmetic(op: '$inc' | '$mul', path: string, operand: unknown): Operator {
  const verb = op === '$inc' ? 'increment' : 'multiply';
  if (!isNumber(operand))
    throw typeMismatch(`Cannot ${verb} with non-numeric argument: {${path}: ${inspectValue(operand)}}`);
  return (value) => {
    if (value === undefined) return op === '$inc' ? operand : combine('$mul', operand, new Int32(0));
    if (!isNumber(value))
      throw typeMismatch(
        `Cannot apply ${op} to a value of non-numeric type. The field '${path}' is of type ${typeName(value)}`,
      );
    return combine(op, value, operand as BsonNumber);
  };
}

function currentDate(operand: unknown): Operator {
  const type = isDoc(operand) ? operand.$type : undefined;
  if (typeof operand === 'boolean' || type === 'date') return () => new Date();
  if (type === 'timestamp') return () => new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });
  throw badValue(
    `${typeName(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
  );
}

function bitwise(path: string, operand: unknown): Operator {
  if (!isDoc(operand) || Object.keys(operand).length === 0)
    throw badValue(
      `The $bit modifier is not compatible with a ${typeName(operand)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
    );
  for (const [name, bits] of Object.entries(operand)) {
    if (!['and', 'or', 'xor'].includes(name))
      throw badValue(
        `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator: {${name}: ${inspectValue(bits)}}`,
      );
    if (!isInteger(bits))
      throw badValue(
        `The $bit modifier field must be an Integer(32/64 bit); a '${typeName(bits)}' is not supported here`,
      );
  }
  return (value) => {
    const held = value ?? new Int32(0);
    if (!isInteger(held))
      throw badValue(
        `Cannot apply $bit to a value of non-integral type. The field '${path}' is of type ${typeName(value)}`,
      );
    let bits = toBigInt(held as BsonNumber);
    let wide = bsonType(held) === 'Long';
    for (const [name, given] of Object.entries(operand)) {
      const mask = toBigInt(given as BsonNumber);
      wide ||= bsonType(given) === 'Long';
      bits = name === 'and' ? bits & mask : name === 'or' ? bits | mask : bits ^ mask;
    }
    return wide ? Long.fromBigInt(bits) : new Int32(Number(bits));
  };
}

function isInteger(value: unknown): boolean {
  return ['Int32', 'Long'].includes(bsonType(value) ?? '');
}

/** The array a field holds, an empty one where it is missing. */
function arrayOf(op: string, path: string, value: unknown): unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw op === '$push'
    ? badValue(`The field '${path}' must be an array but is of type ${typeName(value)}`)
    : badValue(`Cannot apply ${op} to non-array field. Field named '${path}' has non-array type ${typeName(value)}`);
}

function eachOf(op: string, operand: unknown): unknown[] | undefined {
  if (!isDoc(operand) || !Object.hasOwn(operand, '$each')) return undefined;
  if (!Array.isArray(operand.$each))
    throw op === '$push'
      ? badValue(`The argument to $each in $push must be an array but it was of type: ${typeName(operand.$each)}`)
      : typeMismatch('The argument to $each in $addToSet must be an array');
  return operand.$each;
}

function push(path: string, operand: unknown): Operator {
  const each = eachOf('$push', operand);
  if (!each) return (value) => [...arrayOf('$push', path, value), operand];
  const modifiers = operand as Doc;
  for (const key of Object.keys(modifiers))
    if (!['$each', '$slice', '$sort', '$position'].includes(key))
      throw badValue(`Unrecognized clause in $push: ${key}`);
  const slice = whole(modifiers, '$slice');
  const position = whole(modifiers, '$position');
  const sort = modifiers.$sort === undefined ? undefined : sorter(modifiers.$sort);
  return (value) => {
    const list = [...arrayOf('$push', path, value)];
    list.splice(position ?? list.length, 0, ...each);
    const sorted = sort ? sort(list) : list;
    if (slice === undefined) return sorted;
    return slice >= 0 ? sorted.slice(0, slice) : sorted.slice(slice);
  };
}

function whole(modifiers: Doc, name: string): number | undefined {
  if (modifiers[name] === undefined) return undefined;
  const number = toInteger(modifiers[name]);
  if (number === undefined)
    throw badValue(`The value for ${name} must be an integer value but was given type: ${typeName(modifiers[name])}`);
  return number;
}

function sorter(spec: unknown): (list: unknown[]) => unknown[] {
  if (isDoc(spec)) {
    const fields = parseSort(spec);
    if (fields.length === 0) throw badValue('The $sort pattern is empty when it should be a set of fields.');
    return (list) => sortBy(list, fields, (item) => (isDoc(item) ? item : {}));
  }
  const direction = toInteger(spec);
  if (direction !== 1 && direction !== -1) throw badValue('The $sort element value must be either 1 or -1');
  return (list) => list.sort((a, b) => direction * compareValues(a, b));
}

function addToSet(path: string, operand: unknown): Operator {
  const each = eachOf('$addToSet', operand) ?? [operand];
  return (value) => {
    const list = arrayOf('$addToSet', path, value);
    const added: unknown[] = [];
    for (const item of each) if (![...list, ...added].some((held) => equalValues(held, item))) added.push(item);
    return added.length === 0 && value !== undefined ? value : [...list, ...added];
  };
}

function pop(path: string, operand: unknown): Operator {
  const end = toInteger(operand);
  if (end !== 1 && end !== -1)
    throw new MongoError('FailedToParse', `$pop expects 1 or -1, found: ${inspectValue(operand)}`);
  return (value) => {
    if (value === undefined) return value;
    if (!Array.isArray(value))
      throw typeMismatch(`Path '${path}' contains an element of non-array type '${typeName(value)}'`);
    if (value.length === 0) return value;
    return end === 1 ? value.slice(0, -1) : value.slice(1);
  };
}

function pull(path: string, operand: unknown): Operator {
  const matches = pullTest(operand);
  return (value) => without('$pull', path, value, matches);
}

function pullTest(operand: unknown): (item: unknown) => boolean {
  if (isOperatorDoc(operand)) return compileElement(operand);
  if (!isDoc(operand)) {
    if (bsonType(operand) === 'BSONRegExp') return compileElement({ $in: [operand] });
    return (item) => equalValues(item, operand);
  }
  const test = compileElement({ $and: [operand] });
  return (item) => isDoc(item) && test(item);
}

function pullAll(path: string, operand: unknown): Operator {
  if (!Array.isArray(operand))
    throw badValue(`$pullAll requires an array argument but was given a ${typeName(operand)}`);
  return (value) => without('$pullAll', path, value, (item) => operand.some((unwanted) => equalValues(item, unwanted)));
}

function without(op: string, path: string, value: unknown, unwanted: (item: unknown) => boolean): unknown {
  if (value === undefined) return value;
  const list = arrayOf(op, path, value);
  const kept = list.filter((item) => !unwanted(item));
  return kept.length === list.length ? value : kept;
}
