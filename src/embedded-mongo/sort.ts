import { type Doc, decode, encode, isDoc, toNumber } from './bson.ts';
import { badValue, notImplemented } from './errors.ts';
import { Holding } from './memory.ts';
import { compareValues } from './order.ts';
import { isTurnOver, type Paced } from './pace.ts';
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

/** A sort to a limit holds so many bytes more than that before it lets go of them. */
const BEYOND_LIMIT = 25 * 1024 * 1024;
/** What an item takes besides its bytes and the texts of its key. */
const ITEM_BYTES = 400;
const RUN = 500;

/** Sorts stably, with pauses. Holds about twice as many as the first `keep`, which are all it gives. */
export function* sortPaced<T>(
  items: Paced<Sortable<T>>,
  fields: SortField[],
  keep = Infinity,
): Generator<T | undefined> {
  const compare: Compare<T> = (a, b) => compareKeys(a.key, b.key, fields);
  const holding = new Holding('Sort');
  let held: Sortable<T>[] = [];
  let [bytes, kept] = [0, 0];
  let last: Sortable<T> | undefined;
  try {
    for (const item of items) {
      if (!item) yield undefined;
      if (!item || (last && compare(item, last) >= 0)) continue;
      held.push(item);
      bytes += sizeOf(item);
      if (held.length > keep && (held.length >= 2 * keep + RUN || bytes > kept + BEYOND_LIMIT)) {
        held = (yield* mergeSort(held, compare)).slice(0, keep);
        last = held[keep - 1];
        holding.release();
        bytes = kept = held.reduce((sum, one) => sum + sizeOf(one), 0);
        holding.add(bytes);
      } else holding.add(sizeOf(item));
    }
    for (const { item } of (yield* mergeSort(held, compare)).slice(0, keep)) {
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
export function* sortDocs(docs: Paced<Doc>, fields: SortField[], keep?: number): Generator<Doc | undefined> {
  function* sortables(): Paced<Sortable<Buffer>> {
    for (const doc of docs) {
      const item = doc && encode(doc);
      yield item && { key: sortKey(doc, fields), item, bytes: item.length };
    }
  }
  for (const item of sortPaced(sortables(), fields, keep)) yield item && decode(item);
}

type Compare<T> = (a: Sortable<T>, b: Sortable<T>) => number;
type Sorting<T> = Generator<undefined, Sortable<T>[]>;

function* mergeSort<T>(items: Sortable<T>[], compare: Compare<T>): Sorting<T> {
  let runs: Sortable<T>[][] = [];
  for (let at = 0; at < items.length; at += RUN) {
    runs.push(items.slice(at, at + RUN).sort(compare));
    if (isTurnOver()) yield undefined;
  }
  while (runs.length > 1) {
    const merged: Sortable<T>[][] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(yield* merge(runs[i] ?? [], runs[i + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(a: Sortable<T>[], b: Sortable<T>[], compare: Compare<T>): Sorting<T> {
  const merged: Sortable<T>[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [x, y] = [a[i], b[j]];
    const isFirst = x !== undefined && (y === undefined || compare(x, y) <= 0);
    merged.push((isFirst ? a[i++] : b[j++]) as Sortable<T>);
    if (isTurnOver()) yield undefined;
  }
  return merged;
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
