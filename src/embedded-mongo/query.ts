import { type Doc, decode, isDoc } from './bson.ts';
import { type Collection, documentKey, partOf } from './catalog.ts';
import type { Database } from './database.ts';
import { damaged, MongoError } from './errors.ts';
import { Hit } from './hit.ts';
import { equalValues } from './keys.ts';
import { compileFilter, type Found, type Matcher } from './match.ts';
import { isTurnOver, type Paced, slicePaced } from './pace.ts';
import { choosePlans, type Plan } from './plan.ts';
import { beginningWith } from './records.ts';
import { parseSort, sortPaced } from './sort.ts';
import type { Store } from './store.ts';

type Searched = Pick<Database, 'store' | 'catalog'>;

export interface Query {
  filter: Doc;
  sort?: unknown;
  skip?: number;
  /** 0 or absent: all. */
  limit?: number;
}

/** Finds documents lazily, each as it is when it is read. Checks the query before the first is asked for. */
export function findDocuments(db: Searched, collection: Collection | undefined, query: Query): Paced<Hit> {
  const { filter, skip = 0, limit = 0 } = query;
  const matches = compileFilter(filter);
  const sort = parseSort(query.sort);
  if (!collection) return [];
  const isNatural = isDoc(query.sort) && Object.hasOwn(query.sort, '$natural');
  const plans = isNatural ? undefined : choosePlans(collection.indexes, filter, sort, limit > 0);
  const candidates = plans ? fromIndexes(db.store, collection, plans) : fromAll(db.store, collection);
  const hits = matching(candidates, matches, () => present(db, collection, plans));
  const isSorted = sort.length === 0 || (plans?.length === 1 && plans[0]?.sorted);
  return slicePaced(isSorted ? hits : sortPaced(hits, sort, limit > 0 ? skip + limit : Infinity), skip, limit);
}

/** A document as it is now, if it still matches: for a transaction that changes what was found before it. */
export function findAgain(db: Searched, collection: Collection, hit: Hit, matches: Matcher): Hit | undefined {
  const bytes = db.store.get(documentKey(collection, hit.record));
  if (bytes?.equals(hit.bytes)) return hit;
  return bytes && match({ record: hit.record, bytes }, matches);
}

interface Candidate {
  record: number;
  bytes: Buffer;
}

/** Candidates that match, with pauses; after each, and at the end, `check` throws where what is read from is gone. */
function* matching(candidates: Paced<Candidate>, matches: Matcher, check: () => void): Generator<Hit | undefined> {
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

/** The collection as it is now. Throws where it or an index was dropped: reading on would give fewer documents. */
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
        const record = key.readUIntBE(key.length - 6, 6);
        const isRepeat = seen?.has(record);
        const bytes = isRepeat ? undefined : store.get(documentKey(collection, record));
        seen?.add(record);
        if (!bytes && !isRepeat && store.get(key)) throw damaged(`no document for an entry of ${index.name}`);
        yield bytes && { record, bytes };
      }
    }
}
