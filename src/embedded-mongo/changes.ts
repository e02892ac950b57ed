import type { Doc } from './bson.ts';
import type { Collection } from './catalog.ts';
import type { Database } from './database.ts';
import { compileFilter } from './match.ts';
import { isTurnOver, pause, startTurn } from './pace.ts';
import { findAgain, findDocuments, type Hit, present } from './query.ts';

/** What to do with the documents that a filter finds. */
export interface Change {
  filter: Doc;
  /** Of several, the first by this is changed; not together with `multi`. */
  sort?: unknown;
  variables?: Doc;
  /** All that are found, or the first. */
  multi: boolean;
  /** Called inside a transaction, as is `otherwise`. */
  apply(collection: Collection, hit: Hit): void;
  /** Where nothing was found. */
  otherwise?(): void;
}

/** At most so many documents, and about so many bytes of them, are changed in one transaction. */
const PORTION = 500;
const PORTION_BYTES = 4 * 1024 * 1024;
/** How long a transaction works, which stops everybody: a longer turn than a reader's, as each costs an fsync. */
export const WRITE_MS = 20;

/**
 * Inside a transaction. False, with nothing changed, where finding the documents takes so long, or finds so many, that
 * others have to get their turn meanwhile: then `changeInPortions` does it.
 */
export function changeAtOnce(db: Database, ns: string, { apply, otherwise, multi, ...query }: Change): boolean {
  const collection = db.catalog.find(ns);
  const hits: Hit[] = [];
  let bytes = 0;
  startTurn();
  for (const hit of findDocuments(db, collection, { ...query, limit: multi ? 0 : 1 })) {
    if (!hit || hits.length === PORTION || bytes > PORTION_BYTES) return false;
    hits.push(hit);
    bytes += hit.bytes.length;
  }
  if (hits.length === 0) otherwise?.();
  for (const hit of hits) apply(collection as Collection, hit);
  return true;
}

/** Finds outside of transactions, with pauses; each transaction looks again at what it changes. Ended midway, it is done in part. */
export async function changeInPortions(db: Database, ns: string, change: Change): Promise<void> {
  await pause(db);
  if (change.multi) await changeAll(db, ns, change);
  else while (!(await changeFirst(db, ns, change))) await pause(db);
}

/** False where the document changed meanwhile and no longer matches. */
async function changeFirst(db: Database, ns: string, { apply, otherwise, multi, ...query }: Change): Promise<boolean> {
  const collection = db.catalog.find(ns);
  const matches = compileFilter(query.filter, query.variables);
  let first: Hit | undefined;
  for (const hit of findDocuments(db, collection, { ...query, limit: 1 }))
    if (hit) first = hit;
    else await pause(db);
  return db.write(() => {
    if (!first || !collection) {
      otherwise?.();
      return true;
    }
    const held = present(db, collection);
    const hit = findAgain(db, held, first, matches);
    if (hit) apply(held, hit);
    return hit !== undefined;
  });
}

async function changeAll(db: Database, ns: string, { apply, otherwise, filter, variables }: Change): Promise<void> {
  const collection = db.catalog.find(ns);
  const matches = compileFilter(filter, variables);
  // A document that moves within the index that is read would be found twice.
  const done = new Set<number>();
  let portion: Hit[] = [];
  let bytes = 0;
  const write = async (): Promise<void> => {
    for (let at = 0; at < portion.length; ) {
      let failure: unknown;
      await db.write(() => {
        const held = present(db, collection as Collection);
        for (startTurn(WRITE_MS); at < portion.length && !failure && !isTurnOver(); at++) {
          const hit = findAgain(db, held, portion[at] as Hit, matches);
          // What was changed before a failure stays, as MongoDB has it.
          try {
            if (hit) apply(held, hit);
          } catch (error) {
            failure = error;
          }
        }
      });
      if (failure) throw failure;
      await pause(db);
    }
    portion = [];
    bytes = 0;
  };
  for (const hit of findDocuments(db, collection, { filter, variables })) {
    if (!hit) await pause(db);
    if (!hit || done.has(hit.record)) continue;
    done.add(hit.record);
    portion.push(hit);
    bytes += hit.bytes.length;
    if (portion.length === PORTION || bytes > PORTION_BYTES) await write();
  }
  await write();
  if (done.size === 0 && otherwise) await db.write(otherwise);
}
