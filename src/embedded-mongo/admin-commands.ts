import { Long } from 'bson';
import { type Doc, encode, isDoc, isTruthy, toNumber } from './bson.ts';
import { type Collection, partOf } from './catalog.ts';
import { encodeBatch } from './cursors.ts';
import {
  type Command,
  collectionFor,
  countField,
  type Database,
  docField,
  namespaceOf,
  refuseOptions,
} from './database.ts';
import { MongoError, notImplemented, typeMismatch } from './errors.ts';
import { type Index, openIndex, parseIndex, requireName } from './indexes.ts';
import { compileFilter } from './match.ts';
import { equalValues } from './order.ts';
import { findDocuments } from './query.ts';

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

export const createIndexes: Command = {
  fields: ['indexes', 'commitQuorum', 'ignoreUnknownIndexOptions'],
  async run(db, body, name) {
    const ns = namespaceOf(body, name);
    if (!Array.isArray(body.indexes) || body.indexes.length === 0)
      throw new MongoError('BadValue', 'Must specify at least one index to create');
    const specs = (body.indexes as Doc[]).map((given) => parseIndex(given));
    return db.write(() => {
      const createdCollectionAutomatically = !db.catalog.find(ns);
      const collection = collectionFor(db, ns);
      const numIndexesBefore = collection.indexes.length;
      for (const spec of specs) if (!existing(collection, spec)) addIndex(db, collection, spec);
      return { numIndexesBefore, numIndexesAfter: collection.indexes.length, createdCollectionAutomatically, ok: 1 };
    }, true);
  },
};

/** The same index again is no error; the same name or the same keys with something else is. */
function existing(collection: Collection, spec: Doc): boolean {
  requireName(spec);
  const sameKeys = (index: Index) =>
    equalValues(index.spec.key, spec.key) && equalValues(index.filter ?? {}, spec.partialFilterExpression ?? {});
  const named = collection.indexes.find((index) => index.name === spec.name);
  if (named?.name === '_id_' && sameKeys(named)) return true;
  if (named) {
    if (equalValues(named.spec, spec)) return true;
    throw sameKeys(named)
      ? new MongoError(
          'IndexOptionsConflict',
          `An equivalent index already exists with the same name but different options. Requested index: ${spec.name}`,
        )
      : new MongoError(
          'IndexKeySpecsConflict',
          `An existing index has the same name as the requested index. Requested index: ${spec.name}`,
        );
  }
  const twin = collection.indexes.find(sameKeys);
  if (!twin) return false;
  if (twin.name === '_id_') return true;
  throw new MongoError('IndexOptionsConflict', `Index already exists with a different name: ${twin.name}`);
}

function addIndex(db: Database, collection: Collection, spec: Doc): void {
  if (collection.indexes.length >= 64)
    throw new MongoError('CannotCreateIndex', `add index fails, too many indexes for ${collection.ns}`);
  const number = Math.max(...collection.indexes.map((index) => index.number)) + 1;
  const index = openIndex(spec, { number, multikey: false, inexact: false });
  db.documents.buildIndex(collection, index, findDocuments(db, collection, { filter: {} }));
  db.catalog.setIndexes(collection, [...collection.indexes, index]);
}

export const listIndexes: Command = {
  fields: ['cursor'],
  async run(db, body, name) {
    const ns = namespaceOf(body, name);
    const collection = db.catalog.find(ns);
    if (!collection) throw new MongoError('NamespaceNotFound', `ns does not exist: ${ns}`);
    return batchOf(
      db,
      ns,
      collection.indexes.map(({ spec }) => spec),
      body,
    );
  },
};

function batchOf(db: Database, ns: string, docs: Doc[], body: Doc): Buffer {
  const batchSize = countField(docField(body, 'cursor'), 'batchSize') ?? Number.MAX_SAFE_INTEGER;
  return encodeBatch('firstBatch', db.cursors.open(ns, docs.map(encode).values(), batchSize, db.limit));
}

export const dropIndexes: Command = {
  fields: ['index'],
  async run(db, body, name) {
    const ns = namespaceOf(body, name);
    return db.write(() => {
      const collection = db.catalog.find(ns);
      if (!collection) throw new MongoError('NamespaceNotFound', `ns not found ${ns}`);
      const nIndexesWas = collection.indexes.length;
      const wanted = Array.isArray(body.index) ? body.index : [body.index];
      for (const index of wanted.flatMap((one) => chosenIndexes(collection, one))) removeIndex(db, collection, index);
      db.cursors.closeAll(ns);
      return { nIndexesWas, ok: 1 };
    }, true);
  },
};

function chosenIndexes(collection: Collection, wanted: unknown): Index[] {
  if (wanted === '*') return collection.indexes.filter(({ name }) => name !== '_id_');
  const index = collection.indexes.find(({ name, spec }) =>
    typeof wanted === 'string' ? name === wanted : equalValues(spec.key, wanted),
  );
  if (!index)
    throw new MongoError(
      'IndexNotFound',
      `index not found with name [${String(isDoc(wanted) ? JSON.stringify(wanted) : wanted)}]`,
    );
  if (index.name === '_id_') throw new MongoError('InvalidOptions', 'cannot drop _id index');
  return [index];
}

function removeIndex(db: Database, collection: Collection, index: Index): void {
  const bounds = { low: partOf(collection, index.number), high: partOf(collection, index.number + 1) };
  for (const { key } of db.store.scan(bounds)) db.store.remove(key);
  db.catalog.setIndexes(
    collection,
    collection.indexes.filter((held) => held !== index),
  );
}

/** Changes when documents of a TTL index expire; nothing else of a collection can be changed. */
export const collMod: Command = {
  fields: ['index', 'validator', 'validationLevel', 'validationAction'],
  async run(db, body, name) {
    const ns = namespaceOf(body, name);
    for (const option of ['validator', 'validationLevel', 'validationAction'])
      if (body[option] !== undefined) throw notImplemented(`the collection option ${option}`);
    return db.write(() => {
      const collection = db.catalog.find(ns);
      if (!collection) throw new MongoError('NamespaceNotFound', `ns does not exist: ${ns}`);
      return body.index === undefined ? { ok: 1 } : changeExpiry(db, collection, docField(body, 'index'));
    }, true);
  },
};

function changeExpiry(db: Database, collection: Collection, change: Doc): Doc {
  for (const option of ['hidden', 'unique', 'prepareUnique'])
    if (change[option] !== undefined) throw notImplemented(`collMod of ${option}`);
  const [index] = chosenIndexes(collection, change.name ?? change.keyPattern) as [Index];
  const spec = parseIndex({ ...index.spec, expireAfterSeconds: change.expireAfterSeconds });
  const before = index.expireAfterSeconds;
  db.catalog.setIndexes(
    collection,
    collection.indexes.map((held) => (held === index ? openIndex(spec, index) : held)),
  );
  return {
    ...(before === undefined ? {} : { expireAfterSeconds_old: before }),
    expireAfterSeconds_new: toNumber(change.expireAfterSeconds),
    ok: 1,
  };
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
