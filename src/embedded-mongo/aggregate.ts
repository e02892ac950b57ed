import { type Doc, encode, isDoc, isTruthy, toInteger } from './bson.ts';
import { encodeBatch } from './cursors.ts';
import { type Command, countField, namespaceOf, refuseOptions, variablesOf } from './database.ts';
import { MongoError, notImplemented } from './errors.ts';
import { runPipeline } from './pipeline.ts';
import { FIRST_BATCH } from './read-commands.ts';

export const aggregate: Command = {
  fields: ['pipeline', 'cursor', 'explain', 'allowDiskUse', 'bypassDocumentValidation', 'hint', 'collation', 'let'],
  async run(db, body, name) {
    if (toInteger(body[name]) === 1) throw notImplemented('an aggregation without a collection');
    const ns = namespaceOf(body, name);
    refuseOptions(body);
    if (isTruthy(body.explain)) throw notImplemented('explain');
    if (!isDoc(body.cursor))
      throw new MongoError(
        'FailedToParse',
        "The 'cursor' option is required, except for aggregate with the explain argument",
      );
    if (!Array.isArray(body.pipeline))
      throw new MongoError('TypeMismatch', "'pipeline' option must be specified as an array");
    const variables = variablesOf(body);
    const docs = runPipeline(db, ns, body.pipeline as Doc[], variables);
    const batchSize = countField(body.cursor, 'batchSize') ?? FIRST_BATCH;
    return encodeBatch('firstBatch', db.cursors.open(ns, encoded(docs), batchSize, db.limit));
  },
};

function* encoded(docs: Iterable<Doc>): Generator<Buffer> {
  for (const doc of docs) yield encode(doc);
}
