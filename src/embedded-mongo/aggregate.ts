import { type Doc, encode, fromNumber, isDoc, isTruthy, toInteger } from './bson.ts';
import { encodeBatch } from './cursors.ts';
import { type Command, countField, type Database } from './database.ts';
import { MongoError, notImplemented } from './errors.ts';
import { mapPaced } from './pace.ts';
import { runPipeline } from './pipeline.ts';
import { FIRST_BATCH } from './read-commands.ts';

export const aggregate: Command = {
  fields: ['pipeline', 'cursor', 'explain', 'allowDiskUse', 'bypassDocumentValidation', 'hint', 'collation', 'let'],
  async run(db, body, ns) {
    if (isTruthy(body.explain)) throw notImplemented('explain');
    if (!isDoc(body.cursor))
      throw new MongoError(
        'FailedToParse',
        "The 'cursor' option is required, except for aggregate with the explain argument",
      );
    if (!Array.isArray(body.pipeline))
      throw new MongoError('TypeMismatch', "'pipeline' option must be specified as an array");
    const docs = countedAll(db, ns, body.pipeline) ?? runPipeline(db, ns, body.pipeline);
    const batchSize = countField(body.cursor, 'batchSize') ?? FIRST_BATCH;
    return encodeBatch('firstBatch', await db.cursors.open(db, ns, mapPaced(docs, encode), batchSize));
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
  return count === 0 ? [] : [{ _id, n: fromNumber(count) }];
}
