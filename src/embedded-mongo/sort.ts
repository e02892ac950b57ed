import { type Doc, encode, isDoc, toNumber } from './bson.ts';
import { check, notImplemented } from './errors.ts';
import { Hit } from './hit.ts';
import { compareValues, orderedBytes } from './keys.ts';
import { Holding } from './memory.ts';
import { isTurnOver, mapPaced, type Paced } from './pace.ts';
import { type Field, fieldOf, sortValues } from './paths.ts';

export function parseSort(spec: unknown): Field[] {
  if (spec === undefined || spec === null) return [];
  check(isDoc(spec), 'BadValue', 'Expected sort to be an object');
  return Object.entries(spec).flatMap(([path, given]) => {
    if (isDoc(given)) throw notImplemented('sorting by $meta');
    if (path === '$natural' && toNumber(given) === 1) return [];
    if (path === '$natural') throw notImplemented('sorting by $natural backwards');
    const direction = toNumber(given);
    check(direction === 1 || direction === -1, 'BadValue', `Bad sort specification: ${path} must be 1 or -1`);
    const isPath = path !== '' && !path.startsWith('$');
    check(isPath, 'BadValue', `FieldPath field names may not start with '$'. Consider using $getField: ${path}`);
    return fieldOf(path, direction);
  });
}

/** The values a document sorts by: of an array the smallest, or going down the largest. */
function sortKey(doc: Doc, fields: Field[]): unknown[] {
  return fields.map(({ parts, descending }) => {
    const values = sortValues(doc, parts);
    if (values.length === 1) return values[0];
    return values.reduce((best, value) => {
      const order = compareValues(value, best);
      return (descending ? order > 0 : order < 0) ? value : best;
    });
  });
}

/** What a sort holds of a document: texts, which are small and cost the garbage collector little. */
interface Held {
  /** The bytes of what it is sorted by. */
  key: string;
  bytes: string;
  record: number;
  position: number;
  size: number;
}

const HELD_BYTES = 200;
/** So many are sorted without a pause. */
const AT_ONCE = 2000;

/** Sorts stably, with pauses. Holds little more than the first `keep`, which are all it gives. */
export function* sortPaced(hits: Paced<Hit>, fields: Field[], keep = Infinity): Generator<Hit | undefined> {
  const holding = new Holding('Sort');
  const descending = fields.map((field) => field.descending);
  const atOnce = Math.min(AT_ONCE, Math.ceil(keep / 8));
  let sorted: Held[] = [];
  let fresh: Held[] = [];
  try {
    for (const hit of hits) {
      if (!hit) yield undefined;
      if (!hit) continue;
      const held = hold(hit, fields, descending);
      if (sorted.length >= keep && held.key >= (sorted.at(-1) as Held).key) continue;
      holding.add(held.size);
      if (fresh.push(held) < atOnce) continue;
      sorted = yield* merge(sorted, fresh, keep, holding);
      fresh = [];
    }
    for (const { record, bytes, position } of yield* merge(sorted, fresh, keep, holding)) {
      if (isTurnOver()) yield undefined;
      yield new Hit(record, Buffer.from(bytes, 'latin1'), position);
    }
  } finally {
    holding.release();
  }
}

function hold({ doc, record, bytes, position }: Hit, fields: Field[], descending: boolean[]): Held {
  const key = orderedBytes(sortKey(doc, fields), descending).toString('latin1');
  const text = bytes.toString('latin1');
  return { key, bytes: text, record, position, size: key.length + text.length + HELD_BYTES };
}

/** The first of both, in order, with pauses; among equal ones those that are sorted go first. Lets go of the rest. */
function* merge(sorted: Held[], fresh: Held[], keep: number, holding: Holding): Generator<undefined, Held[]> {
  const others = fresh.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  const merged: Held[] = [];
  for (let i = 0, j = 0; i < sorted.length || j < others.length; ) {
    if (isTurnOver()) yield undefined;
    const [one, other] = [sorted[i], others[j]];
    const next = one && !(other && other.key < one.key) ? one : (other as Held);
    if (next === one) i++;
    else j++;
    if (merged.length < keep) merged.push(next);
    else holding.add(-next.size);
  }
  return merged;
}

/** Sorts documents that are nowhere stored. */
export function* sortDocs(docs: Paced<Doc>, fields: Field[]): Generator<Doc | undefined> {
  const hits = mapPaced(docs, (doc) => new Hit(0, encode(doc), -1, doc));
  yield* mapPaced(sortPaced(hits, fields), (hit) => hit.doc);
}
