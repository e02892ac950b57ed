import { FILES, openUploadDatabase, type UploadDatabase } from './upload-database.ts';

/** Files of the queue, stored beyond the life of the tab. */
export interface BlobStore {
  /** False if the browser has no space or no storage. */
  put(id: string, blob: Blob): Promise<boolean>;
  get(id: string): Promise<Blob | null>;
  remove(id: string): Promise<void>;
  /** Deletes unreferenced files; `ids` is called after listing, because another tab may add one. */
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
