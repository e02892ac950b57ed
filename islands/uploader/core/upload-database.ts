import { type IDBPDatabase, openDB } from 'idb';

const NAME = 'vd.uploads';

/** Files by their item's id. */
export const FILES = 'blobs';
/** What local storage keeps, once more. */
export const COPIES = 'copies';

/** Runs calls on the browser's own database of uploads. */
export type UploadDatabase = <T>(use: (database: IDBPDatabase) => Promise<T>) => Promise<T>;

/**
 * IndexedDB through `idb`. Phones cut the connection of a page in the background, and then every call fails for ever:
 * so each call that fails is tried once more on a new connection. Rejects where the browser keeps nothing or has no room.
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
