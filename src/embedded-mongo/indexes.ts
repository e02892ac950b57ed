import { bsonType, type Doc, decode, docsIn, encode, getOwn, isDoc, isTruthy, toInteger, toNumber } from './bson.ts';
import { check, checkFields, MongoError, notImplemented, words } from './errors.ts';
import { encodeKey, type Key } from './keys.ts';
import { compileFilter, isOperatorDoc } from './match.ts';
import { type Field, fieldOf, isIndexPart, splitPath } from './paths.ts';

export interface IndexState {
  number: number;
  /** Whether a document has held an array under one of its fields. */
  multikey: boolean;
  /** Whether a key was too long to keep its order. */
  inexact: boolean;
  /** Whether documents may be missing in it: writes keep it up, and no query uses it. */
  isBuilding?: boolean;
}

export type Index = ReturnType<typeof openIndex>;

export interface IndexEntry extends Key {
  values: unknown[];
  id: string;
}

const KNOWN = words`key name v unique sparse partialFilterExpression expireAfterSeconds background`;
const IN_PARTIAL = words`$eq $exists $gt $gte $in $lt $lte $type`;
const MAX_EXPIRY = 0x7fffffff;

function possible(holds: unknown, message: string): asserts holds {
  check(holds, 'CannotCreateIndex', message);
}

/** Checks what `createIndexes` was given and returns it as `listIndexes` answers it. */
export function parseIndex(given: Doc): Doc {
  checkFields(given, 'indexes', KNOWN);
  const { key, partialFilterExpression: partial, expireAfterSeconds: expiry } = given;
  possible(isDoc(key) && Object.keys(key).length > 0, 'Index keys cannot be empty.');
  for (const [path, direction] of Object.entries(key)) checkField(path, direction);
  const named = Object.entries(key).map(([path, direction]) => `${path}_${toNumber(direction)}`);
  const name = given.name ?? named.join('_');
  check(typeof name === 'string' && name !== '' && name !== '*', 'BadValue', 'an index needs a name');
  const spec: Doc = { v: 2, key, name };
  for (const flag of ['unique', 'sparse']) {
    const isFlag = typeof given[flag] === 'boolean' || toNumber(given[flag]) !== undefined;
    check(given[flag] === undefined || isFlag, 'TypeMismatch', `The field '${flag}' must be a bool`);
    if (isTruthy(given[flag])) spec[flag] = true;
  }
  if (partial !== undefined) {
    check(isDoc(partial), 'TypeMismatch', "The field 'partialFilterExpression' must be an object");
    possible(!spec.sparse, 'cannot mix "partialFilterExpression" and "sparse" options');
    compileFilter(partial);
    checkPartial(partial);
    spec.partialFilterExpression = partial;
  }
  if (expiry !== undefined) {
    const seconds = toNumber(expiry) ?? -1;
    const range = `TTL index 'expireAfterSeconds' option must be within 0 and ${MAX_EXPIRY}`;
    possible(seconds >= 0 && seconds <= MAX_EXPIRY, range);
    const isSingle = Object.keys(key).length === 1 && !('_id' in key);
    possible(isSingle, 'TTL indexes are single-field indexes, compound indexes do not support TTL');
    spec.expireAfterSeconds = expiry;
  }
  return decode(encode(spec));
}

/** By the manual's "Partial Indexes": nothing that negates, and nothing else that an index could not imply. */
function checkPartial(filter: Doc): void {
  const refused = (what: string) => possible(false, `Expression not supported in partial index: ${what}`);
  for (const [key, value] of Object.entries(filter)) {
    if (key === '$and' || key === '$or') for (const branch of docsIn(value)) checkPartial(branch);
    else if (key.startsWith('$')) refused(key);
    else
      for (const [op, operand] of Object.entries(isOperatorDoc(value) ? value : { $eq: value }))
        if (!IN_PARTIAL.includes(op) || bsonType(operand) === 'BSONRegExp' || (op === '$exists' && !isTruthy(operand)))
          refused(`${key}: ${op}`);
  }
}

function checkField(path: string, direction: unknown): void {
  if (typeof direction === 'string') throw notImplemented(`the index type ${direction}`);
  possible(toNumber(direction), `Values in the index key pattern must be numbers other than 0, found: ${path}`);
  if (path.includes('$**')) throw notImplemented('the wildcard index');
  const isPath = splitPath(path).every((part) => part !== '' && !part.startsWith('$'));
  possible(isPath, `Index key contains an illegal field name: '${path}'`);
}

export function openIndex(spec: Doc, state: Partial<IndexState> & { number: number }) {
  const fields = Object.entries(spec.key as Doc).map(([path, direction]) => fieldOf(path, direction));
  const filter = spec.partialFilterExpression as Doc | undefined;
  return {
    number: toInteger(state.number) as number,
    multikey: state.multikey === true,
    inexact: state.inexact === true,
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
    walk(slot, (index.fields[i] as Field).parts);
    if (slot.done) return;
    if (array && array !== slot.value) {
      const paths = index.fields.map((field) => field.path).join('] [');
      throw new MongoError('CannotIndexParallelArrays', `cannot index parallel arrays [${paths}]`);
    }
    array = slot.value as unknown[];
  });
  if (!array) {
    emit(slots.map((slot) => slot.value));
    return false;
  }
  for (const item of array.length > 0 ? array : [undefined]) {
    const next = slots.map((slot, i): Slot => {
      if (slot.done) return slot;
      const end = slot.at === (index.fields[i] as Field).parts.length;
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
