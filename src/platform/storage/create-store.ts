import type { Config } from '../config.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { createS3Store } from './s3-store.ts';

/** The file store that the configuration asks for. */
export async function createStore(config: Pick<Config, 'storage'>): Promise<FileStore> {
  const { storage } = config;
  return storage.kind === 's3' ? createS3Store(storage) : createDiskStore(storage.folder);
}
