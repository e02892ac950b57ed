import { type IDBPDatabase, openDB } from 'idb';

const NAME = 'vd.uploads';

/** Files by item id. */
export const FILES = 'blobs';
/** Copies of local storage. */
export const COPIES = 'copies';

/** Runs a call on the browser's upload database. */
export type UploadDatabase = <T>(use: (database: IDBPDatabase) => Promise<T>) => Promise<T>;

/**
 * IndexedDB through `idb`. Phones close connections of background pages, after which every call fails, so each failed
 * call is retried on a new connection. Rejects without storage or space.
 */
export function openUploadDatabase(): UploadDatabase {
  let opening: Promise<IDBPDatabase> | null = null;

  function connection(): Promise<IDBPDatabase> {
    opening ??= openDB(NAME, 2, {
      upgrade(database) {
        for (const store of [FILES, COPIES]) {
          if (!database.objectStoreNames.contains(store)) database.createObjectStore(store);
        }
      },
      terminated: () => {
        opening = null;
      },
      blocking: async () => (await opening)?.close(),
    });
    return opening;
  }

  return async (use) => {
    try {
      return await use(await connection());
    } catch (error) {
      if (isQuota(error)) throw error;
      (await opening?.catch(() => null))?.close();
      opening = null;
      return await use(await connection());
    }
  };
}

function isQuota(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
