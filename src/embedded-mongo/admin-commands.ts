import { lstatSync, rmSync, statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { Long } from 'bson';
import { bsonType, type Doc, isTruthy } from './bson.ts';
import type { Collection } from './catalog.ts';
import { dropAll, sweep } from './changes.ts';
import { batchOf, type Command, countField, docField } from './database.ts';
import { check } from './errors.ts';
import { compileFilter } from './match.ts';

export const dropDatabase: Command = {
  fields: [],
  async run(db, body) {
    await dropAll(db, isIn(body));
    return { dropped: body.$db, ok: 1 };
  },
};

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

/** Writes the newest commit to a new file. No other process may open the file of a running server to copy it. */
export const createBackup: Command = {
  fields: ['path'],
  async run({ store }, { path }) {
    check(typeof path === 'string' && isAbsolute(path), 'BadValue', 'createBackup needs the absolute path of a file');
    const isFolder = statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory();
    const isNew = !lstatSync(path, { throwIfNoEntry: false });
    check(isFolder && isNew, 'BadValue', `createBackup makes a new file in an existing folder, which ${path} is not`);
    await store.copyTo(path).catch((error: Error) => {
      // LMDB never writes over a file that somebody else has just made.
      if (error.message !== 'File exists') rmSync(path, { force: true });
      throw error;
    });
    return { ok: 1 };
  },
};

export const listCollections: Command = {
  fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  async run(db, body) {
    const matches = compileFilter(docField(body, 'filter'));
    const docs = db.catalog
      .all()
      .filter(isIn(body))
      .map(({ ns, indexes }) => {
        const brief = { name: ns.slice(ns.indexOf('.') + 1), type: 'collection' };
        const rest = { options: {}, info: { readOnly: false }, idIndex: indexes[0]?.spec };
        return isTruthy(body.nameOnly) ? brief : { ...brief, ...rest };
      });
    return batchOf(
      db,
      `${body.$db}.$cmd.listCollections`,
      docs.filter((doc) => matches(doc)),
      body,
    );
  },
};

export const getMore: Command = {
  fields: ['collection', 'batchSize'],
  async run(db, body) {
    const id = body.getMore;
    const wrongType = "BSON field 'getMore.getMore' is the wrong type, expected type 'long'";
    check(bsonType(id) === 'Long', 'TypeMismatch', wrongType);
    const batchSize = countField(body, 'batchSize') || Infinity;
    return db.cursors.more(db, id as Long, `${body.$db}.${body.collection}`, batchSize);
  },
};

export const killCursors: Command = {
  fields: ['cursors'],
  async run(db, body) {
    check(Array.isArray(body.cursors), 'TypeMismatch', "BSON field 'killCursors.cursors' must be an array");
    const ids: Long[] = body.cursors;
    const cursorsKilled = ids.filter((id) => db.cursors.kill(id));
    const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
    return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
  },
};
