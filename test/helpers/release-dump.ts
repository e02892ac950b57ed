import { readFileSync } from 'node:fs';
import { EJSON } from 'bson';
import type { mongo } from 'mongoose';

interface Dump {
  indexes: Record<string, mongo.IndexDescription[]>;
  documents: Record<string, mongo.Document[]>;
}

/** When the dump's events were changed last. */
export const CHANGED = Date.parse('2026-01-01T10:00:00Z');

/** What the last release before there were migrations had built, with a document of each kind that has changed since. */
export async function fillAsReleased(db: mongo.Db): Promise<void> {
  const { indexes, documents } = readDump();
  await Promise.all(Object.entries(indexes).map(([name, specs]) => db.collection(name).createIndexes(specs)));
  await Promise.all(Object.entries(documents).map(([name, docs]) => db.collection(name).insertMany(docs)));
}

function readDump(): Dump {
  const file = new URL('../platform/fixtures/release-before-migrations.json', import.meta.url);
  return EJSON.parse(readFileSync(file, 'utf8')) as Dump;
}
