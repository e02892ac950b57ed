import { type Doc, decode, encode, isDoc, toNumber } from './bson.ts';
import { badValue, notImplemented } from './errors.ts';
import { Heap } from './heap.ts';
import { Hit } from './hit.ts';
import { encodeKey } from './keys.ts';
import { Holding } from './memory.ts';
import { compareValues } from './order.ts';
import { isTurnOver, mapPaced, type Paced } from './pace.ts';
import { sortValues, splitPath } from './paths.ts';

export interface SortField {
  path: string;
  parts: string[];
  descending: boolean;
}

export function parseSort(spec: unknown): SortField[] {
  if (spec === undefined || spec === null) return [];
  if (!isDoc(spec)) throw badValue('Expected sort to be an object');
  return Object.entries(spec).flatMap(([path, given]) => {
    if (isDoc(given)) throw notImplemented('sorting by $meta');
    if (path === '$natural' && toNumber(given) === 1) return [];
    if (path === '$natural') throw notImplemented('sorting by $natural backwards');
    const direction = toNumber(given);
    if (direction !== 1 && direction !== -1) throw badValue(`Bad sort specification: ${path} must be 1 or -1`);
    if (path === '' || path.startsWith('$'))
      throw badValue(`FieldPath field names may not start with '$'. Consider using $getField or $setField: ${path}`);
    return { path, parts: splitPath(path), descending: direction < 0 };
  });
}

/** The values a document sorts by: of an array the smallest, or going down the largest. */
export function sortKey(doc: Doc, fields: SortField[]): unknown[] {
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
  /** The beginning of its index key that keeps the order, all of it where `exact`. */
  key: string;
  exact: boolean;
  bytes: string;
  record: number;
  position: number;
  place: number;
}

/** What one takes besides its two texts. */
const HELD_BYTES = 200;

/** Sorts stably, with pauses. Holds no more than the first `keep`, which are all it gives. */
export function* sortPaced(hits: Paced<Hit>, fields: SortField[], keep = Infinity): Generator<Hit | undefined> {
  const holding = new Holding('Sort');
  const heap = new Heap<Held>((a, b) => (compareHeld(a, b, fields) || a.place - b.place) > 0);
  const descending = fields.map((field) => field.descending);
  let place = 0;
  try {
    for (const hit of hits) {
      if (!hit) {
        yield undefined;
        continue;
      }
      const held = hold(hit, fields, descending, place++);
      heap.push(held);
      holding.add(sizeOf(held));
      if (heap.size > keep) holding.add(-sizeOf(heap.pop()));
    }
    const sorted: Held[] = [];
    while (heap.size > 0) {
      if (isTurnOver()) yield undefined;
      sorted.push(heap.pop());
    }
    for (const { record, bytes, position } of sorted.reverse()) {
      if (isTurnOver()) yield undefined;
      yield new Hit(record, Buffer.from(bytes, 'latin1'), position);
    }
  } finally {
    holding.release();
  }
}

function hold(hit: Hit, fields: SortField[], descending: boolean[], place: number): Held {
  const { doc, record, bytes, position } = hit;
  const { bytes: key, ordered, exact } = encodeKey(sortKey(doc, fields), descending);
  return { key: key.toString('latin1', 0, ordered), exact, bytes: bytes.toString('latin1'), record, position, place };
}

function sizeOf({ key, bytes }: Held): number {
  return key.length + bytes.length + HELD_BYTES;
}

function compareHeld(a: Held, b: Held, fields: SortField[]): number {
  const isExact = a.exact && b.exact;
  const common = isExact ? undefined : Math.min(a.key.length, b.key.length);
  const [x, y] = isExact ? [a.key, b.key] : [a.key.slice(0, common), b.key.slice(0, common)];
  if (x !== y) return x < y ? -1 : 1;
  return isExact ? 0 : compareKeys(keyOf(a, fields), keyOf(b, fields), fields);
}

function keyOf({ bytes }: Held, fields: SortField[]): unknown[] {
  return sortKey(decode(Buffer.from(bytes, 'latin1')), fields);
}

/** Sorts documents that are nowhere stored. */
export function* sortDocs(docs: Paced<Doc>, fields: SortField[]): Generator<Doc | undefined> {
  const hits = mapPaced(docs, (doc) => new Hit(0, encode(doc), -1, doc));
  yield* mapPaced(sortPaced(hits, fields), (hit) => hit.doc);
}

function compareKeys(a: unknown[], b: unknown[], fields: SortField[]): number {
  for (let i = 0; i < fields.length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return (fields[i] as SortField).descending ? -order : order;
  }
  return 0;
}

/** Sorts a list stably by the documents that `docOf` gives. */
export function sortBy<T>(items: T[], fields: SortField[], docOf: (item: T) => Doc): T[] {
  return items
    .map((item) => ({ item, key: sortKey(docOf(item), fields) }))
    .sort((a, b) => compareKeys(a.key, b.key, fields))
    .map(({ item }) => item);
}
