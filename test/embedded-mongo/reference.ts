import type { Document } from 'mongodb';

/** MongoDB's rules for filters and updates in their plainest form, for numbers, strings, booleans, null, lists and documents. */

const TYPES = ['null', 'number', 'string', 'object', 'array', 'boolean'];

const isPlain = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function typeOf(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** "Comparison/Sort Order". */
function compare(a: unknown, b: unknown): number {
  const [x, y] = [typeOf(a), typeOf(b)];
  if (x !== y) return TYPES.indexOf(x) - TYPES.indexOf(y);
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b);
  if (!isPlain(a) || !isPlain(b)) return (a ?? 0) === (b ?? 0) ? 0 : (a as number) < (b as number) ? -1 : 1;
  const rows = (doc: Document) => Object.entries(doc).map(([key, value]) => [TYPES.indexOf(typeOf(value)), key, value]);
  return compareLists(rows(a), rows(b));
}

function compareLists(a: unknown[], b: unknown[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (compare(a[i], b[i])) return compare(a[i], b[i]);
  return a.length - b.length;
}

const equal = (a: unknown, b: unknown): boolean => compare(a, b) === 0;

/** Each value at the end of a path; `undefined` where there is none. */
function ends(value: unknown, path: string[]): unknown[] {
  const [key, ...rest] = path;
  if (key === undefined) return [value];
  if (!Array.isArray(value)) return isPlain(value) ? ends(value[key], rest) : [undefined];
  const byIndex = /^\d+$/.test(key) && Number(key) < value.length ? ends(value[Number(key)], rest) : [];
  return [...byIndex, ...value.filter(isPlain).flatMap((item) => ends(item, path))];
}

const withElements = (values: unknown[]): unknown[] =>
  values.flatMap((value) => (Array.isArray(value) ? [value, ...value] : [value]));

/** "Query Predicates": whether `filter` finds `doc`. */
export function matches(doc: unknown, filter: Document): boolean {
  return Object.entries(filter).every(([key, condition]) => {
    if (key === '$and') return condition.every((branch: Document) => matches(doc, branch));
    if (key === '$or') return condition.some((branch: Document) => matches(doc, branch));
    if (key === '$nor') return !condition.some((branch: Document) => matches(doc, branch));
    const values = ends(doc, key.split('.'));
    const isOperators = isPlain(condition) && Object.keys(condition)[0]?.startsWith('$');
    return Object.entries(isOperators ? condition : { $eq: condition }).every(([op, operand]) =>
      meets(values, op, operand),
    );
  });
}

function meets(values: unknown[], op: string, operand: unknown): boolean {
  const any = (test: (value: unknown) => boolean) => withElements(values).some(test);
  const list = operand as unknown[];
  const alike = (value: unknown) => typeOf(value) === typeOf(operand) && (value !== undefined || operand === null);
  switch (op) {
    case '$eq':
      return any((value) => equal(value, operand));
    case '$ne':
      return !meets(values, '$eq', operand);
    case '$gt':
      return any((value) => alike(value) && compare(value, operand) > 0);
    case '$gte':
      return any((value) => alike(value) && compare(value, operand) >= 0);
    case '$lt':
      return any((value) => alike(value) && compare(value, operand) < 0);
    case '$lte':
      return any((value) => alike(value) && compare(value, operand) <= 0);
    case '$in':
      return list.some((item) => meets(values, '$eq', item));
    case '$nin':
      return !meets(values, '$in', operand);
    case '$exists':
      return values.some((value) => value !== undefined) === operand;
    case '$type':
      return any((value) => value !== undefined && typeOf(value) === (operand === 'bool' ? 'boolean' : operand));
    case '$size':
      return values.some((value) => Array.isArray(value) && value.length === operand);
    case '$not':
      return !Object.entries(operand as Document).every(([inner, value]) => meets(values, inner, value));
    case '$elemMatch':
      return values.some((value) => Array.isArray(value) && value.some((item) => isElement(item, operand as Document)));
    default:
      throw new Error(op);
  }
}

function isElement(item: unknown, condition: Document): boolean {
  if (Object.keys(condition)[0]?.startsWith('$'))
    return Object.entries(condition).every(([op, operand]) => meets([item], op, operand));
  return (isPlain(item) || Array.isArray(item)) && matches(item, condition);
}

/** Why an update fails; the document stays as it was. */
class Refused extends Error {}

/** "Update Operators": the document after one operator on one path; undefined where MongoDB refuses it. */
export function updated(before: Document, op: string, path: string, operand: unknown): Document | undefined {
  const doc = structuredClone(before);
  try {
    const parts = path.split('.');
    const key = parts.pop() as string;
    const creates = op !== '$unset' && op !== '$pull';
    let parent: unknown = doc;
    for (const part of parts) parent = step(parent, part, creates);
    if (parent === undefined) return doc;
    change(parent, key, op, operand);
    return doc;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

function step(parent: unknown, part: string, creates: boolean): unknown {
  if (parent === undefined) return undefined;
  if (!isPlain(parent) && !(Array.isArray(parent) && /^\d+$/.test(part))) {
    if (creates) throw new Refused();
    return undefined;
  }
  const holder = parent as Document;
  if (holder[part] === undefined && creates) place(holder, part, {});
  return holder[part];
}

function place(holder: Document, key: string, value: unknown): void {
  if (Array.isArray(holder)) while (holder.length < Number(key)) holder.push(null);
  holder[key] = value;
}

function change(parent: unknown, key: string, op: string, operand: unknown): void {
  const isHolder = isPlain(parent) || (Array.isArray(parent) && /^\d+$/.test(key));
  if (!isHolder) {
    if (op === '$unset' || op === '$pull') return;
    throw new Refused();
  }
  const holder = parent as Document;
  const old = holder[key];
  if (op === '$unset' && old !== undefined) {
    if (Array.isArray(holder)) holder[Number(key)] = null;
    else delete holder[key];
  }
  if (op === '$unset' || (old === undefined && op === '$pull')) return;
  place(holder, key, made(old, op, operand));
}

function made(old: unknown, op: string, operand: unknown): unknown {
  if (op === '$set') return operand;
  if (op === '$min' || op === '$max')
    return old === undefined || (op === '$min' ? compare(operand, old) < 0 : compare(operand, old) > 0) ? operand : old;
  if (op === '$inc') {
    if (old !== undefined && typeof old !== 'number') throw new Refused();
    return ((old as number) ?? 0) + (operand as number);
  }
  if (old !== undefined && !Array.isArray(old)) throw new Refused();
  const list = (old as unknown[]) ?? [];
  if (op === '$pull') return list.filter((item) => !equal(item, operand));
  const { $each = [operand], $slice } = isPlain(operand) && '$each' in operand ? operand : {};
  if (op === '$addToSet') {
    const set = [...list];
    for (const item of $each) if (!set.some((held) => equal(held, item))) set.push(item);
    return set;
  }
  const pushed = [...list, ...$each];
  return $slice === undefined ? pushed : $slice < 0 ? pushed.slice($slice) : pushed.slice(0, $slice);
}
