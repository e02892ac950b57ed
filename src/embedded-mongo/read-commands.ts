import type { Long } from 'bson';
import { bsonType, encode, isTruthy, MAX_DOCUMENT_BYTES, toInteger } from './bson.ts';
import { encodeBatch } from './cursors.ts';
import { type Command, countField, docField } from './database.ts';
import { check, typeMismatch, words } from './errors.ts';
import { encodeKey } from './keys.ts';
import { eachPaced, mapPaced } from './pace.ts';
import { sortValues, splitPath } from './paths.ts';
import { compileProjection } from './project.ts';
import { findDocuments } from './query.ts';

export const FIRST_BATCH = 101;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

const READS = words('hint collation let maxTimeMS allowDiskUse');

export const find: Command = {
  fields: words(
    `${READS.join(' ')} filter sort projection skip limit batchSize singleBatch noCursorTimeout allowPartialResults
    max min returnKey showRecordId tailable awaitData oplogReplay`,
  ),
  async run(db, body, ns) {
    const project = compileProjection(body.projection);
    const hits = findDocuments(db, db.catalog.find(ns), {
      filter: docField(body, 'filter'),
      sort: body.sort,
      skip: countField(body, 'skip') ?? 0,
      limit: countField(body, 'limit') ?? 0,
    });
    const results = mapPaced(hits, (hit) => (project ? encode(project(hit.doc, hit.position)) : hit.bytes));
    const batchSize = countField(body, 'batchSize') ?? FIRST_BATCH;
    const batch = await db.cursors.open(db, ns, results, batchSize, isTruthy(body.singleBatch));
    return encodeBatch('firstBatch', batch);
  },
};

export const getMore: Command = {
  fields: ['collection', 'batchSize', 'maxTimeMS'],
  async run(db, body) {
    const id = body.getMore;
    const wrongType = "BSON field 'getMore.getMore' is the wrong type, expected type 'long'";
    if (bsonType(id) !== 'Long') throw typeMismatch(wrongType);
    const batchSize = countField(body, 'batchSize') || NO_LIMIT;
    return encodeBatch('nextBatch', await db.cursors.more(db, id as Long, `${body.$db}.${body.collection}`, batchSize));
  },
};

export const killCursors: Command = {
  fields: ['cursors'],
  async run(db, body) {
    if (!Array.isArray(body.cursors)) throw typeMismatch("BSON field 'killCursors.cursors' must be an array");
    const ids: Long[] = body.cursors;
    const cursorsKilled = ids.filter((id) => db.cursors.kill(id));
    const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
    return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
  },
};

export const count: Command = {
  fields: ['query', 'limit', 'skip', 'fields', ...READS],
  async run(db, body, ns) {
    const collection = db.catalog.find(ns);
    const limit = Math.abs(toInteger(body.limit) ?? 0);
    const query = { filter: docField(body, 'query'), skip: countField(body, 'skip') ?? 0, limit };
    const countsAll = Object.keys(query.filter).length === 0 && limit + query.skip === 0;
    if (countsAll) return { n: collection ? db.documents.count(collection) : 0, ok: 1 };
    let n = 0;
    await eachPaced(db, findDocuments(db, collection, query), () => void n++);
    return { n, ok: 1 };
  },
};

export const distinct: Command = {
  fields: ['key', 'query', ...READS],
  async run(db, body, ns) {
    const collection = db.catalog.find(ns);
    const wrongType = "BSON field 'distinct.key' is the wrong type, expected type 'string'";
    if (typeof body.key !== 'string') throw typeMismatch(wrongType);
    const parts = splitPath(body.key);
    const seen = new Map<string, unknown>();
    let bytes = 0;
    await eachPaced(db, findDocuments(db, collection, { filter: docField(body, 'query') }), ({ doc }) => {
      // Elements of arrays, and null only where it is stored.
      for (const value of sortValues(doc, parts, false)) {
        const key = encodeKey([value], [false]).bytes.toString('latin1');
        if (value === undefined || seen.has(key)) continue;
        seen.set(key, value);
        bytes += key.length;
      }
      check(bytes <= MAX_DOCUMENT_BYTES, 17217, 'distinct too big, 16mb cap');
    });
    return { values: [...seen.values()], ok: 1 };
  },
};
