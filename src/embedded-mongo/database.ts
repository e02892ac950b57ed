import { join } from 'node:path';
import { type Doc, encode, isDoc, toInteger } from './bson.ts';
import { Catalog, type Collection } from './catalog.ts';
import { Cursors } from './cursors.ts';
import { prepareFile } from './data-file.ts';
import { Documents } from './documents.ts';
import { check, notImplemented } from './errors.ts';
import { TimeLimit } from './pace.ts';
import type { Client } from './server.ts';
import { CommitFailed, Store } from './store.ts';

export interface Database {
  store: Store;
  catalog: Catalog;
  documents: Documents;
  cursors: Cursors;
  startedAt: number;
  /** Of the command that this is handed to; see `dispatch.ts`. */
  limit: TimeLimit;
  /** Of that command too: aborted when its client's connection has closed. */
  signal?: AbortSignal;
  client?: Client;
  /** Runs a write; resolves when it is on disk. `structure`: readers wait, as it changes what they plan by. */
  write<T>(action: () => T, structure?: boolean): Promise<T>;
  /** Resolves when no change of structure is under way; the next read sees the newest commit. */
  settled(): Promise<void>;
}

/** Opens the database in `folder`. `onFatal` is called with a failed commit, unless the disk was full. */
export async function openDatabase(folder: string, onFatal: (error: unknown) => void): Promise<Database> {
  const file = join(folder, 'data.mdb');
  await prepareFile(file);
  let isCatalogAhead = false;
  const store = new Store(file, () => {
    isCatalogAhead = true;
  });
  const catalog = new Catalog(store);
  let structure: Promise<unknown> = Promise.resolve();
  /** After a commit that failed, memory knows collections and indexes that the disk does not. */
  const levelCatalog = () => {
    if (isCatalogAhead) catalog.reload();
    isCatalogAhead = false;
  };
  return {
    store,
    catalog,
    documents: new Documents(store, catalog),
    cursors: new Cursors(),
    startedAt: Date.now(),
    limit: new TimeLimit(),
    write(action, changesStructure = false) {
      const done = store
        .write(() => {
          levelCatalog();
          return catalog.attempt(action);
        })
        .catch((error: unknown) => {
          if (error instanceof CommitFailed) onFatal(error);
          throw error;
        });
      if (changesStructure) structure = Promise.allSettled([structure, done]);
      return done;
    },
    async settled() {
      await structure;
      store.refresh();
      levelCatalog();
    },
  };
}

/** Answers a command; `ns` is that of the collection it works on, where it works on one. */
export interface Command {
  run(db: Database, body: Doc, ns: string): Promise<Doc | Buffer>;
  /** The fields it understands, besides those all commands have. */
  fields: readonly string[];
}

/** The one batch, or the first, of what a listing gives. */
export function batchOf(db: Database, ns: string, docs: Doc[], body: Doc): Promise<Buffer> {
  const batchSize = countField(docField(body, 'cursor'), 'batchSize') ?? Infinity;
  return db.cursors.open(db, ns, docs.map(encode).values(), batchSize);
}

export function namespaceOf(body: Doc, name: string): string {
  const collection = body[name];
  if (toInteger(collection) === 1) throw notImplemented(`${name} without a collection`);
  check(typeof collection === 'string', 'InvalidNamespace', `collection name has invalid type: ${name}`);
  check(collection !== '', 'InvalidNamespace', `Invalid namespace specified '${body.$db}.'`);
  return `${body.$db}.${collection}`;
}

export function collectionFor(db: Database, ns: string): Collection {
  return db.catalog.find(ns) ?? db.catalog.create(ns);
}

export function docField(body: Doc, name: string): Doc {
  const value = body[name] ?? {};
  check(isDoc(value), 'TypeMismatch', `BSON field '${name}' is the wrong type, expected type 'object'`);
  return value;
}

/** A whole number that is not negative, or undefined where the command does not say. */
export function countField(body: Doc, name: string): number | undefined {
  if (body[name] === undefined || body[name] === null) return undefined;
  const number = toInteger(body[name]);
  check(number !== undefined, 'TypeMismatch', `BSON field '${name}' is the wrong type, expected a whole number`);
  check(number >= 0, 51024, `BSON field '${name}' value must be >= 0, actual value '${number}'`);
  return number;
}
