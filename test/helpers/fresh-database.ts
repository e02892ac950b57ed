import mongoose, { type mongo } from 'mongoose';
import { MIGRATIONS } from '../../src/app/migrations.ts';
import { connectDatabase } from '../../src/platform/database/db.ts';
import type { PrepareOptions } from '../../src/platform/migrations/prepare-database.ts';
import { testLog } from './app-config.ts';
import { newDatabaseUri } from './database.ts';

/** A database of its own for each test, without the collections and indexes that a process makes at its start. */
export function useFreshDatabase(): {
  uri(): string;
  db(): mongo.Db;
  /** Connects as a process does at its start, and disconnects. */
  start(options?: PrepareOptions): Promise<void>;
} {
  let uri: string;
  let client: mongo.MongoClient;

  beforeEach(async () => {
    uri = await newDatabaseUri();
    client = await new mongoose.mongo.MongoClient(uri).connect();
  });
  afterEach(async () => {
    await client.db().dropDatabase();
    await client.close();
  });
  return {
    uri: () => uri,
    db: () => client.db(),
    async start(options = { migrations: MIGRATIONS }) {
      const database = await connectDatabase(uri, testLog(), options);
      await database.close();
    },
  };
}

/** The message of what work fails with. */
export async function messageOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'it worked',
    (error: Error) => error.message,
  );
}
