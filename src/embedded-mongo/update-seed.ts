import { bsonType, cloneValue, type Doc, getOwn, isDoc } from './bson.ts';
import { MongoError } from './errors.ts';
import { addField } from './field-order.ts';
import { isOperatorDoc } from './match.ts';
import { splitPath } from './paths.ts';

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
  return bsonType(value) === 'BSONRegExp';
}

function seedField(seed: Doc, path: string, value: unknown): void {
  const parts = splitPath(path);
  let target = seed;
  for (const part of parts.slice(0, -1)) {
    const next = getOwn(target, part);
    if (next !== undefined && !isDoc(next))
      throw new MongoError('NotSingleValueField', `cannot infer query fields to set, path '${path}' is matched twice`);
    if (next === undefined) addField(target, part, {});
    target = getOwn(target, part) as Doc;
  }
  const key = parts[parts.length - 1] as string;
  if (Object.hasOwn(target, key))
    throw new MongoError('NotSingleValueField', `cannot infer query fields to set, path '${path}' is matched twice`);
  addField(target, key, cloneValue(value));
}
