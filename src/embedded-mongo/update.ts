import { cloneValue, type Doc, isDoc } from './bson.ts';
import { badValue, MongoError, notImplemented } from './errors.ts';
import { inspectValue } from './inspect.ts';
import { compileElement } from './match.ts';
import { equalValues } from './order.ts';
import { isIndexPart, splitPath } from './paths.ts';
import { compilePipelineUpdate } from './pipeline.ts';
import { type ArrayFilters, applyStep, type Step, type UpdateContext } from './update-apply.ts';
import { type Operator, operatorFor } from './update-operators.ts';

/** Makes the new document from the old one, which it leaves as it was. */
export type Updater = (doc: Doc, context: UpdateContext) => Doc;

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
