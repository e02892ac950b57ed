import type { Config } from '../config.ts';
import type { FileStore } from '../file-store.ts';
import { createDiskStore } from './disk-store.ts';

export async function createStore(config: Pick<Config, 'storage'>): Promise<FileStore> {
  const { storage } = config;
  if (storage.kind === 'disk') return createDiskStore(storage.folder);
  // Amazon's SDK is large: load it only when it is used.
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(storage);
}
