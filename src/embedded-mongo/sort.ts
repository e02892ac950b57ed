import { type Doc, decode, encode, isDoc, toNumber } from './bson.ts';
import { badValue, notImplemented } from './errors.ts';
import { Heap } from './heap.ts';
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
  return Object.entries(spec).map(([path, given]) => {
    if (isDoc(given)) throw notImplemented('sorting by $meta');
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

/** Something to sort by its `sortKey`, and how many bytes it takes. */
export interface Sortable<T> {
  key: unknown[];
  item: T;
  bytes: number;
}

/** What an item takes besides its bytes and the texts of its key. */
const ITEM_BYTES = 400;

/** Sorts stably, with pauses. Holds no more than the first `keep`, which are all it gives. */
export function* sortPaced<T>(
  items: Paced<Sortable<T>>,
  fields: SortField[],
  keep = Infinity,
): Generator<T | undefined> {
  const holding = new Holding('Sort');
  const heap = new Heap<Sortable<T> & { place: number }>(
    (a, b) => (compareKeys(a.key, b.key, fields) || a.place - b.place) > 0,
  );
  let place = 0;
  try {
    for (const item of items) {
      if (!item) {
        yield undefined;
        continue;
      }
      heap.push({ ...item, place: place++ });
      holding.add(sizeOf(item));
      if (heap.size > keep) holding.add(-sizeOf(heap.pop()));
    }
    const sorted: T[] = [];
    while (heap.size > 0) {
      if (isTurnOver()) yield undefined;
      sorted.push(heap.pop().item);
    }
    for (const item of sorted.reverse()) {
      if (isTurnOver()) yield undefined;
      yield item;
    }
  } finally {
    holding.release();
  }
}

function sizeOf<T>({ key, bytes }: Sortable<T>): number {
  return key.reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 0), bytes + ITEM_BYTES);
}

/** Sorts documents that are nowhere stored; holds them as bytes, which take a fraction of the memory. */
export function* sortDocs(docs: Paced<Doc>, fields: SortField[]): Generator<Doc | undefined> {
  const sortables = mapPaced(docs, (doc) => {
    const item = encode(doc);
    return { key: sortKey(doc, fields), item, bytes: item.length };
  });
  yield* mapPaced(sortPaced(sortables, fields), (item) => decode(item));
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
