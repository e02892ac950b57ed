import { bsonType, cloneValue, type Doc, docsIn, isDoc } from './bson.ts';
import { type CodeName, check, notImplemented } from './errors.ts';
import { equalValues } from './keys.ts';
import { isOperatorDoc } from './match.ts';
import { typeName } from './order.ts';
import { isIndexPart, splitPath } from './paths.ts';
import { compilePipelineUpdate } from './pipeline.ts';
import { applyStep, type Step, type UpdateContext } from './update-apply.ts';
import { operatorFor } from './update-operators.ts';

/** Makes the new document from the old one, which it leaves as it was. */
export type Updater = (doc: Doc, context: UpdateContext) => Doc;

/** Compiles an update: operators, a replacement, or a pipeline. */
export function compileUpdate(update: unknown): Updater {
  if (Array.isArray(update)) {
    const transform = compilePipelineUpdate(update as Doc[]);
    return (doc) => keepId(doc, transform(doc));
  }
  check(isDoc(update), 'FailedToParse', 'Update argument must be either an object or an array');
  if (!isOperatorDoc(update)) return compileReplacement(update);
  const steps = parseSteps(update);
  return (doc, context) => {
    const result = cloneValue(doc);
    for (const step of steps)
      if (step.op !== '$setOnInsert' || context.inserting) applyStep(result, step, context.position);
    return keepId(doc, result);
  };
}

function compileReplacement(replacement: Doc): Updater {
  const bad = Object.keys(replacement).find((key) => key.startsWith('$'));
  const where = "is not allowed in the context of an update's replacement document";
  check(bad === undefined, 'DollarPrefixedFieldName', `The dollar ($) prefixed field '${bad}' ${where}`);
  const hasId = Object.hasOwn(replacement, '_id');
  return (doc) => keepId(doc, hasId || !Object.hasOwn(doc, '_id') ? replacement : { _id: doc._id, ...replacement });
}

function keepId(before: Doc, after: Doc): Doc {
  const isKept = Object.hasOwn(after, '_id') && equalValues(before._id, after._id);
  const why = "Performing an update on the path '_id' would modify the immutable field '_id'";
  check(isKept || !Object.hasOwn(before, '_id'), 'ImmutableField', why);
  return after;
}

function parseSteps(update: Doc): Step[] {
  const steps: Step[] = [];
  for (const [op, fields] of Object.entries(update)) {
    const compile = operatorFor(op);
    check(isDoc(fields), 'FailedToParse', `Modifiers operate on fields, but ${op} is given a ${typeName(fields)}`);
    for (const [path, operand] of Object.entries(fields))
      steps.push({ op, path, parts: parsePath(path), apply: compile(operand, path, op) });
  }
  return inOrder(steps, 'ConflictingUpdateOperators');
}

function parsePath(path: string): string[] {
  const parts = splitPath(path);
  check(!parts.includes(''), 'EmptyFieldName', `The update path '${path}' contains an empty field name`);
  const isFirst = parts[0] === '$';
  check(!isFirst, 'BadValue', `Cannot have a positional operator as the first element of the path '${path}'`);
  if (parts.some((part) => part.startsWith('$[')))
    throw notImplemented(`a positional operator other than $ in the path '${path}'`);
  return parts;
}

/** Sorted, as fields are made in the order of their names. Throws where a path is another's beginning. */
function inOrder<T extends { path: string; parts: string[] }>(items: T[], code: CodeName): T[] {
  const sorted = [...items].sort((a, b) => comparePaths(a.parts, b.parts));
  for (let i = 1; i < sorted.length; i++) {
    const [before, { path }] = sorted.slice(i - 1) as [T, T];
    const clashes = `${path}.`.startsWith(`${before.path}.`);
    check(!clashes, code, `Updating the path '${path}' would create a conflict at '${before.path}'`);
  }
  return sorted;
}

function comparePaths(a: string[], b: string[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [x, y] = [a[i] as string, b[i] as string];
    if (x === y) continue;
    const difference = isIndexPart(x) && isIndexPart(y) ? Number(x) - Number(y) : 0;
    return difference || (x < y ? -1 : 1);
  }
  return a.length - b.length;
}

/** The document an upsert starts from: what the filter says is equal. */
export function seedFromFilter(filter: Doc, onlyId: boolean): Doc {
  const seed: Doc = {};
  const steps = equalities(filter)
    .filter(([path]) => !onlyId || path === '_id')
    .map(([path, value]) => ({ op: '$set', path, parts: splitPath(path), apply: () => value }));
  inOrder(steps, 'NotSingleValueField');
  for (const step of steps) applyStep(seed, step, -1);
  return seed;
}

function equalities(filter: Doc): [path: string, value: unknown][] {
  return Object.entries(filter).flatMap(([key, value]): [string, unknown][] => {
    const branches = docsIn(value);
    if (key === '$and' || (key === '$or' && branches.length === 1)) return branches.flatMap(equalities);
    if (key.startsWith('$')) return [];
    if (!isOperatorDoc(value)) return isRegex(value) ? [] : [[key, value]];
    if (Object.hasOwn(value, '$eq')) return [[key, value.$eq]];
    const { $in: list } = value;
    return Array.isArray(list) && list.length === 1 && !isRegex(list[0]) ? [[key, list[0]]] : [];
  });
}

function isRegex(value: unknown): boolean {
  return bsonType(value) === 'BSONRegExp';
}
