import type { Document, Query, Schema } from 'mongoose';
import { wordsOf } from '../../shared/search-words.ts';
import type { Migration } from '../migrations/migration.ts';

/* A field `searchWords` with the words of other fields, in lower case and without accents: its index finds beginnings. */

/** Documents that are indexed at once by a migration. */
const BATCH = 500;

/** The field for a schema with `keepSearchWords`. */
export const searchWordsField = { type: [String], default: [], index: true };

/** A filter for `searchWords`: those that begin like this; null for a text without words. */
export function beginningLike(text: string): { word: RegExp; others: string[] } | null {
  const words = [...new Set(wordsOf(text))].sort((a, b) => b.length - a.length);
  const [longest, ...others] = words;
  return longest ? { word: startingWith(longest), others } : null;
}

/** A range of an index of strings. */
export function startingWith(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
}

/** Whether each word is the beginning of one of these. */
export function haveWords(searchWords: readonly string[], words: readonly string[]): boolean {
  return words.every((word) => searchWords.some((each) => each.startsWith(word)));
}

/**
 * Keeps `searchWords` up to date with each write through the model.
 * @param fields paths that the words come from, of which a write names one or a part
 */
export function keepSearchWords<T extends object>(
  // biome-ignore lint/suspicious/noExplicitAny: mongoose infers eight type parameters that don't matter here
  schema: Schema<any>,
  fields: readonly string[],
  textsOf: (document: T) => readonly (string | null | undefined)[],
): void {
  const words = (document: T) => [...new Set(textsOf(document).flatMap((text) => wordsOf(text ?? '')))];
  schema.pre('save', function (this: Document) {
    this.set('searchWords', words(this.toObject() as T));
  });
  schema.post(['findOneAndUpdate', 'updateOne', 'updateMany'], async function (this: Query<unknown, T>) {
    const paths = Object.values(Object(this.getUpdate())).flatMap((part) => Object.keys(Object(part)));
    if (!paths.some((path) => fields.some((field) => path === field || path.startsWith(`${field}.`)))) return;
    const found = await this.model.find({ _id: this.getFilter()._id }).lean<(T & { _id: never })[]>();
    for (const each of found) {
      await this.model.collection.updateOne({ _id: each._id }, { $set: { searchWords: words(each) } });
    }
  });
}

/** Adds `searchWords` to documents from before there were any. */
export function addSearchWords(
  { number, collection }: { number: number; collection: string },
  textsOf: (document: never) => readonly (string | null | undefined)[],
): Migration {
  return {
    number,
    name: `add search words to ${collection}`,
    async run({ db, signal }) {
      const documents = db.collection(collection);
      const unindexed = documents.find({ searchWords: { $exists: false } }, { maxTimeMS: 0 });
      let batch: { updateOne: { filter: object; update: object } }[] = [];
      const write = async () => {
        signal.throwIfAborted();
        if (batch.length > 0) await documents.bulkWrite(batch, { ordered: false });
        batch = [];
      };
      for await (const each of unindexed) {
        const searchWords = [...new Set(textsOf(each as never).flatMap((text) => wordsOf(text ?? '')))];
        batch.push({ updateOne: { filter: { _id: each._id }, update: { $set: { searchWords } } } });
        if (batch.length === BATCH) await write();
      }
      await write();
    },
  };
}
