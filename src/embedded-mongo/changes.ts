import type { Doc } from './bson.ts';
import type { Collection } from './catalog.ts';
import type { Database } from './database.ts';
import type { Hit } from './hit.ts';
import type { Index } from './indexes.ts';
import { compileFilter } from './match.ts';
import { isTurnOver, pause, startTurn, TimeLimit } from './pace.ts';
import { findAgain, findDocuments, present } from './query.ts';

/** What to do with the documents that a filter finds. */
export interface Change {
  filter: Doc;
  /** Of several, the first by this is changed; not together with `multi`. */
  sort?: unknown;
  multi: boolean;
  /** Called inside a transaction, as is `otherwise`. */
  apply(collection: Collection, hit: Hit): void;
  otherwise?(): void;
}

/** At most so many documents, and about so many bytes of them, are changed in one transaction. */
const PORTION = 500;
const PORTION_BYTES = 4 * 1024 * 1024;
/** How long a transaction works, which stops everybody. Commands that take longer are done in part, as in MongoDB. */
export const WRITE_MS = 8;

/** Inside a transaction. False, with nothing changed, where that takes a turn: `changeInPortions` does it then. */
export function changeAtOnce(db: Database, ns: string, change: Change): boolean {
  const collection = db.catalog.find(ns);
  const hits: Hit[] = [];
  let bytes = 0;
  startTurn();
  for (const hit of findDocuments(db, collection, { ...change, limit: change.multi ? 0 : 1 })) {
    if (!hit || hits.length === PORTION || bytes > PORTION_BYTES) return false;
    hits.push(hit);
    bytes += hit.bytes.length;
  }
  if (hits.length === 0) change.otherwise?.();
  for (const hit of hits) change.apply(collection as Collection, hit);
  return true;
}

/** Finds outside of transactions, with pauses; each transaction checks again what it changes. May end in part. */
export async function changeInPortions(db: Database, ns: string, change: Change): Promise<void> {
  const { multi, otherwise } = change;
  await pause(db);
  const collection = db.catalog.find(ns);
  // A document that moves within the index that is read would be found twice.
  const done = new Set<number>();
  let portion: Hit[] = [];
  let bytes = 0;
  for (const hit of findDocuments(db, collection, { ...change, limit: multi ? 0 : 1 })) {
    if (!hit) await pause(db);
    if (!hit || done.has(hit.record)) continue;
    done.add(hit.record);
    portion.push(hit);
    bytes += hit.bytes.length;
    if (!multi || (portion.length < PORTION && bytes <= PORTION_BYTES)) continue;
    await changeAll(db, collection as Collection, change, portion);
    await pause(db);
    portion = [];
    bytes = 0;
  }
  const changed = await changeAll(db, collection as Collection, change, portion);
  if (done.size === 0 && otherwise) await db.write(otherwise);
  // It changed meanwhile and no longer matches: another may be the first now.
  if (!multi && done.size > changed) await changeInPortions(db, ns, change);
}

/** Changes what still matches, in turns. @returns how many those were */
async function changeAll(db: Database, of: Collection, { filter, apply }: Change, hits: Hit[]): Promise<number> {
  const matches = compileFilter(filter);
  let count = 0;
  for (let at = 0; at < hits.length; ) {
    if (at > 0) await pause(db);
    let failure: unknown;
    await db.write(() => {
      const held = present(db, of);
      for (startTurn(WRITE_MS); at < hits.length && !failure && !isTurnOver(); at++) {
        const hit = findAgain(db, held, hits[at] as Hit, matches);
        // What was changed before a failure stays, as MongoDB has it.
        try {
          if (hit) apply(held, hit);
          if (hit) count++;
        } catch (error) {
          failure = error;
        }
      }
    });
    if (failure) throw failure;
  }
  return count;
}

/** Removes what collections and indexes that were dropped have left, in portions; goes on when its client has gone. */
export async function sweep(db: Database): Promise<void> {
  while (await db.write(() => db.catalog.sweep(WRITE_MS)))
    await pause({ ...db, signal: undefined, limit: new TimeLimit() });
}

/** Drops collections at once; their records go after it, in portions. */
export async function dropAll(db: Database, isMeant: (collection: Collection) => boolean): Promise<Collection[]> {
  const dropped = await db.write(() => {
    const meant = db.catalog.all().filter(isMeant);
    for (const collection of meant) {
      db.catalog.drop(collection);
      db.cursors.closeAll(collection.ns);
    }
    return meant;
  }, true);
  await sweep(db);
  return dropped;
}

/** Removes what TTL indexes say is over, and what drops have left, again and again; returns how to stop. */
export function startExpiry(db: Database, everyMs: number, onError: (error: unknown) => void): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const again = async (): Promise<void> => {
    await removeAll(db).catch(onError);
    if (!isStopped) timer = setTimeout(again, everyMs).unref();
  };
  timer = setTimeout(again, everyMs).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

async function removeAll(db: Database): Promise<void> {
  await sweep(db);
  for (const { ns, indexes } of db.catalog.all())
    for (const index of indexes)
      if (index.expireAfterSeconds !== undefined)
        await changeInPortions(db, ns, {
          filter: due(index),
          multi: true,
          apply: (collection, hit) => db.documents.change(collection, hit.record, hit.doc),
        });
}

function due({ fields, filter, expireAfterSeconds }: Index): Doc {
  const before = new Date(Date.now() - (expireAfterSeconds as number) * 1000);
  return { [fields[0]?.path as string]: { $lte: before }, ...(filter ? { $and: [filter] } : {}) };
}
