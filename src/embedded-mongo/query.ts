import { type Doc, decode, isDoc } from './bson.ts';
import { type Catalog, type Collection, partOf, recordBytes } from './catalog.ts';
import { damaged, MongoError } from './errors.ts';
import { Hit } from './hit.ts';
import { compileFilter, type Found, type Matcher } from './match.ts';
import { equalValues } from './order.ts';
import { isTurnOver, type Paced } from './pace.ts';
import { choosePlans, type Plan } from './plan.ts';
import { beginningWith } from './records.ts';
import { parseSort, type SortField, sortPaced } from './sort.ts';
import type { Store } from './store.ts';

/** What a search reads from. */
export interface Searched {
  store: Store;
  catalog: Catalog;
}

export interface Query {
  filter: Doc;
  sort?: unknown;
  skip?: number;
  /** 0 or absent: all. */
  limit?: number;
}

/**
 * Finds documents, lazily unless they have to be sorted in memory first. Checks the query before the first is asked for.
 * What changes during its pauses may or may not be seen, each document as it is when it is read.
 */
export function findDocuments(db: Searched, collection: Collection | undefined, query: Query): Paced<Hit> {
  const { filter, skip = 0, limit = 0 } = query;
  const matches = compileFilter(filter);
  const sort = parseSort(query.sort);
  if (!collection) return [];
  return slice(select(db, collection, query, matches, sort), skip, limit);
}

/** A document as it is now, if it still matches: for a transaction that changes what was found before it. */
export function findAgain(db: Searched, collection: Collection, hit: Hit, matches: Matcher): Hit | undefined {
  const bytes = db.store.get(Buffer.concat([partOf(collection, 0), recordBytes(hit.record)]));
  if (bytes?.equals(hit.bytes)) return hit;
  return bytes && match({ record: hit.record, bytes }, matches);
}

function* slice<T>(items: Paced<T>, skip: number, limit: number): Generator<T | undefined> {
  if (limit < 0) return;
  let at = 0;
  for (const item of items) {
    if (item === undefined) yield undefined;
    if (item === undefined || at++ < skip) continue;
    yield item;
    if (limit > 0 && at >= skip + limit) return;
  }
}

function* select(
  db: Searched,
  collection: Collection,
  { filter, sort: given, skip = 0, limit = 0 }: Query,
  matches: Matcher,
  sort: SortField[],
): Generator<Hit | undefined> {
  const isNatural = isDoc(given) && Object.hasOwn(given, '$natural');
  const plans = isNatural ? undefined : choosePlans(collection.indexes, filter, sort, limit > 0);
  const candidates = plans ? fromIndexes(db.store, collection, plans) : fromAll(db.store, collection);
  const hits = matching(candidates, matches, () => present(db, collection, plans));
  if (sort.length === 0 || (plans?.length === 1 && (plans[0] as Plan).sorted)) yield* hits;
  else yield* sortPaced(hits, sort, limit > 0 ? skip + limit : Infinity);
}

interface Candidate {
  record: number;
  bytes: Buffer;
}

/** Candidates that match, with pauses; after each, and at the end, `check` throws where what is read from is gone. */
function* matching(
  candidates: Iterable<Candidate | undefined>,
  matches: Matcher,
  check: () => unknown,
): Generator<Hit | undefined> {
  for (const candidate of candidates) {
    if (isTurnOver()) {
      yield undefined;
      check();
    }
    const hit = candidate && match(candidate, matches);
    if (hit) yield hit;
  }
  // Who reads may have paused elsewhere, too.
  check();
}

function match({ record, bytes }: Candidate, matches: Matcher): Hit | undefined {
  const doc = decode(bytes);
  const found: Found = { position: -1 };
  return matches(doc, found) ? new Hit(record, bytes, found.position, doc) : undefined;
}

/** The collection as the catalog has it now. Throws where it or an index was dropped: reading on would give fewer documents. */
export function present({ catalog }: Searched, { ns, number }: Collection, plans: Plan[] = []): Collection {
  const held = catalog.find(ns);
  const isThere = ({ index }: Plan): boolean =>
    held?.indexes.some((one) => one.number === index.number && equalValues(one.spec, index.spec)) === true;
  if (held?.number !== number || !plans.every(isThere))
    throw new MongoError('QueryPlanKilled', `${ns} or an index was dropped while it was read`);
  return held;
}

function* fromAll(store: Store, collection: Collection): Generator<Candidate> {
  for (const { key, value } of store.scan(beginningWith(partOf(collection, 0))))
    yield { record: key.readUIntBE(6, 6), bytes: value };
}

/** Gives `undefined` for each range and each entry that lead to no candidate: time passes with them too. */
function* fromIndexes(store: Store, collection: Collection, plans: Plan[]): Generator<Candidate | undefined> {
  const seen = plans.length > 1 || plans.some(({ index }) => index.multikey) ? new Set<number>() : undefined;
  for (const { index, bounds, reverse } of plans)
    for (const range of reverse ? [...bounds].reverse() : bounds) {
      yield undefined;
      const prefix = partOf(collection, index.number);
      const [low, high] = [Buffer.concat([prefix, range.low]), Buffer.concat([prefix, range.high])];
      for (const { key } of store.scan({ low, high }, reverse)) {
        const place = key.subarray(key.length - 6);
        const record = place.readUIntBE(0, 6);
        const isRepeat = seen?.has(record);
        const bytes = isRepeat ? undefined : store.get(Buffer.concat([partOf(collection, 0), place]));
        seen?.add(record);
        if (!bytes && !isRepeat && store.get(key)) throw damaged(`no document for an entry of ${index.name}`);
        yield bytes && { record, bytes };
      }
    }
}
