import { type Doc, encode, isDoc, isTruthy, toInteger } from './bson.ts';
import type { Collection } from './catalog.ts';
import {
  type Command,
  collectionFor,
  type Database,
  docField,
  namespaceOf,
  refuseOptions,
  variablesOf,
} from './database.ts';
import { withIdFirst } from './documents.ts';
import { MongoError } from './errors.ts';
import { findDocuments, type Hit } from './query.ts';
import { compileUpdate, isModifier, type Updater } from './update.ts';
import { seedFromFilter } from './update-seed.ts';

const SHARED = ['ordered', 'bypassDocumentValidation', 'let'];

/** The document an upsert makes. */
export function upsertDocument(filter: Doc, update: unknown, updater: Updater): Doc {
  const replaces = isDoc(update) && !isModifier(update);
  return withIdFirst(updater(seedFromFilter(filter, replaces), { position: -1, inserting: true }));
}

/** Changes a document that was found; false where the update leaves it as it was. */
export function updateHit(
  db: Database,
  collection: Collection,
  hit: Hit,
  updater: Updater,
): { changed: boolean; after: Doc } {
  const after = updater(hit.doc, { position: hit.position, inserting: false });
  const bytes = encode(after);
  if (bytes.equals(hit.bytes)) return { changed: false, after };
  db.documents.replace(collection, hit.record, hit.doc, after, bytes);
  return { changed: true, after };
}

interface WriteErrors {
  writeErrors?: Doc[];
}

/** Runs the statements of a command in turn, gathering their errors; `ordered` stops at the first. */
function runEach(body: Doc, statements: Doc[], run: (statement: Doc, index: number) => void): WriteErrors {
  const ordered = body.ordered === undefined || isTruthy(body.ordered);
  const writeErrors: Doc[] = [];
  for (let index = 0; index < statements.length; index++) {
    try {
      run(statements[index] as Doc, index);
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      writeErrors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
      if (ordered) break;
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {};
}

function statementsOf(body: Doc, name: string): Doc[] {
  const statements = body[name];
  if (!Array.isArray(statements)) throw new MongoError(40414, `BSON field '${name}' is missing but a required field`);
  if (statements.length === 0 || statements.length > 100_000)
    throw new MongoError(
      'InvalidOptions',
      `Write batch sizes must be between 1 and 100000. Got ${statements.length} operations.`,
    );
  for (const statement of statements) {
    if (!isDoc(statement)) throw new MongoError('TypeMismatch', `BSON field '${name}' must hold objects`);
    if (name !== 'documents') checkStatement(name, statement);
  }
  return statements as Doc[];
}

const STATEMENT_FIELDS: Record<string, string[]> = {
  updates: ['q', 'u', 'c', 'multi', 'upsert', 'arrayFilters', 'hint', 'collation'],
  deletes: ['q', 'limit', 'hint', 'collation'],
};

function checkStatement(name: string, statement: Doc): void {
  refuseOptions(statement);
  for (const field of Object.keys(statement))
    if (!STATEMENT_FIELDS[name]?.includes(field))
      throw new MongoError(40415, `BSON field '${name}.${field}' is an unknown field.`);
}

export const insert: Command = {
  fields: ['documents', ...SHARED],
  async run(db, body, name) {
    const ns = namespaceOf(body, name);
    const docs = statementsOf(body, 'documents');
    return db.write(() => {
      let n = 0;
      const collection = collectionFor(db, ns);
      const errors = runEach(body, docs, (doc) => {
        db.documents.insert(collection, doc);
        n++;
      });
      return { n, ...errors, ok: 1 };
    });
  },
};

export const update: Command = {
  fields: ['updates', ...SHARED],
  async run(db, body, name) {
    const ns = namespaceOf(body, name);
    const statements = statementsOf(body, 'updates');
    const variables = variablesOf(body);
    return db.write(() => {
      const result = { n: 0, nModified: 0 };
      const upserted: Doc[] = [];
      const errors = runEach(body, statements, (statement, index) => {
        const done = runUpdate(db, ns, statement, variables);
        result.n += done.n;
        result.nModified += done.modified;
        if (done.upserted) upserted.push({ index, _id: done.upserted._id });
      });
      return { ...result, ...(upserted.length > 0 ? { upserted } : {}), ...errors, ok: 1 };
    });
  },
};

function runUpdate(
  db: Database,
  ns: string,
  statement: Doc,
  variables?: Doc,
): { n: number; modified: number; upserted?: Doc } {
  const filter = docField(statement, 'q');
  const multi = isTruthy(statement.multi);
  if (multi && isDoc(statement.u) && !isModifier(statement.u))
    throw new MongoError('FailedToParse', 'multi update is not supported for replacement-style update');
  const updater = compileUpdate(statement.u, statement.arrayFilters, { ...variables, ...docField(statement, 'c') });
  const collection = db.catalog.find(ns);
  const hits = [...findDocuments(db, collection, { filter, limit: multi ? 0 : 1, variables })];
  if (hits.length === 0 && isTruthy(statement.upsert)) {
    const doc = upsertDocument(filter, statement.u, updater);
    db.documents.insert(collectionFor(db, ns), doc);
    return { n: 1, modified: 0, upserted: doc };
  }
  let modified = 0;
  for (const hit of hits) if (updateHit(db, collection as Collection, hit, updater).changed) modified++;
  return { n: hits.length, modified };
}

export const remove: Command = {
  fields: ['deletes', ...SHARED],
  async run(db, body, name) {
    const ns = namespaceOf(body, name);
    const statements = statementsOf(body, 'deletes');
    const variables = variablesOf(body);
    return db.write(() => {
      let n = 0;
      const errors = runEach(body, statements, (statement) => {
        const limit = toInteger(statement.limit);
        if (limit !== 0 && limit !== 1)
          throw new MongoError('FailedToParse', 'The limit field in delete objects must be 0 or 1');
        const collection = db.catalog.find(ns);
        const hits = [...findDocuments(db, collection, { filter: docField(statement, 'q'), limit, variables })];
        for (const hit of hits) db.documents.remove(collection as Collection, hit.record, hit.doc);
        n += hits.length;
      });
      return { n, ...errors, ok: 1 };
    });
  },
};
