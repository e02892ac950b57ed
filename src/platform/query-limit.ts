import mongoose from 'mongoose';

/**
 * Default `maxTimeMS` of each read and write, in milliseconds; of a cursor, for all its batches. Longer work sets its
 * own; 0 means no limit.
 */
export const QUERY_LIMIT = 10_000;

/** Index of the options argument, by driver method. */
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
 * Adds the limit to every read and write of this process. The driver's `timeoutMS` has no effect here, and mongoose's
 * `maxTimeMS` applies to finds only.
 */
export function limitQueries(): void {
  if (isLimited) return;
  isLimited = true;
  const methods: Record<string, Method> = mongoose.mongo.Collection.prototype as never;
  for (const [name, at] of Object.entries(OPTIONS_AT)) {
    const method = methods[name];
    if (!method) throw new Error(`The driver has no ${name}`);
    methods[name] = function (...args) {
      const { maxTimeMS = QUERY_LIMIT, ...options }: { maxTimeMS?: number } = Object(args[at]);
      args[at] = { ...options, maxTimeMS };
      return Reflect.apply(method, this, args);
    };
  }
}
