import { type Doc, decode } from './bson.ts';
import { type Collection, partOf } from './catalog.ts';
import { compileFilter, type Found, type Matcher } from './match.ts';
import { choosePlans, type Plan } from './plan.ts';
import { parseSort, type SortField, sortBy } from './sort.ts';
import type { Store } from './store.ts';
import { type TimeLimit, watched } from './time-limit.ts';

/** A document that was found: where it is, its bytes, its fields, and the index that `$` stands for. */
export interface Hit {
  record: number;
  bytes: Buffer;
  doc: Doc;
  position: number;
}

/** What a search reads from, and how long it may take. */
export interface Searched {
  store: Store;
  limit: TimeLimit;
}

export interface Query {
  filter: Doc;
  sort?: unknown;
  skip?: number;
  /** 0 or absent: all. */
  limit?: number;
  variables?: Doc;
}

/** Finds documents, lazily where no sorting in memory stands in the way. Checks the query before the first is asked for. */
export function findDocuments(db: Searched, collection: Collection | undefined, query: Query): Iterable<Hit> {
  const { skip = 0, limit = 0 } = query;
  const matches = compileFilter(query.filter, query.variables);
  const natural = naturalOrder(query.sort);
  const sort = natural === undefined ? parseSort(query.sort) : [];
  if (!collection) return [];
  return slice(select(db, collection, query.filter, matches, sort, limit > 0, natural === -1), skip, limit);
}

function naturalOrder(sort: unknown): number | undefined {
  const order = (sort as Doc | undefined)?.$natural;
  return order === undefined ? undefined : Number(order);
}

function* slice<T>(items: Iterable<T>, skip: number, limit: number): Generator<T> {
  if (limit < 0) return;
  let at = 0;
  for (const item of items) {
    if (at++ < skip) continue;
    yield item;
    if (limit > 0 && at >= skip + limit) return;
  }
}

function* select(
  { store, limit }: Searched,
  collection: Collection,
  filter: Doc,
  matches: Matcher,
  sort: SortField[],
  limited: boolean,
  backwards: boolean,
): Generator<Hit> {
  const plans = choosePlans(collection, filter, sort, limited);
  const candidates = plans ? fromIndexes(store, collection, plans) : fromAll(store, collection, backwards);
  const sorted = sort.length === 0 || (plans?.length === 1 && (plans[0] as Plan).sorted);
  const hits = matching(watched(candidates, limit), matches);
  yield* sorted ? hits : sortBy([...hits], sort, (hit) => hit.doc);
}

interface Candidate {
  record: number;
  bytes: Buffer;
}

function* matching(candidates: Iterable<Candidate>, matches: Matcher): Generator<Hit> {
  for (const { record, bytes } of candidates) {
    const doc = decode(bytes);
    const found: Found = { position: -1 };
    if (matches(doc, found)) yield { record, bytes, doc, position: found.position };
  }
}

function* fromAll(store: Store, collection: Collection, backwards = false): Generator<Candidate> {
  const bounds = { low: partOf(collection, 0), high: partOf(collection, 1) };
  for (const { key, value } of store.scan(bounds, backwards)) yield { record: key.readUIntBE(6, 6), bytes: value };
}

function* fromIndexes(store: Store, collection: Collection, plans: Plan[]): Generator<Candidate> {
  const seen = plans.length > 1 || plans.some((plan) => plan.repeats) ? new Set<number>() : undefined;
  for (const { bounds, reverse } of plans)
    for (const range of reverse ? [...bounds].reverse() : bounds)
      for (const { key } of store.scan(range, reverse)) {
        const place = key.subarray(key.length - 6);
        const record = place.readUIntBE(0, 6);
        if (seen?.has(record)) continue;
        seen?.add(record);
        const bytes = store.get(Buffer.concat([partOf(collection, 0), place]));
        if (bytes) yield { record, bytes };
      }
}
