import type { Config } from '../config.ts';
import type { FileStore } from '../file-store.ts';
import { createDiskStore } from './disk-store.ts';

/** The file store that the configuration asks for. */
export async function createStore(config: Pick<Config, 'storage'>): Promise<FileStore> {
  const { storage } = config;
  if (storage.kind === 'disk') return createDiskStore(storage.folder);
  // Amazon's SDK is large; whoever keeps files on the disk never loads it.
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(storage);
}
