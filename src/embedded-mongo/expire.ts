import type { Collection } from './catalog.ts';
import type { Database } from './database.ts';
import type { Index } from './indexes.ts';
import { findDocuments } from './query.ts';

/** At most so many documents in one write, so that other writers get their turn. */
const PORTION = 1000;

/** Removes what TTL indexes say is over, again and again; returns how to stop. */
export function startExpiry(db: Database, everyMs: number, onError: (error: unknown) => void): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout;
  const again = (): void => {
    timer = setTimeout(() => {
      void expireAll(db)
        .catch(onError)
        .finally(() => stopped || again());
    }, everyMs);
    timer.unref();
  };
  again();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

async function expireAll(db: Database): Promise<void> {
  for (const { ns, indexes } of db.catalog.all())
    for (const { name, expireAfterSeconds } of indexes)
      if (expireAfterSeconds !== undefined) while ((await expirePortion(db, ns, name)) === PORTION);
}

async function expirePortion(db: Database, ns: string, indexName: string): Promise<number> {
  await db.settled();
  const seen = db.catalog.find(ns);
  const index = seen?.indexes.find(({ name }) => name === indexName);
  if (!seen || !index || dueHits(db, seen, index, 1).length === 0) return 0;
  return db.write(() => {
    const collection = db.catalog.find(ns);
    const held = collection?.indexes.find(({ name }) => name === indexName);
    if (!collection || !held) return 0;
    const hits = dueHits(db, collection, held, PORTION);
    for (const hit of hits) db.documents.remove(collection, hit.record, hit.doc);
    return hits.length;
  });
}

function dueHits(db: Database, collection: Collection, index: Index, limit: number) {
  const path = index.fields[0]?.path as string;
  const before = new Date(Date.now() - (index.expireAfterSeconds as number) * 1000);
  const filter = { [path]: { $lte: before }, ...(index.filter ? { $and: [index.filter] } : {}) };
  return [...findDocuments(db, collection, { filter, limit })];
}
