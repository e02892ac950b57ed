import { join } from 'node:path';
import { type Doc, isDoc, toInteger } from './bson.ts';
import { type Catalog, type Collection, openCatalog } from './catalog.ts';
import { type Cursors, openCursors } from './cursors.ts';
import { prepareFile } from './data-file.ts';
import { type Documents, openDocuments } from './documents.ts';
import { MongoError, notImplemented } from './errors.ts';
import { compileExpression } from './expressions.ts';
import type { Client } from './server.ts';
import { CommitFailed, openStore, type Store } from './store.ts';
import { NO_TIME_LIMIT, type TimeLimit } from './time-limit.ts';

/** All that commands work on. */
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
  /** Runs a write; acknowledged when it is on disk. `structure`: readers wait for it, as it changes what they plan by. */
  write<T>(action: () => T, structure?: boolean): Promise<T>;
  /** Resolves when no change of structure is under way; the next read sees the newest commit. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database in `folder`; throws where its file is damaged. A commit that a full disk refuses is an error of its writers (OutOfDiskSpace) and the
 * database goes on; `onFatal` is called with any other failed commit.
 */
export async function openDatabase(folder: string, onFatal: (error: unknown) => void): Promise<Database> {
  const file = join(folder, 'data.mdb');
  await prepareFile(file);
  let isCatalogAhead = false;
  const store = openStore(file, () => {
    isCatalogAhead = true;
  });
  const catalog = openCatalog(store);
  const documents = openDocuments(store, catalog);
  let structure: Promise<unknown> = Promise.resolve();
  /** After a commit that failed, memory knows collections and indexes that the disk does not. */
  const levelCatalog = () => {
    if (isCatalogAhead) catalog.reload();
    isCatalogAhead = false;
  };
  return {
    store,
    catalog,
    documents,
    cursors: openCursors(),
    startedAt: Date.now(),
    limit: NO_TIME_LIMIT,
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
    close: () => store.close(),
  };
}

/** A command's handler: `body` is the command, `ns` its database and collection. */
export type Handler = (db: Database, body: Doc, name: string) => Promise<Doc | Buffer>;

export interface Command {
  run: Handler;
  /** The fields it understands, besides those all commands have. */
  fields: readonly string[];
}

/** The namespace of a command that works on a collection. */
export function namespaceOf(body: Doc, name: string): string {
  const collection = body[name];
  if (typeof collection !== 'string')
    throw new MongoError('InvalidNamespace', `collection name has invalid type: ${name}`);
  if (collection === '') throw new MongoError('InvalidNamespace', `Invalid namespace specified '${body.$db}.'`);
  return `${body.$db}.${collection}`;
}

export function collectionFor(db: Database, ns: string): Collection {
  return db.catalog.find(ns) ?? db.catalog.create(ns);
}

export function docField(body: Doc, name: string): Doc {
  const value = body[name];
  if (value === undefined || value === null) return {};
  if (!isDoc(value))
    throw new MongoError('TypeMismatch', `BSON field '${name}' is the wrong type, expected type 'object'`);
  return value;
}

/** A whole number that is not negative, or undefined where the command does not say. */
export function countField(body: Doc, name: string): number | undefined {
  if (body[name] === undefined || body[name] === null) return undefined;
  const number = toInteger(body[name]);
  if (number === undefined)
    throw new MongoError('TypeMismatch', `BSON field '${name}' is the wrong type, expected a whole number`);
  if (number < 0) throw new MongoError(51024, `BSON field '${name}' value must be >= 0, actual value '${number}'`);
  return number;
}

/** The values of the command's `let`, which are expressions that see no document. */
export function variablesOf(body: Doc): Doc | undefined {
  if (body.let === undefined) return undefined;
  const given = docField(body, 'let');
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, compileExpression(value)({}) ?? null]));
}

/** Refuses, by name, options that change the result and that are not done here. */
export function refuseOptions(given: Doc): void {
  for (const option of ['hint', 'min', 'max', 'returnKey', 'showRecordId', 'tailable', 'awaitData', 'oplogReplay'])
    if (given[option] !== undefined && given[option] !== false) throw notImplemented(`the option ${option}`);
  const collation = given.collation;
  if (isDoc(collation) && Object.keys(collation).length > 0 && collation.locale !== 'simple')
    throw notImplemented('the option collation');
}
