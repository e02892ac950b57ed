import { isDeepStrictEqual } from 'node:util';
import type { IndexSpec } from '../../src/platform/migrations/wanted-indexes.ts';

/** One demand of a filter. */
export interface Condition {
  path: string;
  op: string;
  /** Where an index may be limited to it; undefined for any other. */
  value: string | boolean | null | undefined;
}

export interface Query {
  collection: string;
  conditions: Condition[];
  /** Of `$or`: each is asked together with the conditions. */
  branches: Condition[][];
  sort: string[];
  isLimited: boolean;
}

/** Fields with a few values, each of which many documents have: an index on them alone narrows nothing. */
const FLAGS = new Set([
  'alive',
  'deletedBy',
  'from',
  'hidden',
  'isHidden',
  'kind',
  'originalState',
  'role',
  'state',
  'status',
]);
const POINTS = ['$eq', '$in', '$all'];
const RANGES = ['$gt', '$gte', '$lt', '$lte'];

/** Whether an index leads to what a query asks for, by the rules of MongoDB's planner (manual, "The ESR Guideline"). */
export function isServed(query: Query, indexes: readonly IndexSpec[]): boolean {
  const all: IndexSpec[] = [{ key: { _id: 1 } }, ...indexes];
  if (all.some((index) => serves(index, query))) return true;
  if (query.branches.length === 0) return false;
  return query.branches.every((branch) => {
    const conditions = [...query.conditions, ...branch];
    return all.some((index) => serves(index, { ...query, conditions, branches: [] }));
  });
}

function serves(index: IndexSpec, { conditions, branches, sort, isLimited }: Query): boolean {
  const { sparse = false, partialFilterExpression: only } = index;
  if (only && !Object.entries(only).every(([path, demand]) => isDemanded(path, demand, conditions))) return false;
  const fields = Object.keys(index.key);
  if (sparse && !conditions.some(({ path, op, value }) => path === fields[0] && isPointOrRange(op) && value !== null)) {
    return false;
  }
  const used: Condition[] = [];
  let points = 0;
  for (const field of fields) {
    const own = conditions.filter(({ path, op }) => path === field && isPointOrRange(op));
    used.push(...own);
    if (!own.some(({ op }) => POINTS.includes(op))) break;
    points += 1;
  }
  const rest = fields.slice(points);
  const ordered = sort.filter((field) => !fields.slice(0, points).includes(field));
  const isSorted = ordered.length > 0 && ordered.every((field, at) => rest[at] === field);
  if (isSorted && isLimited) return true;
  if (used.length === 0) return false;
  if (only || used.some(({ path, value }) => !FLAGS.has(path) && value !== null)) return true;
  const answered = new Set([...used.map(({ path }) => path), ...Object.keys(only ?? {})]);
  return branches.length === 0 && conditions.every(({ path }) => answered.has(path));
}

function isPointOrRange(op: string): boolean {
  return POINTS.includes(op) || RANGES.includes(op);
}

/** Whether a filter implies a partial index's condition. */
function isDemanded(path: string, demand: unknown, conditions: readonly Condition[]): boolean {
  return conditions.some((condition) => {
    if (condition.path !== path) return false;
    if (isDeepStrictEqual(demand, { $exists: true })) return POINTS.includes(condition.op) && condition.value !== null;
    if (isDeepStrictEqual(demand, { $gt: '' })) return POINTS.includes(condition.op) && condition.value !== null;
    // An equality does not imply it, even with a text.
    if (isDeepStrictEqual(demand, { $type: 'string' })) return condition.op === '$type' && condition.value === 'string';
    return condition.op === '$eq' && condition.value === demand;
  });
}
