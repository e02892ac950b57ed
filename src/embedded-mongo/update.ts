import { cloneValue, type Doc, getOwn, isDoc, setOwn } from './bson.ts';
import { badValue, MongoError, notImplemented } from './errors.ts';
import { inspectValue } from './inspect.ts';
import { compileElement, isOperatorDoc } from './match.ts';
import { equalValues } from './order.ts';
import { isIndexPart, splitPath } from './paths.ts';
import { compilePipelineUpdate } from './pipeline.ts';
import { CREATES, type Operator, operatorFor } from './update-operators.ts';

export interface UpdateContext {
  /** The index `$` stands for, or -1. */
  position: number;
  inserting: boolean;
}

/** Makes the new document from the old one, which it leaves as it was. */
export type Updater = (doc: Doc, context: UpdateContext) => Doc;

interface Step {
  op: string;
  path: string;
  parts: string[];
  apply: Operator;
  to?: string[];
}

type ArrayFilters = Map<string, (item: unknown) => boolean>;

const OPERATORS =
  '$set $setOnInsert $unset $inc $mul $min $max $rename $currentDate $bit $push $addToSet $pop $pull $pullAll'.split(
    ' ',
  );

/** Compiles an update: operators, a replacement, or a pipeline. */
export function compileUpdate(update: unknown, arrayFilters?: unknown, variables?: Doc): Updater {
  if (Array.isArray(update)) {
    if (arrayFilters !== undefined && (arrayFilters as unknown[]).length > 0)
      throw new MongoError('FailedToParse', 'Cannot specify arrayFilters and a pipeline update');
    const transform = compilePipelineUpdate(update as Doc[], variables);
    return (doc) => keepId(doc, transform(doc));
  }
  if (!isDoc(update)) throw new MongoError('FailedToParse', 'Update argument must be either an object or an array');
  if (!isModifier(update)) return compileReplacement(update, arrayFilters);
  const filters = parseArrayFilters(arrayFilters);
  const steps = parseSteps(update, filters);
  return (doc, context) => {
    const result = cloneValue(doc);
    for (const step of steps)
      if (step.op !== '$setOnInsert' || context.inserting) applyStep(result, step, context, filters);
    return keepId(doc, result);
  };
}

export function isModifier(update: unknown): boolean {
  return isDoc(update) && Object.keys(update)[0]?.startsWith('$') === true;
}

function compileReplacement(replacement: Doc, arrayFilters: unknown): Updater {
  const bad = Object.keys(replacement).find((key) => key.startsWith('$'));
  if (bad)
    throw new MongoError(
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${bad}' in '${bad}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  if (arrayFilters !== undefined && (arrayFilters as unknown[]).length > 0)
    throw new MongoError('FailedToParse', 'arrayFilters may not be specified for a replacement');
  return (doc) =>
    keepId(
      doc,
      Object.hasOwn(doc, '_id') && !Object.hasOwn(replacement, '_id') ? { _id: doc._id, ...replacement } : replacement,
    );
}

function keepId(before: Doc, after: Doc): Doc {
  if (!Object.hasOwn(before, '_id')) return after;
  const same = Object.hasOwn(after, '_id') && equalValues(before._id, after._id);
  if (!same)
    throw new MongoError(
      'ImmutableField',
      `Performing an update on the path '_id' would modify the immutable field '_id'`,
    );
  return after;
}

function parseSteps(update: Doc, filters: ArrayFilters): Step[] {
  const steps: Step[] = [];
  const used = new Set<string>();
  for (const [op, fields] of Object.entries(update)) {
    if (!OPERATORS.includes(op)) {
      if (!op.startsWith('$'))
        throw new MongoError(
          'FailedToParse',
          `Unknown modifier: ${op}. Expected a valid update modifier or pipeline-style update specified as an array`,
        );
      throw new MongoError('FailedToParse', `Unknown modifier: ${op}`);
    }
    if (!isDoc(fields))
      throw new MongoError(
        'FailedToParse',
        `Modifiers operate on fields but we found type ${inspectValue(fields)} instead. For example: {$mod: {<field>: ...}} not {${op}: ${inspectValue(fields)}}`,
      );
    for (const [path, operand] of Object.entries(fields)) {
      const parts = checkPath(path, filters, used);
      if (op !== '$rename') steps.push({ op, path, parts, apply: operatorFor(op, path, operand) });
      else steps.push(...renameSteps(path, parts, operand));
    }
  }
  for (const name of filters.keys())
    if (!used.has(name))
      throw new MongoError(
        'FailedToParse',
        `The array filter for identifier '${name}' was not used in the update ${inspectValue(update)}`,
      );
  checkConflicts(steps);
  return steps.sort((a, b) => comparePaths(a.parts, b.parts));
}

function renameSteps(path: string, parts: string[], operand: unknown): Step[] {
  if (typeof operand !== 'string')
    throw badValue(`The 'to' field for $rename must be a string: ${path}: ${inspectValue(operand)}`);
  const to = checkPath(operand, new Map(), new Set());
  if ([...parts, ...to].some((part) => part.startsWith('$')))
    throw badValue(`The source and target field for $rename may not be dynamic: ${path}`);
  if (path === operand) throw badValue(`The source and target field for $rename must differ: ${path}: "${operand}"`);
  const nothing: Operator = () => undefined;
  return [
    { op: '$rename', path, parts, apply: nothing, to },
    { op: '$renamed', path: operand, parts: to, apply: nothing },
  ];
}

function checkPath(path: string, filters: ArrayFilters, used: Set<string>): string[] {
  const parts = splitPath(path);
  if (parts.some((part) => part === ''))
    throw new MongoError(
      'EmptyFieldName',
      path === ''
        ? 'An empty update path is not valid.'
        : `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  parts.forEach((part, i) => {
    if (!part.startsWith('$') || part === '$' || part === '$[]') {
      if (i === 0 && part.startsWith('$'))
        throw badValue(`Cannot have array filter or positional operator as the first element of the path '${path}'`);
      return;
    }
    const name = /^\$\[(\w+)\]$/.exec(part)?.[1];
    if (name === undefined) {
      if (part.startsWith('$[')) throw badValue(`Bad array filter identifier '${part}' in path '${path}'`);
      return;
    }
    if (!filters.has(name)) throw badValue(`No array filter found for identifier '${name}' in path '${path}'`);
    used.add(name);
  });
  return parts;
}

function parseArrayFilters(given: unknown): ArrayFilters {
  const filters: ArrayFilters = new Map();
  if (given === undefined) return filters;
  if (!Array.isArray(given)) throw new MongoError('TypeMismatch', 'arrayFilters must be an array');
  for (const filter of given as Doc[]) {
    const names = new Set<string>();
    const inner = stripName(filter, names);
    const [name] = names;
    if (name === undefined || names.size > 1)
      throw new MongoError('FailedToParse', 'Expected a single top-level field name in array filter');
    if (!/^[a-z]\w*$/.test(name))
      throw badValue(
        `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
      );
    if (filters.has(name))
      throw new MongoError('FailedToParse', `Found multiple array filters with the same top-level field name ${name}`);
    filters.set(name, compileElement({ $and: [inner] }));
  }
  const wrapped: ArrayFilters = new Map();
  for (const [name, test] of filters) wrapped.set(name, (item) => test({ [name]: item }));
  return wrapped;
}

/** Collects the identifiers an array filter speaks of. */
function stripName(filter: Doc, names: Set<string>): Doc {
  for (const [key, value] of Object.entries(filter)) {
    if (['$and', '$or', '$nor'].includes(key)) for (const branch of value as Doc[]) stripName(branch, names);
    else if (key.startsWith('$')) throw notImplemented(`${key} in arrayFilters`);
    else names.add(splitPath(key)[0] as string);
  }
  return filter;
}

function checkConflicts(steps: Step[]): void {
  const seen = new Set<string>();
  const inner = new Set<string>();
  for (const { path, parts } of steps) {
    const prefixes = parts.map((_, i) => parts.slice(0, i + 1).join('.'));
    const clash = prefixes.find((prefix) => seen.has(prefix)) ?? (inner.has(path) ? path : undefined);
    if (clash !== undefined)
      throw new MongoError(
        'ConflictingUpdateOperators',
        `Updating the path '${path}' would create a conflict at '${clash}'`,
      );
    seen.add(path);
    for (const prefix of prefixes.slice(0, -1)) inner.add(prefix);
  }
}

/** Fields are made in the order of their names, numbers by their value. */
function comparePaths(a: string[], b: string[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [x, y] = [a[i] as string, b[i] as string];
    if (x === y) continue;
    if (isIndexPart(x) && isIndexPart(y)) return Number(x) - Number(y);
    return x < y ? -1 : 1;
  }
  return a.length - b.length;
}

function applyStep(doc: Doc, step: Step, context: UpdateContext, filters: ArrayFilters): void {
  if (step.op === '$renamed') return;
  if (step.to) rename(doc, step, step.to);
  else descend(doc, step, 0, context, filters);
}

function descend(
  container: Doc | unknown[],
  step: Step,
  at: number,
  context: UpdateContext,
  filters: ArrayFilters,
): void {
  const part = step.parts[at] as string;
  if (part.startsWith('$[') || part === '$') {
    if (!Array.isArray(container))
      throw badValue(
        `Cannot apply array updates to non-array element ${step.parts.slice(0, at).join('.')}: ${inspectValue(container)}`,
      );
    for (const index of chosen(container, part, step, context, filters))
      reach(container, String(index), step, at, context, filters);
    return;
  }
  reach(container, part, step, at, context, filters);
}

function chosen(list: unknown[], part: string, step: Step, context: UpdateContext, filters: ArrayFilters): number[] {
  if (part === '$') {
    if (context.position === -1)
      throw badValue('The positional operator did not find the match needed from the query.');
    return [context.position];
  }
  const test = part === '$[]' ? () => true : filters.get(part.slice(2, -1));
  if (!test) throw badValue(`No array filter found in path '${step.path}'`);
  return list.flatMap((item, i) => (test(item) ? [i] : []));
}

const MAX_PADDING = 1_500_000;

function reach(
  container: Doc | unknown[],
  key: string,
  step: Step,
  at: number,
  context: UpdateContext,
  filters: ArrayFilters,
): void {
  const creates = CREATES.has(step.op);
  if (Array.isArray(container)) {
    if (!isIndexPart(key)) {
      if (!creates) return;
      throw notViable(step, at, container);
    }
    if (Number(key) > container.length + MAX_PADDING) throw badValue(`cannot backfill the array to ${key}`);
  }
  const last = at === step.parts.length - 1;
  const value = getOwn(container, key);
  if (last) {
    const next = step.apply(value);
    if (next !== value) put(container, key, next, step.op);
    return;
  }
  if (isDoc(value) || Array.isArray(value)) {
    descend(value, step, at + 1, context, filters);
    return;
  }
  if (!creates) return;
  const following = step.parts[at + 1] as string;
  if (following.startsWith('$[') || following === '$')
    throw badValue(
      `The path '${step.parts.slice(0, at + 1).join('.')}' must exist in the document in order to apply array updates.`,
    );
  if (value !== undefined) throw notViable(step, at + 1, { [key]: value });
  const made: Doc = {};
  descend(made, step, at + 1, context, filters);
  if (Object.keys(made).length > 0) put(container, key, made, step.op);
}

function notViable(step: Step, at: number, element: unknown): MongoError {
  return new MongoError('PathNotViable', `Cannot create field '${step.parts[at]}' in element ${inspectValue(element)}`);
}

function put(container: Doc | unknown[], key: string, value: unknown, op: string): void {
  if (!Array.isArray(container)) {
    if (value === undefined) delete container[key];
    else setOwn(container, key, value);
    return;
  }
  const index = Number(key);
  // An element that is unset leaves null, so that its neighbours keep their places.
  if (value === undefined && op === '$unset' && index >= container.length) return;
  while (container.length < index) container.push(null);
  container[index] = value === undefined ? null : value;
}

function rename(doc: Doc, step: Step, to: string[]): void {
  let source: unknown = doc;
  for (const part of step.parts.slice(0, -1)) {
    source = isDoc(source) ? getOwn(source, part) : undefined;
    if (Array.isArray(source))
      throw badValue(
        `The source field cannot be an array element, '${step.path}' in doc with ${inspectValue({ _id: doc._id })} has an array field called '${part}'`,
      );
  }
  const key = step.parts[step.parts.length - 1] as string;
  if (!isDoc(source) || !Object.hasOwn(source, key)) return;
  const value = source[key];
  delete source[key];
  let target: Doc = doc;
  for (const part of to.slice(0, -1)) {
    const next = getOwn(target, part);
    if (Array.isArray(next)) throw badValue(`The destination field cannot be an array element, '${to.join('.')}'`);
    if (next !== undefined && !isDoc(next)) throw notViable({ ...step, parts: to }, to.length - 1, { [part]: next });
    if (next === undefined) setOwn(target, part, {});
    target = getOwn(target, part) as Doc;
  }
  setOwn(target, to[to.length - 1] as string, value);
}

/** The document an upsert starts from: what the filter says is equal. */
export function seedFromFilter(filter: Doc, onlyId: boolean): Doc {
  const seed: Doc = {};
  for (const [path, value] of equalities(filter)) if (!onlyId || path === '_id') seedField(seed, path, value);
  return seed;
}

function equalities(filter: Doc): [string, unknown][] {
  return Object.entries(filter).flatMap(([key, value]): [string, unknown][] => {
    if (key === '$and') return (value as Doc[]).flatMap(equalities);
    if (key === '$or') return (value as Doc[]).length === 1 ? equalities((value as Doc[])[0] as Doc) : [];
    if (key.startsWith('$')) return [];
    if (!isOperatorDoc(value)) return isRegex(value) ? [] : [[key, value]];
    if (Object.hasOwn(value, '$eq')) return [[key, value.$eq]];
    for (const op of ['$in', '$all']) {
      const list = value[op];
      if (Array.isArray(list) && list.length === 1 && !isOperatorDoc(list[0]) && !isRegex(list[0]))
        return [[key, list[0]]];
    }
    return [];
  });
}

function isRegex(value: unknown): boolean {
  return (value as { _bsontype?: string } | null)?._bsontype === 'BSONRegExp';
}

function seedField(seed: Doc, path: string, value: unknown): void {
  const parts = splitPath(path);
  let target = seed;
  for (const part of parts.slice(0, -1)) {
    const next = getOwn(target, part);
    if (next !== undefined && !isDoc(next))
      throw new MongoError('NotSingleValueField', `cannot infer query fields to set, path '${path}' is matched twice`);
    if (next === undefined) setOwn(target, part, {});
    target = getOwn(target, part) as Doc;
  }
  const key = parts[parts.length - 1] as string;
  if (Object.hasOwn(target, key))
    throw new MongoError('NotSingleValueField', `cannot infer query fields to set, path '${path}' is matched twice`);
  setOwn(target, key, cloneValue(value));
}
