import { EJSON } from 'bson';
import { addField, type Doc, getOwn, isDoc } from './bson.ts';
import { check, MongoError } from './errors.ts';
import { isIndexPart } from './paths.ts';
import { CREATES, type Operator } from './update-operators.ts';

export interface UpdateContext {
  /** The index `$` stands for, or -1. */
  position: number;
  inserting: boolean;
}

export interface Step {
  op: string;
  path: string;
  parts: string[];
  apply: Operator;
}

type Container = Doc | unknown[];

const MAX_PADDING = 1_500_000;

export function applyStep(doc: Doc, { op, parts, apply }: Step, position: number): void {
  const creates = CREATES.has(op);
  const pathTo = (at: number) => parts.slice(0, at).join('.');
  const notViable = (at: number, element: unknown) =>
    new MongoError('PathNotViable', `Cannot create field '${parts[at]}' in element ${EJSON.stringify(element)}`);

  function change(container: Container, at: number): void {
    const isPlace = parts[at] === '$';
    const isList = Array.isArray(container);
    check(!isPlace || isList, 'BadValue', `Cannot apply array updates to non-array element ${pathTo(at)}`);
    const isFound = !isPlace || position !== -1;
    check(isFound, 'BadValue', 'The positional operator did not find the match needed from the query.');
    const key = isPlace ? String(position) : (parts[at] as string);
    if (isList) {
      if (!isIndexPart(key) && !creates) return;
      if (!isIndexPart(key)) throw notViable(at, container);
      check(Number(key) <= container.length + MAX_PADDING, 'BadValue', `cannot backfill the array to ${key}`);
    }
    const value = getOwn(container, key);
    if (at === parts.length - 1) {
      const next = apply(value);
      if (next !== value) put(container, key, next, op);
    } else if (isDoc(value) || Array.isArray(value)) change(value, at + 1);
    else if (creates) {
      const needed = `The path '${pathTo(at + 1)}' must exist in the document in order to apply array updates.`;
      check(parts[at + 1] !== '$', 'BadValue', needed);
      if (value !== undefined) throw notViable(at + 1, { [key]: value });
      const made: Doc = {};
      change(made, at + 1);
      if (Object.keys(made).length > 0) put(container, key, made, op);
    }
  }

  change(doc, 0);
}

function put(container: Container, key: string, value: unknown, op: string): void {
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
