import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { open } from 'lmdb';
import { syncFile } from './archive-writer.ts';

/** Writers may grow the file between opening and copying. The copy keeps this map size, which costs nothing. */
const ROOM_TO_GROW = 1024 ** 3;

const DAMAGED = /^MDB_(CORRUPTED|PAGE_NOTFOUND|PANIC|INVALID)/;
/** `scripts/data/steps.mjs` has the same message for damage that ends the process. */
const RESTORE = 'Stop the app and restore the last backup: npm run restore -- FILE --replace';

/**
 * Copies the embedded database in `folder` to the file `to`, as of one commit, whether its server runs or not. LMDB
 * copies inside a read transaction, so later commits are left out. Free pages are left out too.
 */
export async function copyEmbedded(folder: string, to: string): Promise<void> {
  const path = join(folder, 'data.mdb');
  if (!existsSync(path)) throw new Error(`There is no database in ${folder} yet`);
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const { size } = await stat(path);
  const mapSize = size + ROOM_TO_GROW;
  const options = { path, noSubdir: true, readOnly: true, mapSize, maxDbs: 1 } as const;
  const db = open({ ...options, keyEncoding: 'binary', encoding: 'binary' });
  try {
    await db.backup(to, true);
  } catch (error) {
    const { message } = error as Error;
    throw Object.assign(error as Error, {
      message: DAMAGED.test(message)
        ? `The database file ${path} is damaged (${message}). ${RESTORE}`
        : `${path} can't be copied: ${message}`,
    });
  } finally {
    await db.close();
  }
  await syncFile(to);
}
