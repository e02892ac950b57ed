import { type IDBPDatabase, openDB } from 'idb';

const NAME = 'vd.uploads';
const STORE = 'blobs';

/** Files of the queue, so that they outlive the tab. */
export interface BlobStore {
  /** False where the browser has no room or keeps nothing. */
  put(id: string, blob: Blob): Promise<boolean>;
  get(id: string): Promise<Blob | null>;
  remove(id: string): Promise<void>;
  /** Drops files that no item names any more; `ids` is asked after the files are listed, as another tab may add one. */
  keepOnly(ids: () => Set<string>): Promise<void>;
}

/**
 * IndexedDB through `idb`. Phones cut the connection of a page in the background, and then every call fails for ever:
 * so each call that fails is tried once more on a new connection.
 */
export function createBlobStore(): BlobStore {
  let opening: Promise<IDBPDatabase> | null = null;

  function connection(): Promise<IDBPDatabase> {
    opening ??= openDB(NAME, 1, {
      upgrade: (database) => void database.createObjectStore(STORE),
      terminated: () => {
        opening = null;
      },
      blocking: async () => (await opening)?.close(),
    });
    return opening;
  }

  async function withConnection<T>(use: (database: IDBPDatabase) => Promise<T>): Promise<T> {
    try {
      return await use(await connection());
    } catch (error) {
      if (isQuota(error)) throw error;
      (await opening?.catch(() => null))?.close();
      opening = null;
      return await use(await connection());
    }
  }

  return {
    async put(id, blob) {
      try {
        await withConnection((database) => database.put(STORE, blob, id));
        return true;
      } catch {
        return false;
      }
    },
    async get(id) {
      try {
        const found: unknown = await withConnection((database) => database.get(STORE, id));
        return found instanceof Blob ? found : null;
      } catch {
        return null;
      }
    },
    async remove(id) {
      await withConnection((database) => database.delete(STORE, id)).catch(() => {});
    },
    async keepOnly(ids) {
      const kept = await withConnection((database) => database.getAllKeys(STORE)).catch(() => []);
      const named = ids();
      for (const key of kept) if (!named.has(String(key))) await this.remove(String(key));
    },
  };
}

function isQuota(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
