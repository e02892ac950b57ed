import { type Doc, encode, isDoc, isTruthy, MAX_DOCUMENT_BYTES, toInteger } from './bson.ts';
import { type Command, countField, type Database, docField } from './database.ts';
import { check, words } from './errors.ts';
import { identityOf } from './keys.ts';
import { fromBigInt } from './numbers.ts';
import { eachPaced, mapPaced } from './pace.ts';
import { sortValues, splitPath } from './paths.ts';
import { runPipeline } from './pipeline.ts';
import { compileProjection } from './project.ts';
import { findDocuments } from './query.ts';

const FIRST_BATCH = 101;

export const find: Command = {
  fields: words`filter sort projection skip limit batchSize singleBatch allowDiskUse`,
  async run(db, body, ns) {
    const project = compileProjection(body.projection);
    const hits = findDocuments(db, db.catalog.find(ns), {
      filter: docField(body, 'filter'),
      sort: body.sort,
      skip: countField(body, 'skip') ?? 0,
      limit: countField(body, 'limit') ?? 0,
    });
    const results = mapPaced(hits, (hit) => (project ? encode(project(hit.doc)) : hit.bytes));
    const batchSize = countField(body, 'batchSize') ?? FIRST_BATCH;
    return db.cursors.open(db, ns, results, batchSize, isTruthy(body.singleBatch));
  },
};

export const distinct: Command = {
  fields: ['key', 'query'],
  async run(db, body, ns) {
    const collection = db.catalog.find(ns);
    const wrongType = "BSON field 'distinct.key' is the wrong type, expected type 'string'";
    check(typeof body.key === 'string', 'TypeMismatch', wrongType);
    const parts = splitPath(body.key);
    const seen = new Map<string, unknown>();
    let bytes = 0;
    await eachPaced(db, findDocuments(db, collection, { filter: docField(body, 'query') }), ({ doc }) => {
      // Elements of arrays, and null only where it is stored.
      for (const value of sortValues(doc, parts, false)) {
        const key = identityOf(value);
        if (value === undefined || seen.has(key)) continue;
        seen.set(key, value);
        bytes += key.length;
      }
      check(bytes <= MAX_DOCUMENT_BYTES, 17217, 'distinct too big, 16mb cap');
    });
    return { values: [...seen.values()], ok: 1 };
  },
};

export const aggregate: Command = {
  fields: ['pipeline', 'cursor', 'allowDiskUse'],
  async run(db, body, ns) {
    check(isDoc(body.cursor), 'FailedToParse', "The 'cursor' option is required");
    check(Array.isArray(body.pipeline), 'TypeMismatch', "'pipeline' option must be specified as an array");
    const docs = countedAll(db, ns, body.pipeline) ?? runPipeline(db, ns, body.pipeline);
    const batchSize = countField(body.cursor, 'batchSize') ?? FIRST_BATCH;
    return db.cursors.open(db, ns, mapPaced(docs, encode), batchSize);
  },
};

/** What drivers send for `countDocuments({})`, answered by the count that is kept. */
function countedAll(db: Database, ns: string, pipeline: Doc[]): Doc[] | undefined {
  const [match, group, ...rest] = pipeline;
  const { _id, n, ...others } = isDoc(group?.$group) ? group.$group : {};
  const isAll = isDoc(match?.$match) && Object.keys(match.$match).length === 0 && rest.length === 0;
  if (!isAll || toInteger(_id) !== 1 || Object.keys(others).length > 0) return undefined;
  if (!isDoc(n) || Object.keys(n).length !== 1 || toInteger(n.$sum) !== 1) return undefined;
  const collection = db.catalog.find(ns);
  const count = collection ? db.documents.count(collection) : 0;
  return count === 0 ? [] : [{ _id, n: fromBigInt(BigInt(count)) }];
}
