import { bsonType, type Doc, decode, encode, getOwn, isDoc, isTruthy, toInteger, toNumber } from './bson.ts';
import { badValue, MongoError, notImplemented, typeMismatch } from './errors.ts';
import { encodeKey, type Key } from './keys.ts';
import { compileFilter, isOperatorDoc, type Matcher } from './match.ts';
import { isIndexPart, splitPath } from './paths.ts';

export interface IndexField {
  path: string;
  parts: string[];
  descending: boolean;
}

export interface IndexState {
  number: number;
  /** Whether a document has held an array under one of its fields. */
  multikey: boolean;
  /** Whether a key was too long to keep its order. */
  inexact: boolean;
  /** Whether documents may be missing in it: writes keep it up, and no query uses it. */
  isBuilding?: boolean;
}

export interface Index extends IndexState {
  name: string;
  spec: Doc;
  fields: IndexField[];
  descending: boolean[];
  unique: boolean;
  sparse: boolean;
  filter?: Doc;
  matches?: Matcher;
  expireAfterSeconds?: number;
}

export interface IndexEntry extends Key {
  values: unknown[];
  id: string;
}

const KNOWN = new Set([
  'key',
  'name',
  'v',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
  'background',
  'ns',
  'collation',
  'hidden',
]);
const FLAGS = ['unique', 'sparse'];

/** Checks what `createIndexes` was given and returns it as `listIndexes` answers it. */
export function parseIndex(given: Doc): Doc {
  for (const option of Object.keys(given)) if (!KNOWN.has(option)) throw notImplemented(`the index option ${option}`);
  if (!isDoc(given.key) || Object.keys(given.key).length === 0)
    throw new MongoError('CannotCreateIndex', 'Index keys cannot be empty.');
  if (isDoc(given.collation) && given.collation.locale !== 'simple') throw notImplemented('the index option collation');
  if (isTruthy(given.hidden)) throw notImplemented('the index option hidden');
  for (const [path, direction] of Object.entries(given.key)) checkField(path, direction);
  const spec: Doc = { v: 2, key: given.key, name: given.name ?? defaultName(given.key) };
  for (const flag of FLAGS) {
    if (given[flag] === undefined) continue;
    if (typeof given[flag] !== 'boolean' && toNumber(given[flag]) === undefined)
      throw typeMismatch(`The field '${flag}' must be a bool`);
    if (isTruthy(given[flag])) spec[flag] = true;
  }
  if (given.partialFilterExpression !== undefined) {
    if (!isDoc(given.partialFilterExpression))
      throw typeMismatch("The field 'partialFilterExpression' must be an object");
    if (spec.sparse)
      throw new MongoError('CannotCreateIndex', 'cannot mix "partialFilterExpression" and "sparse" options');
    compileFilter(given.partialFilterExpression);
    checkPartial(given.partialFilterExpression);
    spec.partialFilterExpression = given.partialFilterExpression;
  }
  if (given.expireAfterSeconds !== undefined) spec.expireAfterSeconds = expiry(given);
  return decode(encode(spec));
}

/** By the manual's "Partial Indexes": nothing that negates, and nothing else that an index could not imply. */
function checkPartial(filter: Doc): void {
  for (const [key, value] of Object.entries(filter)) {
    if (key === '$and' || key === '$or') for (const branch of value as Doc[]) checkPartial(branch);
    else if (key.startsWith('$')) throw notInPartial(key);
    else
      for (const [op, operand] of Object.entries(isOperatorDoc(value) ? value : { $eq: value }))
        if (!IN_PARTIAL.has(op) || bsonType(operand) === 'BSONRegExp' || (op === '$exists' && !isTruthy(operand)))
          throw notInPartial(`${key}: ${op}`);
  }
}

const IN_PARTIAL = new Set(['$eq', '$exists', '$gt', '$gte', '$in', '$lt', '$lte', '$type']);

function notInPartial(what: string): MongoError {
  return new MongoError('CannotCreateIndex', `Expression not supported in partial index: ${what}`);
}

function expiry(given: Doc): unknown {
  const seconds = toNumber(given.expireAfterSeconds);
  if (seconds === undefined || seconds < 0 || seconds > 0x7fffffff)
    throw new MongoError('CannotCreateIndex', "TTL index 'expireAfterSeconds' option must be within 0 and 2147483647");
  if (Object.keys(given.key as Doc).length > 1 || '_id' in (given.key as Doc))
    throw new MongoError(
      'CannotCreateIndex',
      'TTL indexes are single-field indexes, compound indexes do not support TTL',
    );
  return given.expireAfterSeconds;
}

function checkField(path: string, direction: unknown): void {
  if (typeof direction === 'string') {
    if (['text', '2d', '2dsphere', 'hashed', 'geoHaystack'].includes(direction))
      throw notImplemented(`the index type ${direction}`);
    throw new MongoError('CannotCreateIndex', `Unknown index plugin '${direction}'`);
  }
  const number = toNumber(direction);
  if (number === undefined || number === 0 || Number.isNaN(number))
    throw new MongoError(
      'CannotCreateIndex',
      `Values in the index key pattern must be numbers other than 0, found: ${path}`,
    );
  if (path.includes('$**')) throw notImplemented('the wildcard index');
  if (splitPath(path).some((part) => part === '' || part.startsWith('$')))
    throw new MongoError('CannotCreateIndex', `Index key contains an illegal field name: '${path}'`);
}

function defaultName(key: Doc): string {
  return Object.entries(key)
    .map(([path, direction]) => `${path}_${toNumber(direction)}`)
    .join('_');
}

/** The index a specification of `parseIndex` describes. */
export function openIndex(spec: Doc, state: IndexState): Index {
  const fields = Object.entries(spec.key as Doc).map(([path, direction]) => ({
    path,
    parts: splitPath(path),
    descending: (toNumber(direction) as number) < 0,
  }));
  const filter = spec.partialFilterExpression as Doc | undefined;
  return {
    number: toInteger(state.number) as number,
    multikey: state.multikey,
    inexact: state.inexact,
    isBuilding: state.isBuilding === true,
    name: spec.name as string,
    spec,
    fields,
    descending: fields.map((field) => field.descending),
    unique: spec.unique === true || spec.name === '_id_',
    sparse: spec.sparse === true,
    filter,
    matches: filter && compileFilter(filter),
    expireAfterSeconds: toNumber(spec.expireAfterSeconds),
  };
}

interface Slot {
  value: unknown;
  at: number;
  done: boolean;
}

/** The entries a document has in an index, each once, and whether an array made them. */
export function entriesOf(index: Index, doc: Doc): { entries: Map<string, IndexEntry>; multikey: boolean } {
  const entries = new Map<string, IndexEntry>();
  if (index.matches && !index.matches(doc)) return { entries, multikey: false };
  const slots = index.fields.map(() => ({ value: doc as unknown, at: 0, done: false }));
  const multikey = expand(index, slots, (values) => {
    if (index.sparse && values.every((value) => value === MISSING)) return;
    const stored = values.map((value) => (value === MISSING ? null : value));
    const key = encodeKey(stored, index.descending);
    const id = key.bytes.toString('latin1');
    if (!entries.has(id)) entries.set(id, { ...key, values: stored, id });
  });
  return { entries, multikey };
}

const MISSING = Symbol('missing');

/** Walks all fields to their values; where they meet an array, once for each of its elements. */
function expand(index: Index, slots: Slot[], emit: (values: unknown[]) => void): boolean {
  let array: unknown[] | undefined;
  slots.forEach((slot, i) => {
    walk(slot, (index.fields[i] as IndexField).parts);
    if (slot.done) return;
    if (array && array !== slot.value)
      throw new MongoError(
        'CannotIndexParallelArrays',
        `cannot index parallel arrays [${index.fields.map((field) => field.path).join('] [')}]`,
      );
    array = slot.value as unknown[];
  });
  if (!array) {
    emit(slots.map((slot) => slot.value));
    return false;
  }
  for (const item of array.length > 0 ? array : [undefined]) {
    const next = slots.map((slot, i): Slot => {
      if (slot.done) return slot;
      const end = slot.at === (index.fields[i] as IndexField).parts.length;
      if (end) return { value: item, at: slot.at, done: true };
      return isDoc(item) ? { value: item, at: slot.at, done: false } : { value: MISSING, at: slot.at, done: true };
    });
    expand(index, next, emit);
  }
  return true;
}

/** Follows a path until it ends (`done`) or meets an array. */
function walk(slot: Slot, parts: string[]): void {
  while (!slot.done) {
    if (Array.isArray(slot.value)) {
      const part = parts[slot.at];
      if (part === undefined || !isIndexPart(part) || Number(part) >= slot.value.length) return;
      slot.value = slot.value[Number(part)];
      slot.at++;
    } else if (slot.at === parts.length) {
      slot.done = true;
      if (slot.value === undefined) slot.value = MISSING;
    } else if (isDoc(slot.value)) {
      slot.value = getOwn(slot.value, parts[slot.at] as string);
      slot.at++;
    } else {
      slot.value = MISSING;
      slot.done = true;
    }
  }
}

export function requireName(spec: Doc): string {
  if (typeof spec.name !== 'string' || spec.name === '' || spec.name === '*') throw badValue('an index needs a name');
  return spec.name;
}
