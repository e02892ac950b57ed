import { batchOf } from './admin-commands.ts';
import { type Doc, isDoc, toNumber } from './bson.ts';
import { type Collection, partOf } from './catalog.ts';
import { type Change, changeInPortions } from './changes.ts';
import { type Command, collectionFor, type Database, docField, namespaceOf } from './database.ts';
import { MongoError, notImplemented } from './errors.ts';
import { type Index, openIndex, parseIndex, requireName } from './indexes.ts';
import { equalValues } from './order.ts';
import { findDocuments } from './query.ts';

export const createIndexes: Command = {
  fields: ['indexes', 'commitQuorum', 'ignoreUnknownIndexOptions'],
  async run(db, body, name) {
    const ns = namespaceOf(body, name);
    if (!Array.isArray(body.indexes) || body.indexes.length === 0)
      throw new MongoError('BadValue', 'Must specify at least one index to create');
    const specs = (body.indexes as Doc[]).map((given) => parseIndex(given));
    const { left, ...answer } = await db.write(() => {
      const createdCollectionAutomatically = !db.catalog.find(ns);
      const collection = collectionFor(db, ns);
      const numIndexesBefore = collection.indexes.length;
      const unbuilt = specs.map((spec) => addIndex(db, collection, spec)).filter((number) => number !== undefined);
      const numIndexesAfter = collection.indexes.length;
      return { left: unbuilt, numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, ok: 1 };
    }, true);
    for (const number of left) await buildIndex(db, ns, number);
    return answer;
  },
};

/** What tells two indexes of one collection apart, besides their names. */
const IDENTITY = ['key', 'partialFilterExpression', 'unique', 'sparse'];

/** The same index again is no error; the same name or the same identity with something else is. */
function existing(collection: Collection, spec: Doc): Index | undefined {
  requireName(spec);
  if (equalValues(spec.key, { _id: 1 })) return collection.indexes[0];
  const isTwin = (index: Index) =>
    IDENTITY.every((option) => equalValues(index.spec[option] ?? null, spec[option] ?? null));
  const named = collection.indexes.find((index) => index.name === spec.name);
  const twin = collection.indexes.find(isTwin);
  if ((named && equalValues(named.spec, spec)) || (!named && !twin)) return named;
  if (named && !isTwin(named))
    throw new MongoError(
      'IndexKeySpecsConflict',
      `An existing index has the same name as the requested index. Requested index: ${spec.name}`,
    );
  throw new MongoError(
    'IndexOptionsConflict',
    named
      ? `An equivalent index already exists with the same name but different options. Requested index: ${spec.name}`
      : `Index already exists with a different name: ${twin?.name}`,
  );
}

/** So many documents are indexed at once; more, in portions between which others run. */
const AT_ONCE = 500;

/** Inside a transaction; the number of the index where it is left to build, also by a process that was killed. */
function addIndex(db: Database, collection: Collection, spec: Doc): number | undefined {
  const held = existing(collection, spec);
  if (held) return held.isBuilding ? held.number : undefined;
  if (collection.indexes.length >= 64)
    throw new MongoError('CannotCreateIndex', `add index fails, too many indexes for ${collection.ns}`);
  const number = Math.max(...collection.indexes.map((index) => index.number)) + 1;
  const isBuilding = db.documents.count(collection) > AT_ONCE;
  const index = openIndex(spec, { number, multikey: false, inexact: false, isBuilding });
  if (!isBuilding) db.documents.buildIndex(collection, index, findDocuments(db, collection, { filter: {} }));
  db.catalog.setIndexes(collection, [...collection.indexes, index]);
  return isBuilding ? number : undefined;
}

/** Goes on when its client has gone, as MongoDB does. */
async function buildIndex(db: Database, ns: string, number: number): Promise<void> {
  const underWay = (collection: Collection): Index => {
    const index = collection.indexes.find((held) => held.number === number);
    if (!index) throw new MongoError('QueryPlanKilled', `an index of ${ns} was dropped while it was built`);
    return index;
  };
  const change: Change = {
    filter: {},
    multi: true,
    apply: (collection, hit) => db.documents.buildIndex(collection, underWay(collection), [hit]),
  };
  const end = (action: (collection: Collection, index: Index) => void) =>
    db.write(() => {
      const collection = db.catalog.find(ns);
      const index = collection?.indexes.find((held) => held.number === number);
      if (collection && index) action(collection, index);
    }, true);
  try {
    await changeInPortions({ ...db, signal: undefined }, ns, change);
  } catch (error) {
    await end((collection, index) => removeIndex(db, collection, index));
    throw error;
  }
  await end((collection, index) => replaceIndex(db, collection, index, { ...index, isBuilding: false }));
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
      collection.indexes.filter(({ isBuilding }) => !isBuilding).map(({ spec }) => spec),
      body,
    );
  },
};

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

function replaceIndex(db: Database, collection: Collection, index: Index, by: Index): void {
  db.catalog.setIndexes(
    collection,
    collection.indexes.map((held) => (held === index ? by : held)),
  );
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
  replaceIndex(db, collection, index, openIndex(spec, index));
  return {
    ...(before === undefined ? {} : { expireAfterSeconds_old: before }),
    expireAfterSeconds_new: toNumber(change.expireAfterSeconds),
    ok: 1,
  };
}
