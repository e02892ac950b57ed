import { FILES, openUploadDatabase, type UploadDatabase } from './upload-database.ts';

/** Files of the queue, so that they outlive the tab. */
export interface BlobStore {
  /** False where the browser has no room or keeps nothing. */
  put(id: string, blob: Blob): Promise<boolean>;
  get(id: string): Promise<Blob | null>;
  remove(id: string): Promise<void>;
  /** Drops files that no item names any more; `ids` is asked after the files are listed, as another tab may add one. */
  keepOnly(ids: () => Set<string>): Promise<void>;
}

export function createBlobStore(inDatabase: UploadDatabase = openUploadDatabase()): BlobStore {
  return {
    async put(id, blob) {
      try {
        await inDatabase((database) => database.put(FILES, blob, id));
        return true;
      } catch {
        return false;
      }
    },
    async get(id) {
      try {
        const found: unknown = await inDatabase((database) => database.get(FILES, id));
        return found instanceof Blob ? found : null;
      } catch {
        return null;
      }
    },
    async remove(id) {
      await inDatabase((database) => database.delete(FILES, id)).catch(() => {});
    },
    async keepOnly(ids) {
      const kept = await inDatabase((database) => database.getAllKeys(FILES)).catch(() => []);
      const named = ids();
      for (const key of kept) if (!named.has(String(key))) await this.remove(String(key));
    },
  };
}
