import { type Doc, getOwn, isDoc } from './bson.ts';
import { badValue, MongoError } from './errors.ts';
import { addField } from './field-order.ts';
import { inspectValue } from './inspect.ts';
import { isIndexPart } from './paths.ts';
import { CREATES, type Operator } from './update-operators.ts';

export interface UpdateContext {
  /** The index `$` stands for, or -1. */
  position: number;
  inserting: boolean;
}

/** One operator on one path. */
export interface Step {
  op: string;
  path: string;
  parts: string[];
  apply: Operator;
  to?: string[];
}

/** The tests of `arrayFilters`, by identifier. */
export type ArrayFilters = Map<string, (item: unknown) => boolean>;

/** Applies a step to each place in the document that its path leads to. */
export function applyStep(doc: Doc, step: Step, context: UpdateContext, filters: ArrayFilters): void {
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
    else addField(container, key, value);
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
    if (next === undefined) addField(target, part, {});
    target = getOwn(target, part) as Doc;
  }
  addField(target, to[to.length - 1] as string, value);
}
