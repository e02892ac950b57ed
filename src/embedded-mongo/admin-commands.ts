import { Long } from 'bson';
import { type Doc, encode, isTruthy } from './bson.ts';
import type { Collection } from './catalog.ts';
import { sweep } from './changes.ts';
import { encodeBatch } from './cursors.ts';
import { type Command, countField, type Database, docField, refuse } from './database.ts';
import { check, words } from './errors.ts';
import { compileFilter } from './match.ts';

const CREATE_REFUSED = words(
  `capped viewOn pipeline timeseries validator clusteredIndex expireAfterSeconds encryptedFields
  changeStreamPreAndPostImages`,
);
const CREATE_IGNORED = words(
  'size max collation autoIndexId idIndex storageEngine validationLevel validationAction indexOptionDefaults',
);

export const create: Command = {
  fields: [...CREATE_IGNORED, ...CREATE_REFUSED],
  async run(db, body, ns) {
    refuse(body, CREATE_REFUSED, 'the collection option');
    return db.write(() => {
      check(!db.catalog.find(ns), 'NamespaceExists', `Collection ${ns} already exists.`);
      db.catalog.create(ns);
      return { ok: 1 };
    }, true);
  },
};

/** Drops collections at once; their records go after it, in portions. */
async function dropAll(db: Database, isMeant: (collection: Collection) => boolean): Promise<Collection[]> {
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

export const drop: Command = {
  fields: [],
  async run(db, _body, ns) {
    const [dropped] = await dropAll(db, (collection) => collection.ns === ns);
    return { ...(dropped ? { nIndexesWas: dropped.indexes.length, ns } : {}), ok: 1 };
  },
};

export const dropDatabase: Command = {
  fields: [],
  async run(db, body) {
    await dropAll(db, isIn(body));
    return { dropped: body.$db, ok: 1 };
  },
};

/** Tells the collections of a command's database. */
function isIn({ $db }: Doc): (collection: Collection) => boolean {
  return ({ ns }) => ns.startsWith(`${$db}.`);
}

export const renameCollection: Command = {
  fields: ['to', 'dropTarget'],
  async run(db, { renameCollection: from, to, dropTarget }) {
    check(typeof from === 'string' && typeof to === 'string', 'TypeMismatch', 'renameCollection needs two names');
    await db.write(() => {
      const collection = db.catalog.require(from, `Source collection ${from} does not exist`);
      const target = db.catalog.find(to);
      check(from !== to, 'IllegalOperation', "Can't rename a collection to itself");
      check(!target || isTruthy(dropTarget), 'NamespaceExists', 'target namespace exists');
      if (target) db.catalog.drop(target);
      db.catalog.rename(collection, to);
      db.cursors.closeAll(from);
    }, true);
    await sweep(db);
    return { ok: 1 };
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
    const docs = db.catalog
      .all()
      .filter(isIn(body))
      .map(({ ns, indexes }) => {
        const brief = { name: ns.slice(ns.indexOf('.') + 1), type: 'collection' };
        const rest = { options: {}, info: { readOnly: false }, idIndex: indexes[0]?.spec };
        return isTruthy(body.nameOnly) ? brief : { ...brief, ...rest };
      });
    return batchOf(db, `${body.$db}.$cmd.listCollections`, docs.filter(chosenBy(body)), body);
  },
};

/** What a listing's filter leaves. */
function chosenBy(body: Doc): (doc: Doc) => boolean {
  const matches = compileFilter(docField(body, 'filter'));
  return (doc) => matches(doc);
}

export const listDatabases: Command = {
  fields: ['filter', 'nameOnly', 'authorizedDatabases'],
  async run(db, body) {
    const names = [...new Set(db.catalog.all().map(({ ns }) => ns.slice(0, ns.indexOf('.'))))];
    const databases = names.map((name) =>
      isTruthy(body.nameOnly) ? { name } : { name, sizeOnDisk: Long.ZERO, empty: false },
    );
    return { databases: databases.filter(chosenBy(body)), totalSize: Long.ZERO, ok: 1 };
  },
};
