import { type Doc, getOwn, isDoc, isNumber, isTruthy, setOwn, toInteger } from './bson.ts';
import { badValue, MongoError, notImplemented } from './errors.ts';
import { compileExpression } from './expressions.ts';
import { compileElement } from './match.ts';
import { splitPath } from './paths.ts';

export type Projector = (doc: Doc, position: number) => Doc;

type Leaf = (value: unknown, doc: Doc, position: number) => unknown;

/** A tree of the paths that were named: true keeps (or drops) what is there, a function makes it. */
interface Tree {
  [key: string]: Tree | true | Leaf;
}

/** Compiles the projection of a find, or of `$project` (`stage`), which knows no `$slice`, `$elemMatch` and `$`. */
export function compileProjection(spec: unknown, stage = false, variables?: Doc): Projector | undefined {
  if (spec === undefined || spec === null) return undefined;
  if (!isDoc(spec)) throw badValue('a projection must be an object');
  if (Object.keys(spec).length === 0) return undefined;
  const fields = flattenFields(spec, '', stage);
  const id = fields.find(([path]) => path === '_id');
  const rest = fields.filter(([path]) => path !== '_id');
  const including = modeOf(rest, id, stage);
  const tree: Tree = Object.create(null) as Tree;
  const computed: [string, Leaf][] = [];
  for (const [path, value] of rest) {
    const leaf = leafOf(path, value, including, stage, variables);
    if (leaf === true || isSelector(value) || path.endsWith('.$')) plant(tree, path.replace(/\.\$$/, ''), leaf);
    else {
      plant(tree, path, leaf);
      computed.push([path, leaf]);
    }
  }
  const keepsId = !id || isTruthy(id[1]);
  const idLeaf = id && !isFlag(id[1]) ? leafOf('_id', id[1], true, stage, variables) : true;
  if (including ? keepsId && idLeaf === true : !keepsId) tree._id = true;
  return (doc, position) => {
    if (!including) return exclude(doc, tree, doc, position) as Doc;
    const result = include(doc, tree, doc, position) as Doc;
    for (const [path, leaf] of computed) setPath(result, splitPath(path), leaf(undefined, doc, position));
    if (idLeaf === true) return result;
    const value = idLeaf(undefined, doc, position);
    return value === undefined ? result : { _id: value, ...result };
  };
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean' || isNumber(value);
}

function isSelector(value: unknown): boolean {
  return isDoc(value) && ['$slice', '$elemMatch'].includes(Object.keys(value)[0] ?? '');
}

/** `{ a: { b: 1 } }` names the same path as `{ 'a.b': 1 }`. */
export function flattenFields(spec: Doc, prefix: string, stage: boolean): [string, unknown][] {
  return Object.entries(spec).flatMap(([key, value]): [string, unknown][] => {
    if (key.startsWith('$') && key !== '$id' && key !== '$ref')
      throw new MongoError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    const path = prefix + key;
    if (path.includes('.$') && (stage || !path.endsWith('.$')))
      throw new MongoError(31324, `positional projection is not allowed in the middle of the path '${path}'`);
    if (path === '' || splitPath(path).includes(''))
      throw new MongoError(40352, 'FieldPath cannot be constructed with empty string');
    if (!isDoc(value) || Object.keys(value)[0]?.startsWith('$')) return [[path, value]];
    if (Object.keys(value).length === 0)
      throw new MongoError(51270, 'An empty sub-projection is not a valid value. Found empty object at path');
    return flattenFields(value, `${path}.`, stage);
  });
}

function modeOf(rest: [string, unknown][], id: [string, unknown] | undefined, stage: boolean): boolean {
  let mode: boolean | undefined;
  for (const [path, value] of rest) {
    if (!stage && isDoc(value) && Object.keys(value)[0] === '$slice') continue;
    const includes = !isFlag(value) || isTruthy(value);
    if (mode !== undefined && mode !== includes)
      throw new MongoError(
        includes ? 31253 : 31254,
        `Cannot do ${includes ? 'inclusion' : 'exclusion'} on field ${path} in ${includes ? 'exclusion' : 'inclusion'} projection`,
      );
    mode = includes;
  }
  if (mode !== undefined) return mode;
  return id !== undefined && isTruthy(id[1]) && rest.length === 0;
}

function leafOf(path: string, value: unknown, including: boolean, stage: boolean, variables?: Doc): Leaf | true {
  if (path.endsWith('.$')) return (list, _doc, position) => positional(list, position);
  if (isFlag(value)) return true;
  const op = isDoc(value) ? Object.keys(value)[0] : undefined;
  if (!stage && op === '$slice' && !isExpressionSlice((value as Doc).$slice)) return sliceOf((value as Doc).$slice);
  if (!stage && op === '$elemMatch') {
    const test = compileElement((value as Doc).$elemMatch);
    return (list) => {
      const found = Array.isArray(list) ? list.findIndex((item) => test(item)) : -1;
      return found === -1 ? undefined : [(list as unknown[])[found]];
    };
  }
  if (op === '$meta') throw notImplemented('$meta');
  if (!including) throw badValue(`an expression can't stand in an exclusion: ${path}`);
  const evaluate = compileExpression(value, variables);
  return (_value, doc) => evaluate(doc);
}

function isExpressionSlice(operand: unknown): boolean {
  return Array.isArray(operand) && toInteger(operand[0]) === undefined;
}

function positional(list: unknown, position: number): unknown {
  if (!Array.isArray(list)) return list;
  if (position === -1)
    throw new MongoError(
      51246,
      "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
    );
  return position < list.length ? [list[position]] : [];
}

function sliceOf(operand: unknown): Leaf {
  const [first, second] = (Array.isArray(operand) ? operand : [operand]).map(toInteger);
  if (first === undefined || (Array.isArray(operand) && (second === undefined || second <= 0)))
    throw new MongoError(28724, 'First argument to $slice must be a number or an array of two, the second positive');
  return (list) => {
    if (!Array.isArray(list)) return list;
    if (second === undefined) return first < 0 ? list.slice(first) : list.slice(0, first);
    const start = first < 0 ? Math.max(0, list.length + first) : first;
    return list.slice(start, start + second);
  };
}

function plant(tree: Tree, path: string, leaf: Leaf | true): void {
  const parts = splitPath(path);
  let node = tree;
  parts.forEach((part, i) => {
    const held = node[part];
    const last = i === parts.length - 1;
    if (held !== undefined && (last || typeof held !== 'object'))
      throw new MongoError(last ? 31250 : 31249, `Path collision at ${path}`);
    if (last) node[part] = leaf;
    else {
      node[part] = held ?? (Object.create(null) as Tree);
      node = node[part] as Tree;
    }
  });
}

function include(value: unknown, tree: Tree, doc: Doc, position: number): unknown {
  if (Array.isArray(value))
    return value.filter((item) => isDoc(item) || Array.isArray(item)).map((item) => include(item, tree, doc, position));
  const result: Doc = {};
  for (const key of Object.keys(value as Doc)) {
    const node = tree[key];
    if (node === undefined) continue;
    const held = (value as Doc)[key];
    if (node === true) setOwn(result, key, held);
    else if (typeof node === 'function') {
      const made = node(held, doc, position);
      if (made !== undefined) setOwn(result, key, made);
    } else if (isDoc(held) || Array.isArray(held)) setOwn(result, key, include(held, node, doc, position));
  }
  return result;
}

function exclude(value: unknown, tree: Tree, doc: Doc, position: number): unknown {
  if (Array.isArray(value))
    return value.map((item) => (isDoc(item) || Array.isArray(item) ? exclude(item, tree, doc, position) : item));
  const result: Doc = {};
  for (const key of Object.keys(value as Doc)) {
    const node = tree[key];
    const held = (value as Doc)[key];
    if (node === true) continue;
    if (node === undefined) setOwn(result, key, held);
    else if (typeof node === 'function') {
      const made = node(held, doc, position);
      if (made !== undefined) setOwn(result, key, made);
    } else setOwn(result, key, isDoc(held) || Array.isArray(held) ? exclude(held, node, doc, position) : held);
  }
  return result;
}

/** Sets what an expression made, in each element of the arrays on the way; `undefined` takes the field away. */
export function setPath(target: Doc, parts: string[], value: unknown): void {
  const [key, ...rest] = parts as [string, ...string[]];
  if (rest.length === 0) {
    if (value === undefined) delete target[key];
    else setOwn(target, key, value);
    return;
  }
  const held = getOwn(target, key);
  if (Array.isArray(held)) {
    const list = held.map((item) => (isDoc(item) ? { ...item } : {}));
    for (const item of list) setPath(item, rest, value);
    setOwn(target, key, list);
    return;
  }
  if (value === undefined && !isDoc(held)) return;
  const inner: Doc = isDoc(held) ? { ...held } : {};
  setPath(inner, rest, value);
  setOwn(target, key, inner);
}
