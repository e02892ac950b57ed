import mongoose from 'mongoose';

/**
 * Milliseconds that one read or write of a collection may take in the database before that ends it (`isOutOfTime`). Whatever
 * needs longer sets its own `maxTimeMS`; 0 means no limit. A cursor's time is that of all its batches, without the pauses
 * between them. Building an index has no limit.
 */
export const QUERY_LIMIT = 10_000;

/** The argument that holds the options, by the driver's method. */
const OPTIONS_AT = {
  aggregate: 1,
  bulkWrite: 1,
  countDocuments: 1,
  deleteMany: 1,
  deleteOne: 1,
  distinct: 2,
  estimatedDocumentCount: 0,
  find: 1,
  findOne: 1,
  findOneAndDelete: 1,
  findOneAndReplace: 2,
  findOneAndUpdate: 2,
  insertMany: 1,
  insertOne: 1,
  replaceOne: 2,
  updateMany: 2,
  updateOne: 2,
} as const;

type Method = (this: unknown, ...args: unknown[]) => unknown;

let isLimited = false;

/**
 * Limits every read and write of this process: those of models, of our own collections, and of the session and rate limit
 * stores. The driver has no option for that: its `timeoutMS` does nothing, and mongoose's `maxTimeMS` is for finds only.
 */
export function limitQueries(): void {
  if (isLimited) return;
  isLimited = true;
  const methods: Record<string, Method> = mongoose.mongo.Collection.prototype as never;
  for (const [name, at] of Object.entries(OPTIONS_AT)) {
    const method = methods[name];
    if (!method) throw new Error(`The driver has no ${name}`);
    methods[name] = function (...args) {
      const { maxTimeMS = QUERY_LIMIT, ...options } = Object(args[at]) as { maxTimeMS?: number };
      args[at] = { ...options, maxTimeMS };
      return Reflect.apply(method, this, args);
    };
  }
}
