import type mongoose from 'mongoose';

/** An index for `createIndexes`, with the options that we use. */
export interface IndexSpec {
  key: Record<string, 1 | -1>;
  name?: string;
  unique?: boolean;
  sparse?: boolean;
  partialFilterExpression?: Record<string, unknown>;
  expireAfterSeconds?: number;
}

const own = new Map<string, readonly IndexSpec[]>();

/** Declares the indexes of a collection without a model; call it when the module is imported. */
export function wantIndexes(collection: string, indexes: readonly IndexSpec[]): void {
  if (own.has(collection)) throw new Error(`The indexes of ${collection} are declared twice`);
  own.set(collection, indexes);
}

/** Declared indexes of all imported models and collections, by collection. */
export function wantedIndexes(models: mongoose.Connection['models']): Map<string, readonly IndexSpec[]> {
  const wanted = new Map(own);
  for (const { schema, collection } of Object.values(models)) {
    const indexes = schema.indexes().map(([key, options]) => specOf(key, options));
    if (indexes.length > 0) wanted.set(collection.name, indexes);
  }
  return wanted;
}

/** Normalises a stored or declared index to the options that we use. */
export function specOf(key: object, options: object): IndexSpec {
  const { name, unique, sparse, partialFilterExpression, expireAfterSeconds } = options as Partial<IndexSpec>;
  return {
    key: key as IndexSpec['key'],
    ...(name && { name }),
    ...(unique && { unique }),
    ...(sparse && { sparse }),
    ...(partialFilterExpression && { partialFilterExpression }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
  };
}

/** MongoDB's default name for the index. */
export function nameOf({ name, key }: IndexSpec): string {
  return name ?? Object.entries(key).flat().join('_');
}
