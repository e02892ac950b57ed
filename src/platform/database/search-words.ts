import type { Document, PipelineStage, Query } from 'mongoose';
import { wordsOf } from '../../shared/search-words.ts';
import type { Migration } from '../migrations/migration.ts';

/* A field `searchWords` with the words of other fields, in lower case and without accents: its index finds beginnings. */

/** Documents that are indexed at once by a migration. */
const BATCH = 500;
/** Documents with the longest word of a search that are compared with its others. */
const LOOKED_AT = 200;

/** The field for a schema with `keepSearchWords`. */
export const searchWordsField = { type: [String], default: [], index: true };

/**
 * Stages that find the documents of which `searchWords` has each word of a text, as a beginning; null for a text without
 * words. They read the index of the longest word, and no more than 200 documents of it, however many there are.
 * @param most documents that are answered
 * @param only what they have to be as well
 */
export function searchStages(text: string, most: number, only?: Record<string, unknown>): PipelineStage[] | null {
  const words = [...new Set(wordsOf(text))].sort((a, b) => b.length - a.length);
  const [longest, ...others] = words.map(startingWith);
  if (!longest) return null;
  const first: PipelineStage[] = [{ $match: { searchWords: longest } }];
  const demands = [...others.map((word) => ({ searchWords: word })), ...(only ? [only] : [])];
  if (demands.length === 0) return [...first, { $limit: most }];
  const fitting = { $and: demands };
  return [...first, { $limit: LOOKED_AT }, { $match: fitting }, { $limit: most }];
}

/** A range of an index of strings. */
export function startingWith(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
}

/** A schema of whatever type, as far as its hooks. */
interface Hooked {
  pre(method: 'save', hook: (this: Document) => void): unknown;
  post(
    methods: ('findOneAndUpdate' | 'updateOne' | 'updateMany')[],
    hook: (this: Query<unknown, unknown>) => Promise<void>,
  ): unknown;
}

/**
 * Keeps `searchWords` up to date with each write through the model.
 * @param fields paths that the words come from, of which a write names one or a part
 */
export function keepSearchWords<T extends object>(
  schema: Hooked,
  fields: readonly string[],
  textsOf: (document: T) => readonly (string | null | undefined)[],
): void {
  const words = (document: T) => wordsIn(textsOf(document));
  schema.pre('save', function (this: Document) {
    this.set('searchWords', words(this.toObject() as T));
  });
  schema.post(['findOneAndUpdate', 'updateOne', 'updateMany'], async function (this: Query<unknown, unknown>) {
    const paths = Object.values(Object(this.getUpdate())).flatMap((part) => Object.keys(Object(part)));
    if (!paths.some((path) => fields.some((field) => path === field || path.startsWith(`${field}.`)))) return;
    const found = await this.model.find({ _id: this.getFilter()._id }).lean<(T & { _id: never })[]>();
    for (const each of found) {
      await this.model.collection.updateOne({ _id: each._id }, { $set: { searchWords: words(each) } });
    }
  });
}

/** The different words of these texts. */
function wordsIn(texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => wordsOf(text ?? '')))];
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
        const searchWords = wordsIn(textsOf(each as never));
        batch.push({ updateOne: { filter: { _id: each._id }, update: { $set: { searchWords } } } });
        if (batch.length === BATCH) await write();
      }
      await write();
    },
  };
}
