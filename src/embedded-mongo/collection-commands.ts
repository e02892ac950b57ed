import { type Doc, isDoc, toNumber } from './bson.ts';
import type { Collection } from './catalog.ts';
import { changeInPortions, dropAll, sweep } from './changes.ts';
import { batchOf, type Command, collectionFor, type Database, docField } from './database.ts';
import { check, checkFields, MongoError } from './errors.ts';
import { type Index, openIndex, parseIndex } from './indexes.ts';
import { equalValues } from './keys.ts';
import { findDocuments } from './query.ts';

export const create: Command = {
  fields: [],
  async run(db, _body, ns) {
    return db.write(() => {
      check(!db.catalog.find(ns), 'NamespaceExists', `Collection ${ns} already exists.`);
      db.catalog.create(ns);
      return { ok: 1 };
    }, true);
  },
};

export const drop: Command = {
  fields: [],
  async run(db, _body, ns) {
    const [dropped] = await dropAll(db, (collection) => collection.ns === ns);
    return { ...(dropped ? { nIndexesWas: dropped.indexes.length, ns } : {}), ok: 1 };
  },
};

export const createIndexes: Command = {
  fields: ['indexes'],
  async run(db, body, ns) {
    const given = Array.isArray(body.indexes) ? (body.indexes as Doc[]) : [];
    check(given.length > 0, 'BadValue', 'Must specify at least one index to create');
    const specs = given.map(parseIndex);
    const { left, ...answer } = await db.write(() => {
      const createdCollectionAutomatically = !db.catalog.find(ns);
      const collection = collectionFor(db, ns);
      const numIndexesBefore = collection.indexes.length;
      const wanted = specs.map((spec) => existing(collection, spec) ?? addIndex(db, collection, spec));
      const unbuilt = wanted.filter(({ isBuilding }) => isBuilding).map(({ number }) => number);
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
  if (equalValues(spec.key, { _id: 1 })) return collection.indexes[0];
  const isTwin = (index: Index) =>
    IDENTITY.every((option) => equalValues(index.spec[option] ?? null, spec[option] ?? null));
  const named = collection.indexes.find((index) => index.name === spec.name);
  const twin = collection.indexes.find(isTwin);
  if ((named && equalValues(named.spec, spec)) || (!named && !twin)) return named;
  const requested = `Requested index: ${spec.name}`;
  const sameName = `An existing index has the same name as the requested index. ${requested}`;
  check(!named || isTwin(named), 'IndexKeySpecsConflict', sameName);
  const other = `Index already exists with a different name: ${twin?.name}`;
  const equivalent = `An equivalent index already exists with the same name but different options. ${requested}`;
  throw new MongoError('IndexOptionsConflict', named ? equivalent : other);
}

/** So many documents are indexed at once; more, in portions between which others run. */
const AT_ONCE = 500;
const MAX_INDEXES = 64;

/** Inside a transaction; where it is left to build, that goes on after a process that was killed too. */
function addIndex(db: Database, collection: Collection, spec: Doc): Index {
  const isFull = collection.indexes.length >= MAX_INDEXES;
  check(!isFull, 'CannotCreateIndex', `add index fails, too many indexes for ${collection.ns}`);
  const isBuilding = db.documents.count(collection) > AT_ONCE;
  const index = db.catalog.addIndex(collection, spec, isBuilding);
  if (!isBuilding) db.documents.buildIndex(collection, index, findDocuments(db, collection, { filter: {} }));
  return index;
}

/** Goes on when its client has gone, as MongoDB does. */
async function buildIndex(db: Database, ns: string, number: number): Promise<void> {
  const indexOf = (collection?: Collection) => collection?.indexes.find((held) => held.number === number);
  const end = (action: (collection: Collection, index: Index) => void) =>
    db.write(() => {
      const collection = db.catalog.find(ns);
      const index = indexOf(collection);
      if (collection && index) action(collection, index);
    }, true);
  try {
    await changeInPortions({ ...db, signal: undefined }, ns, {
      filter: {},
      multi: true,
      apply(collection, hit) {
        const index = indexOf(collection);
        check(index, 'QueryPlanKilled', `an index of ${ns} was dropped while it was built`);
        db.documents.buildIndex(collection, index, [hit]);
      },
    });
  } catch (error) {
    await end((collection, index) => db.catalog.dropIndex(collection, index));
    await sweep(db);
    throw error;
  }
  await end((collection, index) => db.catalog.changeIndex(collection, index, { isBuilding: false }));
}

export const listIndexes: Command = {
  fields: ['cursor'],
  async run(db, body, ns) {
    const built = db.catalog.require(ns).indexes.filter(({ isBuilding }) => !isBuilding);
    const specs = built.map(({ spec }) => spec);
    return batchOf(db, ns, specs, body);
  },
};

export const dropIndexes: Command = {
  fields: ['index'],
  async run(db, body, ns) {
    const nIndexesWas = await db.write(() => {
      const collection = db.catalog.require(ns, `ns not found ${ns}`);
      const before = collection.indexes.length;
      const wanted = Array.isArray(body.index) ? body.index : [body.index];
      for (const index of wanted.flatMap((one) => chosenIndexes(collection, one)))
        db.catalog.dropIndex(collection, index);
      db.cursors.closeAll(ns);
      return before;
    }, true);
    await sweep(db);
    return { nIndexesWas, ok: 1 };
  },
};

function chosenIndexes(collection: Collection, wanted: unknown): Index[] {
  if (wanted === '*') return collection.indexes.filter(({ name }) => name !== '_id_');
  const index = collection.indexes.find(({ name, spec }) =>
    typeof wanted === 'string' ? name === wanted : equalValues(spec.key, wanted),
  );
  check(index, 'IndexNotFound', `index not found with name [${isDoc(wanted) ? JSON.stringify(wanted) : wanted}]`);
  check(index.name !== '_id_', 'InvalidOptions', 'cannot drop _id index');
  return [index];
}

/** Changes when documents of a TTL index expire; nothing else of a collection can be changed. */
export const collMod: Command = {
  fields: ['index'],
  async run(db, body, ns) {
    return db.write(() => {
      const collection = db.catalog.require(ns);
      if (body.index === undefined) return { ok: 1 };
      const change = docField(body, 'index');
      checkFields(change, 'index', ['name', 'keyPattern', 'expireAfterSeconds']);
      const [index] = chosenIndexes(collection, change.name ?? change.keyPattern) as [Index];
      const before = index.expireAfterSeconds;
      const spec = parseIndex({ ...index.spec, expireAfterSeconds: change.expireAfterSeconds });
      db.catalog.changeIndex(collection, index, openIndex(spec, index));
      return {
        ...(before === undefined ? {} : { expireAfterSeconds_old: before }),
        expireAfterSeconds_new: toNumber(change.expireAfterSeconds),
        ok: 1,
      };
    }, true);
  },
};
