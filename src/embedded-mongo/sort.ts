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
  place: number;
  size: number;
}

const HELD_BYTES = 200;

/** Sorts stably, with pauses. Holds no more than the first `keep`, which are all it gives. */
export function* sortPaced(hits: Paced<Hit>, fields: Field[], keep = Infinity): Generator<Hit | undefined> {
  const holding = new Holding('Sort');
  const heap = new Heap<Held>((a, b) => (a.key === b.key ? a.place > b.place : a.key > b.key));
  const descending = fields.map((field) => field.descending);
  let place = 0;
  try {
    for (const hit of hits) {
      if (!hit) yield undefined;
      if (!hit) continue;
      const held = hold(hit, fields, descending, place++);
      heap.push(held);
      holding.add(held.size);
      if (heap.size > keep) holding.add(-heap.pop().size);
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

function hold({ doc, record, bytes, position }: Hit, fields: Field[], descending: boolean[], place: number): Held {
  const key = orderedBytes(sortKey(doc, fields), descending).toString('latin1');
  const text = bytes.toString('latin1');
  return { key, bytes: text, record, position, place, size: key.length + text.length + HELD_BYTES };
}

/** Sorts documents that are nowhere stored. */
export function* sortDocs(docs: Paced<Doc>, fields: Field[]): Generator<Doc | undefined> {
  const hits = mapPaced(docs, (doc) => new Hit(0, encode(doc), -1, doc));
  yield* mapPaced(sortPaced(hits, fields), (hit) => hit.doc);
}

/** Items of which the last in an order is always known. */
class Heap<T> {
  readonly #items: T[] = [];

  constructor(private readonly isAfter: (a: T, b: T) => boolean) {}

  get size(): number {
    return this.#items.length;
  }

  push(item: T): void {
    const items = this.#items;
    let at = items.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.isAfter(item, items[parent] as T)) break;
      items[at] = items[parent] as T;
      at = parent;
    }
    items[at] = item;
  }

  /** Takes out the last in the order. Only while there is any. */
  pop(): T {
    const items = this.#items;
    const [top] = items as [T];
    const item = items.pop() as T;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      if (child + 1 < items.length && this.isAfter(items[child + 1] as T, items[child] as T)) child++;
      if (!this.isAfter(items[child] as T, item)) break;
      items[at] = items[child] as T;
      at = child;
    }
    if (items.length > 0) items[at] = item;
    return top;
  }
}
