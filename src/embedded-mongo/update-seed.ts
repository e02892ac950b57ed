import { bsonType, type Doc } from './bson.ts';
import { isOperatorDoc } from './match.ts';
import { splitPath } from './paths.ts';
import { inOrder } from './update.ts';
import { applyStep } from './update-apply.ts';

/** The document an upsert starts from: what the filter says is equal. */
export function seedFromFilter(filter: Doc, onlyId: boolean): Doc {
  const seed: Doc = {};
  const steps = equalities(filter)
    .filter(([path]) => !onlyId || path === '_id')
    .map(([path, value]) => ({ op: '$set', path, parts: splitPath(path), apply: () => value }));
  inOrder(steps, 'NotSingleValueField');
  for (const step of steps) applyStep(seed, step, -1, new Map());
  return seed;
}

function equalities(filter: Doc): [path: string, value: unknown][] {
  return Object.entries(filter).flatMap(([key, value]): [string, unknown][] => {
    if (key === '$and') return (value as Doc[]).flatMap(equalities);
    if (key === '$or') return (value as Doc[]).length === 1 ? equalities((value as Doc[])[0] as Doc) : [];
    if (key.startsWith('$')) return [];
    if (!isOperatorDoc(value)) return isRegex(value) ? [] : [[key, value]];
    if (Object.hasOwn(value, '$eq')) return [[key, value.$eq]];
    const lists = [value.$in, value.$all].filter((list) => Array.isArray(list) && list.length === 1);
    const [only] = lists.flat().filter((item) => !isOperatorDoc(item) && !isRegex(item));
    return only === undefined ? [] : [[key, only]];
  });
}

function isRegex(value: unknown): boolean {
  return bsonType(value) === 'BSONRegExp';
}
