import type { BSONRegExp } from 'bson';
import { bsonType, type Doc, docsIn } from './bson.ts';
import { MAX_KEY_BYTES, orderedBytes } from './keys.ts';
import { isOperatorDoc } from './match.ts';
import { RANK, rankOf } from './order.ts';

/** What a filter demands of one path, all of it at once. */
export interface Condition {
  op: string;
  value: unknown;
}

/** By path. */
export type Conditions = Map<string, Condition[]>;

/** A range of one field's key bytes, both ends within. A point is one value exactly. */
export interface Interval {
  low: Buffer;
  high: Buffer;
  point: boolean;
}

export const PAST = Buffer.alloc(40, 0xff);

/** The conditions that hold for every document a filter finds, by path; branches of `$or` are not among them. */
export function conditionsOf(filter: Doc, found: Conditions = new Map()): Conditions {
  for (const [key, value] of Object.entries(filter)) {
    if (key === '$and') for (const branch of docsIn(value)) conditionsOf(branch, found);
    if (key.startsWith('$')) continue;
    const conditions = found.get(key) ?? [];
    if (isOperatorDoc(value))
      for (const [op, operand] of Object.entries(value)) conditions.push({ op, value: operand });
    else conditions.push({ op: bsonType(value) === 'BSONRegExp' ? '$regex' : '$eq', value });
    found.set(key, conditions);
  }
  return found;
}

/** Where an index must be looked at for the conditions of one of its fields; undefined where it is no help. */
export function intervalsOf(conditions: Condition[], descending: boolean, multikey: boolean): Interval[] | undefined {
  for (const { op, value } of conditions) {
    const points = op === '$eq' ? [value] : op === '$in' && Array.isArray(value) ? value : undefined;
    const intervals = points && pointsOf(points);
    if (intervals) return arrange(intervals, descending);
  }
  const regexOptions = conditions.some(({ op, value }) => op === '$options' && value !== '');
  let ranges: Interval[] | undefined;
  for (const condition of conditions) {
    const next = condition.op === '$regex' && regexOptions ? undefined : rangesOf(condition);
    if (!next) continue;
    if (!ranges) ranges = next;
    // Two elements of one array may each fulfil one bound, so bounds of a multikey index are not intersected.
    else if (!multikey) ranges = ranges.flatMap((range) => next.map((other) => intersect(range, other)));
  }
  return ranges && arrange(ranges, descending);
}

function intersect(a: Interval, b: Interval): Interval {
  return {
    low: Buffer.compare(a.low, b.low) > 0 ? a.low : b.low,
    high: Buffer.compare(a.high, b.high) < 0 ? a.high : b.high,
    point: false,
  };
}

/** Null, and what an empty array is among index entries. */
const NULLS: Interval = {
  low: Buffer.from([RANK.undefined]),
  high: Buffer.concat([Buffer.from([RANK.null]), PAST]),
  point: false,
};

function pointsOf(values: unknown[]): Interval[] | undefined {
  const intervals: Interval[] = [];
  for (const value of values) {
    if (Array.isArray(value) || bsonType(value) === 'BSONRegExp') return undefined;
    intervals.push(value === null || value === undefined ? NULLS : pointOf(value));
  }
  return intervals;
}

/** May end in the middle of a long value, as keys do; nothing that is appended to it counts then. */
function pointOf(value: unknown): Interval {
  return { ...from(cutBytes(value)), point: true };
}

/** The beginning that keys have in common. */
function cutBytes(value: unknown): Buffer {
  return orderedBytes([value]).subarray(0, MAX_KEY_BYTES);
}

function from(bytes: Buffer): Interval {
  return { low: bytes, high: Buffer.concat([bytes, PAST]), point: false };
}

/** A bound over all fields, cut where keys are: what lies behind is a hash, which has no order. */
export function cutBounds({ low, high }: Interval): { low: Buffer; high: Buffer } {
  return {
    low: low.subarray(0, MAX_KEY_BYTES),
    high: high.length <= MAX_KEY_BYTES ? high : Buffer.concat([high.subarray(0, MAX_KEY_BYTES), PAST]),
  };
}

/** Types of which a comparison finds more than a range of one type, or nothing that an index tells. */
const NOT_RANGES: number[] = [RANK.undefined, RANK.null, RANK.object, RANK.array];

function rangesOf({ op, value }: Condition): Interval[] | undefined {
  if (op === '$regex') return prefixOf(value);
  if (!['$gt', '$gte', '$lt', '$lte'].includes(op)) return undefined;
  const rank = rankOf(value);
  if (NOT_RANGES.includes(rank)) return undefined;
  const type = from(Buffer.from([rank]));
  const bound = from(cutBytes(value));
  return op === '$gt' || op === '$gte' ? [{ ...type, low: bound.low }] : [{ ...type, high: bound.high }];
}

/** `/^abc/`, anchored to a plain beginning, is a range of strings. */
function prefixOf(value: unknown): Interval[] | undefined {
  const isText = typeof value === 'string';
  const { pattern, options } = isText ? { pattern: value, options: '' } : (value as BSONRegExp);
  const found = /^\^([\w\-@:/ ]+)(?![\w\-@:/ ]|[*?{|])/.exec(pattern);
  if (!found || options !== '' || pattern.includes('|')) return undefined;
  // Without the two bytes that end a string; a cut key may hold one of them.
  return [from(cutBytes(found[1]).subarray(0, -2))];
}

/** In the order of the index: a descending field's bytes are turned. */
function arrange(intervals: Interval[], descending: boolean): Interval[] {
  const turn = ({ low, high, point }: Interval) => {
    return { low: invert(point ? low : high), high: Buffer.concat([invert(low), PAST]), point };
  };
  return (descending ? intervals.map(turn) : intervals).sort((a, b) => Buffer.compare(a.low, b.low));
}

function invert(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => ~byte & 0xff));
}
