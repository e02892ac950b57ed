import {
  type Condition,
  type Conditions,
  conditionsOf,
  cutBounds,
  type Interval,
  intervalsOf,
  PAST,
} from './bounds.ts';
import { type Doc, docsIn, isTruthy } from './bson.ts';
import type { Index } from './indexes.ts';
import { equalValues } from './keys.ts';
import { isOperatorDoc } from './match.ts';
import { compileOperator } from './match-operators.ts';
import { type Field, isIndexPart } from './paths.ts';
import type { Bounds } from './records.ts';

/** How to find the candidates of a filter: parts of an index, in its order, or of several for the branches of `$or`. */
export interface Plan {
  index: Index;
  /** Behind the prefix of the index. */
  bounds: Bounds[];
  reverse: boolean;
  /** Whether candidates come in the order that was asked for. */
  sorted: boolean;
  /** How much it is likely to leave out. */
  score: number;
}

const MAX_BOUNDS = 2000;

/** The index plans whose candidates hold every document of the filter; undefined: look at all documents. */
export function choosePlans(indexes: Index[], filter: Doc, sort: Field[], limited: boolean): Plan[] | undefined {
  const best = bestPlan(indexes, filter, sort, limited);
  if (best && best.bounds[0]?.low.length !== 0) return [best];
  const { $or: branches, ...rest } = filter;
  if (Array.isArray(branches)) {
    const plans = branches.map((branch: Doc) => choosePlans(indexes, { $and: [branch, rest] }, [], false));
    if (plans.every((plan) => plan !== undefined)) return plans.flat();
  }
  return best && [best];
}

function bestPlan(indexes: Index[], filter: Doc, sort: Field[], limited: boolean): Plan | undefined {
  const conditions = conditionsOf(filter);
  let best: Plan | undefined;
  for (const index of indexes) {
    if (index.isBuilding || (index.filter && !implies(conditions, filter, index.filter))) continue;
    const plan = planFor(index, conditions, sort, limited);
    if (plan && plan.score > (best?.score ?? 0)) best = plan;
  }
  return best;
}

function planFor(index: Index, conditions: Conditions, sort: Field[], limited: boolean): Plan | undefined {
  const { parts: bounds, points, ranged, used } = usableIntervals(index, conditions);
  const sorting =
    sort.length > 0 && !index.sparse ? sortDirection(index, sort, points, bounds.length === 1) : undefined;
  const isPresent = index.fields.some(({ path }) => (conditions.get(path) ?? []).some(demandsPresence));
  if ((index.sparse && !isPresent) || (used === 0 && sorting === undefined)) return undefined;
  const whole = used === index.fields.length && points === used && index.unique;
  const score = points * 100 + (ranged ? 40 : 0) + (whole ? 1000 : 0) + (sorting === undefined ? 0 : limited ? 70 : 30);
  return { index, bounds, reverse: sorting === 'backwards', sorted: sorting !== undefined, score };
}

/** The intervals over the leading fields: points as far as there are any, then at most one range. */
function usableIntervals(index: Index, conditions: Conditions) {
  let combined: Interval[] = [{ low: Buffer.alloc(0), high: PAST, point: true }];
  let points = 0;
  let used = 0;
  let ranged = false;
  const roots = new Set<string>();
  for (const field of index.fields) {
    const root = field.parts[0] as string;
    // Entries of a multikey index pair up values of one element; the filter's conditions need not be about the same.
    if (field.parts.some(isIndexPart) || (index.multikey && roots.has(root))) break;
    roots.add(root);
    const intervals = intervalsOf(conditions.get(field.path) ?? [], field.descending, index.multikey);
    if (!intervals || (used > 0 && intervals.length * combined.length > MAX_BOUNDS)) break;
    const within = ({ low: prefix }: Interval) =>
      intervals.map(({ low, high, point }) => ({
        low: Buffer.concat([prefix, low]),
        high: Buffer.concat([prefix, high]),
        point,
      }));
    combined = used === 0 ? intervals : combined.flatMap(within);
    used++;
    ranged = intervals.some((interval) => !interval.point);
    if (ranged) break;
    points++;
  }
  return { parts: merge(combined.map(cutBounds)), points, ranged, used };
}

/** In order, and those that overlap as one: no entry is read twice. */
function merge(parts: Bounds[]): Bounds[] {
  const merged: Bounds[] = [];
  for (const part of parts.sort((a, b) => Buffer.compare(a.low, b.low))) {
    const last = merged[merged.length - 1];
    if (!last || Buffer.compare(part.low, last.high) > 0) merged.push(part);
    else if (Buffer.compare(part.high, last.high) > 0) last.high = part.high;
  }
  return merged;
}

/** Whether reading the index gives the order, and which way round. A single part fixes its leading fields. */
function sortDirection(index: Index, sort: Field[], points: number, single: boolean) {
  if (index.multikey || index.inexact) return undefined;
  const constant = single ? points : 0;
  const fixed = new Set(index.fields.slice(0, constant).map(({ path }) => path));
  const wanted = sort.filter(({ path }) => !fixed.has(path));
  const offered = index.fields.slice(constant);
  if (wanted.length > offered.length) return undefined;
  if (wanted.length === 0) return 'forwards';
  const turned = wanted.map((field, i) => {
    const other = offered[i] as Field;
    return other.path === field.path ? field.descending !== other.descending : undefined;
  });
  if (turned.every((turn) => turn === false)) return 'forwards';
  return turned.every((turn) => turn === true) ? 'backwards' : undefined;
}

/** Whether a condition leaves out documents that lack the field, as a sparse index does. */
function demandsPresence({ op, value }: Condition): boolean {
  if (op === '$exists') return isTruthy(value);
  if (op === '$in') return Array.isArray(value) && value.every((item) => item !== null && item !== undefined);
  if (value === null || value === undefined) return false;
  return ['$eq', '$gt', '$gte', '$lt', '$lte', '$regex', '$type', '$size', '$elemMatch'].includes(op);
}

/** Whether the partial index has all that the filter finds. No where MongoDB says no: a string implies no `$type`. */
function implies(conditions: Conditions, filter: Doc, partial: Doc): boolean {
  return Object.entries(partial).every(([path, demand]) => {
    if (path === '$and') return docsIn(demand).every((branch) => implies(conditions, filter, branch));
    if (path.startsWith('$')) return Object.hasOwn(filter, path) && equalValues(filter[path], demand);
    const held = conditions.get(path) ?? [];
    if (!isOperatorDoc(demand)) return held.some(({ op, value }) => op === '$eq' && equalValues(value, demand));
    return Object.entries(demand).every(([op, value]) => held.some((condition) => meets(condition, op, value, demand)));
  });
}

function meets(condition: Condition, op: string, value: unknown, neighbours: Doc): boolean {
  if (condition.op === op && equalValues(condition.value, value)) return true;
  if (op === '$exists' && isTruthy(value)) return demandsPresence(condition);
  const isSameSide = /^\$[gl]t/.test(op) && condition.op.slice(0, 3) === op.slice(0, 3);
  const isPoint = condition.op === '$eq' || isSameSide;
  const values = isPoint ? [condition.value] : condition.op === '$in' && condition.value;
  if (!Array.isArray(values) || !/^\$([gl]te?|eq|in)$/.test(op)) return false;
  const test = compileOperator(op, value, neighbours);
  return values.every((item) => !Array.isArray(item) && item !== null && test(item));
}
