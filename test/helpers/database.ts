import { randomBytes } from 'node:crypto';
import { connectDatabase, type Database } from '../../src/platform/database/db.ts';
import { testLog } from './app-config.ts';
import { mongoServer } from './mongo-server.ts';
import { useStarted } from './use-started.ts';

/** Address of a database that nobody else uses, on the server of this run. */
export async function newDatabaseUri(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // A replica set's address names several hosts, which `URL` doesn't read.
  return (await mongoServer()).replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${name}`);
}

interface TestDatabase extends Database {
  uri: string;
}

/**
 * Connects before the tests of the surrounding `describe` (or file) to a database of their own, and drops it afterwards.
 * Returns a function that gives the connection, for use inside of hooks and tests.
 */
export function useDatabase(): () => TestDatabase {
  return useStarted('database', async () => {
    const uri = await newDatabaseUri();
    const database = await connectDatabase(uri, testLog());
    const close = async () => {
      await database.connection.dropDatabase();
      await database.close();
    };
    return { ...database, uri, close };
  });
}
