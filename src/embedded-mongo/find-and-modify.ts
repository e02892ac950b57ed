import { type Doc, isTruthy } from './bson.ts';
import {
  type Command,
  collectionFor,
  type Database,
  docField,
  namespaceOf,
  refuseOptions,
  variablesOf,
} from './database.ts';
import { MongoError } from './errors.ts';
import { compileProjection } from './project.ts';
import { findDocuments } from './query.ts';
import { compileUpdate } from './update.ts';
import { updateHit, upsertDocument } from './write-commands.ts';

/** Finds one document, by `sort` where several fit, and changes or removes it in one step. */
export const findAndModify: Command = {
  fields: [
    'query',
    'sort',
    'remove',
    'update',
    'new',
    'fields',
    'upsert',
    'arrayFilters',
    'bypassDocumentValidation',
    'let',
    'hint',
    'collation',
  ],
  async run(db, body, name) {
    const ns = namespaceOf(body, name);
    refuseOptions(body);
    const removes = isTruthy(body.remove);
    if (removes === (body.update !== undefined))
      throw new MongoError(
        'FailedToParse',
        removes ? 'Cannot specify both an update and remove=true' : 'Either an update or remove=true must be specified',
      );
    if (removes && (isTruthy(body.upsert) || isTruthy(body.new)))
      throw new MongoError(
        'FailedToParse',
        `Cannot specify both ${isTruthy(body.upsert) ? 'upsert' : 'new'}=true and remove=true`,
      );
    return db.write(() => modify(db, ns, body, removes));
  },
};

function modify(db: Database, ns: string, body: Doc, removes: boolean): Doc {
  const variables = variablesOf(body);
  const filter = docField(body, 'query');
  const project = compileProjection(body.fields, false, variables);
  const updater = removes ? undefined : compileUpdate(body.update, body.arrayFilters, variables);
  const collection = db.catalog.find(ns);
  const [hit] = findDocuments(db, collection, { filter, sort: body.sort, limit: 1, variables });
  const shown = (doc: Doc, position: number) => (project ? project(doc, position) : doc);
  if (!hit || !collection) {
    if (!updater || !isTruthy(body.upsert))
      return { lastErrorObject: removes ? { n: 0 } : { n: 0, updatedExisting: false }, value: null, ok: 1 };
    const doc = upsertDocument(filter, body.update, updater);
    db.documents.insert(collectionFor(db, ns), doc);
    return {
      lastErrorObject: { n: 1, updatedExisting: false, upserted: doc._id },
      value: isTruthy(body.new) ? shown(doc, -1) : null,
      ok: 1,
    };
  }
  if (!updater) {
    db.documents.remove(collection, hit.record, hit.doc);
    return { lastErrorObject: { n: 1 }, value: shown(hit.doc, hit.position), ok: 1 };
  }
  const { after } = updateHit(db, collection, hit, updater);
  return {
    lastErrorObject: { n: 1, updatedExisting: true },
    value: shown(isTruthy(body.new) ? after : hit.doc, hit.position),
    ok: 1,
  };
}
