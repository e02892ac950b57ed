import { Long } from 'bson';
import { type Doc, encode, isTruthy } from './bson.ts';
import type { Collection } from './catalog.ts';
import { encodeBatch } from './cursors.ts';
import { type Command, countField, type Database, docField, namespaceOf, refuseOptions } from './database.ts';
import { MongoError, notImplemented, typeMismatch } from './errors.ts';
import { compileFilter } from './match.ts';

const CREATE_REFUSED = [
  'capped',
  'viewOn',
  'pipeline',
  'timeseries',
  'validator',
  'clusteredIndex',
  'expireAfterSeconds',
  'encryptedFields',
  'changeStreamPreAndPostImages',
];

export const create: Command = {
  fields: [
    'size',
    'max',
    'collation',
    'autoIndexId',
    'idIndex',
    'storageEngine',
    'validationLevel',
    'validationAction',
    'indexOptionDefaults',
    ...CREATE_REFUSED,
  ],
  async run(db, body, name) {
    const ns = namespaceOf(body, name);
    for (const option of CREATE_REFUSED)
      if (body[option] !== undefined && body[option] !== false) throw notImplemented(`the collection option ${option}`);
    refuseOptions(body);
    return db.write(() => {
      if (db.catalog.find(ns)) throw new MongoError('NamespaceExists', `Collection ${ns} already exists.`);
      db.catalog.create(ns);
      return { ok: 1 };
    }, true);
  },
};

export const drop: Command = {
  fields: [],
  async run(db, body, name) {
    const ns = namespaceOf(body, name);
    return db.write(() => {
      const collection = db.catalog.find(ns);
      if (!collection) return { ok: 1 };
      const nIndexesWas = collection.indexes.length;
      db.catalog.drop(collection);
      db.cursors.closeAll(ns);
      return { nIndexesWas, ns, ok: 1 };
    }, true);
  },
};

export const dropDatabase: Command = {
  fields: [],
  async run(db, body) {
    return db.write(() => {
      for (const collection of inDatabase(db, body.$db as string)) {
        db.catalog.drop(collection);
        db.cursors.closeAll(collection.ns);
      }
      return { dropped: body.$db, ok: 1 };
    }, true);
  },
};

function inDatabase(db: Database, name: string): Collection[] {
  return db.catalog.all().filter(({ ns }) => ns.startsWith(`${name}.`));
}

export const renameCollection: Command = {
  fields: ['to', 'dropTarget'],
  async run(db, body, name) {
    const [from, to] = [body[name], body.to];
    if (typeof from !== 'string' || typeof to !== 'string') throw typeMismatch('renameCollection needs two names');
    return db.write(() => {
      const collection = db.catalog.find(from);
      const target = db.catalog.find(to);
      if (!collection) throw new MongoError('NamespaceNotFound', `Source collection ${from} does not exist`);
      if (from === to) throw new MongoError('IllegalOperation', "Can't rename a collection to itself");
      if (target && !isTruthy(body.dropTarget)) throw new MongoError('NamespaceExists', 'target namespace exists');
      if (target) db.catalog.drop(target);
      db.catalog.rename(collection, to);
      db.cursors.closeAll(from);
      return { ok: 1 };
    }, true);
  },
};

/** The one batch, or the first, of what a listing gives. */
export async function batchOf(db: Database, ns: string, docs: Doc[], body: Doc): Promise<Buffer> {
  const batchSize = countField(docField(body, 'cursor'), 'batchSize') ?? Number.MAX_SAFE_INTEGER;
  return encodeBatch('firstBatch', await db.cursors.open(db, ns, docs.map(encode).values(), batchSize));
}

export const listCollections: Command = {
  fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  async run(db, body) {
    const matches = compileFilter(docField(body, 'filter'));
    const described = inDatabase(db, body.$db as string).map(({ ns, options, indexes }) => {
      const name = ns.slice(ns.indexOf('.') + 1);
      const brief = { name, type: 'collection' };
      return isTruthy(body.nameOnly)
        ? brief
        : { ...brief, options, info: { readOnly: false }, idIndex: indexes[0]?.spec };
    });
    return batchOf(
      db,
      `${body.$db}.$cmd.listCollections`,
      described.filter((doc) => matches(doc)),
      body,
    );
  },
};

export const listDatabases: Command = {
  fields: ['filter', 'nameOnly', 'authorizedDatabases'],
  async run(db, body) {
    const matches = compileFilter(docField(body, 'filter'));
    const names = [...new Set(db.catalog.all().map(({ ns }) => ns.slice(0, ns.indexOf('.'))))];
    const databases = names.map((name) =>
      isTruthy(body.nameOnly) ? { name } : { name, sizeOnDisk: Long.ZERO, empty: false },
    );
    return { databases: databases.filter((doc) => matches(doc)), totalSize: Long.ZERO, ok: 1 };
  },
};
