import { addField, type Doc, getOwn, isDoc, isNumber, isTruthy, setOwn } from './bson.ts';
import { check, MongoError, notImplemented } from './errors.ts';
import { compileExpression } from './expressions.ts';
import { splitPath } from './paths.ts';

export type Projector = (doc: Doc) => Doc;

/** A tree of the paths that were named: true where one is kept (or dropped), false where it is computed afterwards. */
interface Tree {
  [key: string]: Tree | boolean;
}

/** Compiles the projection of a find, or of `$project`; undefined where it names no field. */
export function compileProjection(spec: unknown): Projector | undefined {
  if (spec === undefined || spec === null) return undefined;
  check(isDoc(spec), 'BadValue', 'a projection must be an object');
  const fields = flattenFields(spec);
  if (fields.length === 0) return undefined;
  const id = fields.find(([path]) => path === '_id')?.[1];
  const rest = fields.filter(([path]) => path !== '_id');
  const computed = rest.filter(([, value]) => !isFlag(value));
  const computes = computed.map(([path, value]) => [splitPath(path), compileExpression(value)] as const);
  const including = modeOf(rest, id);
  const tree: Tree = Object.create(null);
  for (const [path, value] of rest) plant(tree, splitPath(path), isFlag(value));
  const idValue = id === undefined || isFlag(id) ? undefined : compileExpression(id);
  const keepsId = id === undefined || (isFlag(id) && isTruthy(id));
  if (keepsId === including && !idValue) tree._id = true;
  return (doc) => {
    let result = select(doc, tree, including) as Doc;
    for (const [parts, compute] of computes) result = withPath(result, parts, compute(doc));
    const made = idValue?.(doc);
    return made === undefined ? result : { _id: made, ...result };
  };
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean' || isNumber(value);
}

/** `{ a: { b: 1 } }` names the same path as `{ 'a.b': 1 }`. */
export function flattenFields(spec: Doc, keepsEmpty = false, prefix = ''): [string, unknown][] {
  return Object.entries(spec).flatMap(([key, value]): [string, unknown][] => {
    const isName = !key.startsWith('$');
    check(isName, 16410, `FieldPath field names may not start with '$'. Consider using $getField or $setField.`);
    const path = prefix + key;
    if (path.includes('.$')) throw notImplemented(`the positional projection ${path}`);
    check(!splitPath(path).includes(''), 40352, 'FieldPath cannot be constructed with empty string');
    if (!isDoc(value) || Object.keys(value)[0]?.startsWith('$')) return [[path, value]];
    if (Object.keys(value).length > 0) return flattenFields(value, keepsEmpty, `${path}.`);
    if (keepsEmpty) return [[path, value]];
    throw new MongoError(51270, 'An empty sub-projection is not a valid value. Found empty object at path');
  });
}

function modeOf(rest: [string, unknown][], id: unknown): boolean {
  let mode: boolean | undefined;
  for (const [path, value] of rest) {
    const includes = !isFlag(value) || isTruthy(value);
    const [kind, other] = includes ? ['inclusion', 'exclusion'] : ['exclusion', 'inclusion'];
    const fits = mode === undefined || mode === includes;
    check(fits, includes ? 31253 : 31254, `Cannot do ${kind} on field ${path} in ${other} projection`);
    mode = includes;
  }
  return mode ?? (id !== undefined && isTruthy(id));
}

function plant(tree: Tree, [part, ...rest]: string[], leaf: boolean): void {
  const held = tree[part as string];
  const isLast = rest.length === 0;
  const isFree = held === undefined || (!isLast && typeof held === 'object');
  check(isFree, isLast ? 31250 : 31249, `Path collision at ${part}`);
  const node: Tree = typeof held === 'object' ? held : Object.create(null);
  tree[part as string] = isLast ? leaf : node;
  if (!isLast) plant(node, rest, leaf);
}

/** What the tree keeps of a value, in each element of arrays; a scalar where the tree goes on is not kept. */
function select(value: unknown, tree: Tree, including: boolean): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => select(item, tree, including));
    return including ? items.filter((item) => item !== undefined) : items;
  }
  if (!isDoc(value)) return including ? undefined : value;
  const result: Doc = {};
  for (const key of Object.keys(value)) {
    const node = tree[key];
    const isKept = including === (node === true);
    const made = typeof node === 'object' ? select(value[key], node, including) : isKept ? value[key] : undefined;
    if (made !== undefined) setOwn(result, key, made);
  }
  return result;
}

/** The value with another at a path, in each element of the arrays on the way; `undefined` takes the field away. */
export function withPath(held: Doc, parts: readonly string[], value: unknown): Doc;
export function withPath(held: unknown, parts: readonly string[], value: unknown, at?: number): unknown;
export function withPath(held: unknown, parts: readonly string[], value: unknown, at = 0): unknown {
  if (at === parts.length) return value;
  if (Array.isArray(held)) return held.map((item) => withPath(item, parts, value, at));
  const key = parts[at] as string;
  const result: Doc = isDoc(held) ? { ...held } : {};
  const made = withPath(getOwn(result, key), parts, value, at + 1);
  if (made === undefined) delete result[key];
  else addField(result, key, made);
  return result;
}
