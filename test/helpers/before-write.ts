import mongoose from 'mongoose';

type Write = 'findOneAndUpdate' | 'insertOne' | 'updateMany' | 'updateOne';

/**
 * Lets something happen right before the next write of a kind to a collection during `work`: the write waits for it, and
 * fails if it does. @returns whether there was one
 */
export async function beforeWrite(
  collection: string,
  write: Write,
  happens: () => Promise<void>,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const target: Record<string, unknown> = Object(mongoose.mongo.Collection.prototype);
  const real = target[write];
  if (typeof real !== 'function') throw new Error(`There is no ${write}`);
  let isNext = true;
  target[write] = async function held(this: { collectionName: string }, ...given: unknown[]) {
    if (isNext && this.collectionName === collection) {
      isNext = false;
      await happens();
    }
    return real.apply(this, given);
  };
  try {
    await work();
  } finally {
    target[write] = real;
  }
  return !isNext;
}

/** As if the database were away for a moment. */
export const databaseFails = () => Promise.reject(new Error('The database is away'));
