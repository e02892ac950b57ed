import { addField, type Doc, getOwn, isDoc, isNumber, isTruthy, setOwn, toInteger } from './bson.ts';
import { check, MongoError, notImplemented } from './errors.ts';
import { compileExpression } from './expressions.ts';
import { compileElement } from './match.ts';
import { splitPath } from './paths.ts';

export type Projector = (doc: Doc, position: number) => Doc;

/** What a find's projection makes of a value where it lies; undefined leaves it out. */
type Selector = (value: unknown, position: number) => unknown;

/** A tree of the paths that were named: what is kept (or dropped), what is selected, what is computed afterwards. */
interface Tree {
  [key: string]: Tree | 'named' | 'computed' | Selector;
}

/** Compiles the projection of a find, or of `$project` (`stage`), which knows no `$slice`, `$elemMatch` and `$`. */
export function compileProjection(spec: unknown, stage = false): Projector | undefined {
  if (spec === undefined || spec === null) return undefined;
  check(isDoc(spec), 'BadValue', 'a projection must be an object');
  const fields = flattenFields(spec, stage ? 'stage' : 'find');
  if (fields.length === 0) return undefined;
  const id = fields.find(([path]) => path === '_id')?.[1];
  const rest = fields.filter(([path]) => path !== '_id');
  const including = modeOf(rest, id, stage);
  const tree: Tree = Object.create(null);
  const computed: [string[], (doc: Doc) => unknown][] = [];
  for (const [path, value] of rest) {
    const selector = stage ? undefined : selectorOf(path, value);
    const flag = isFlag(value) && !path.endsWith('.$');
    plant(tree, path.replace(/\.\$$/, ''), selector ?? (flag ? 'named' : 'computed'));
    if (selector || flag) continue;
    check(including, 31252, `Cannot use an expression on field ${path} in an exclusion projection`);
    computed.push([splitPath(path), compileExpression(value)]);
  }
  const idValue = id === undefined || isFlag(id) ? undefined : compileExpression(id);
  const keepsId = id === undefined || (isFlag(id) && isTruthy(id));
  if (keepsId === including && !idValue) tree._id = 'named';
  return (doc, position) => {
    if (!including) return select(doc, tree, position, false);
    let result = select(doc, tree, position, true);
    for (const [parts, compute] of computed) result = withPath(result, parts, compute(doc));
    const made = idValue?.(doc);
    return made === undefined ? result : { _id: made, ...result };
  };
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean' || isNumber(value);
}

/** `{ a: { b: 1 } }` names the same path as `{ 'a.b': 1 }`. */
export function flattenFields(spec: Doc, kind: 'find' | 'stage' | 'add', prefix = ''): [string, unknown][] {
  return Object.entries(spec).flatMap(([key, value]): [string, unknown][] => {
    const isName = !key.startsWith('$') || key === '$id' || key === '$ref';
    check(isName, 16410, `FieldPath field names may not start with '$'. Consider using $getField or $setField.`);
    const path = prefix + key;
    const isPlaced = !path.includes('.$') || (kind === 'find' && path.endsWith('.$'));
    check(isPlaced, 31324, `positional projection is not allowed in the middle of the path '${path}'`);
    check(!splitPath(path).includes(''), 40352, 'FieldPath cannot be constructed with empty string');
    if (!isDoc(value) || Object.keys(value)[0]?.startsWith('$')) return [[path, value]];
    if (Object.keys(value).length > 0) return flattenFields(value, kind, `${path}.`);
    if (kind === 'add') return [[path, value]];
    throw new MongoError(51270, 'An empty sub-projection is not a valid value. Found empty object at path');
  });
}

function modeOf(rest: [string, unknown][], id: unknown, stage: boolean): boolean {
  let mode: boolean | undefined;
  for (const [path, value] of rest) {
    if (!stage && isDoc(value) && Object.keys(value)[0] === '$slice') continue;
    const includes = !isFlag(value) || isTruthy(value);
    const [kind, other] = includes ? ['inclusion', 'exclusion'] : ['exclusion', 'inclusion'];
    const fits = mode === undefined || mode === includes;
    check(fits, includes ? 31253 : 31254, `Cannot do ${kind} on field ${path} in ${other} projection`);
    mode = includes;
  }
  return mode ?? (id !== undefined && isTruthy(id) && rest.length === 0);
}

function selectorOf(path: string, value: unknown): Selector | undefined {
  if (path.endsWith('.$')) return positional;
  const [op] = isDoc(value) ? Object.keys(value) : [];
  const operand = op === undefined ? undefined : (value as Doc)[op];
  if (op === '$meta') throw notImplemented('$meta');
  if (op === '$slice')
    return Array.isArray(operand) && toInteger(operand[0]) === undefined ? undefined : sliceOf(operand);
  if (op !== '$elemMatch') return undefined;
  const test = compileElement(operand);
  return (list) => {
    const found = Array.isArray(list) ? list.findIndex((item) => test(item)) : -1;
    return found === -1 ? undefined : [(list as unknown[])[found]];
  };
}

function positional(list: unknown, position: number): unknown {
  if (!Array.isArray(list)) return list;
  check(position !== -1, 51246, "positional operator '.$' couldn't find a matching element in the array");
  return position < list.length ? [list[position]] : [];
}

function sliceOf(operand: unknown): Selector {
  const [first, second] = (Array.isArray(operand) ? operand : [operand]).map(toInteger);
  const isRight = first !== undefined && (!Array.isArray(operand) || (second !== undefined && second > 0));
  check(isRight, 28724, 'First argument to $slice must be a number or an array of two, the second positive');
  return (list) => {
    if (!Array.isArray(list)) return list;
    if (second === undefined) return first < 0 ? list.slice(first) : list.slice(0, first);
    const start = first < 0 ? Math.max(0, list.length + first) : first;
    return list.slice(start, start + second);
  };
}

function plant(tree: Tree, path: string, leaf: Exclude<Tree[string], Tree>): void {
  const parts = splitPath(path);
  let node = tree;
  parts.forEach((part, i) => {
    const held = node[part];
    const last = i === parts.length - 1;
    const isFree = held === undefined || (!last && typeof held === 'object');
    check(isFree, last ? 31250 : 31249, `Path collision at ${path}`);
    if (last) node[part] = leaf;
    else {
      node[part] = held ?? (Object.create(null) as Tree);
      node = node[part] as Tree;
    }
  });
}

function select(value: Doc, tree: Tree, position: number, including: boolean): Doc;
function select(value: Doc | unknown[], tree: Tree, position: number, including: boolean): Doc | unknown[];
function select(value: Doc | unknown[], tree: Tree, position: number, including: boolean): Doc | unknown[] {
  const inner = (item: unknown, node: Tree) =>
    isDoc(item) || Array.isArray(item) ? select(item, node, position, including) : including ? undefined : item;
  if (Array.isArray(value)) {
    const items = value.map((item) => inner(item, tree));
    return including ? items.filter((item) => item !== undefined) : items;
  }
  const result: Doc = {};
  for (const key of Object.keys(value)) {
    const held = value[key];
    const node = tree[key];
    let made: unknown = including ? undefined : held;
    if (node === 'named') made = including ? held : undefined;
    else if (typeof node === 'function') made = node(held, position);
    else if (typeof node === 'object') made = inner(held, node);
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
