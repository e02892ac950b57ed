import { existsSync } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { open } from 'lmdb';
import { syncFile } from './archive-writer.ts';
import { withDatabase } from './collections.ts';

/** The copy keeps this map size, which costs nothing. */
const ROOM_TO_GROW = 1024 ** 3;

const DAMAGED = /^MDB_(CORRUPTED|PAGE_NOTFOUND|PANIC|INVALID)/;
/** `scripts/data/steps.mjs` has the same message for damage that ends the process. */
const RESTORE = 'Stop the app and restore the last backup: npm run restore -- FILE --replace';

/**
 * Copies the embedded database in `folder` to the new file `to`, as of one commit and without free pages.
 *
 * @param server URI of its server, which makes the copy. Without one no server may run: opening a file that another
 *   process has open turns LMDB's shared counter of commits back, and the server's next commit undoes its last.
 */
export async function copyEmbedded(folder: string, to: string, server?: string): Promise<void> {
  const path = join(folder, 'data.mdb');
  if (!existsSync(path)) throw new Error(`There is no database in ${folder} yet`);
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    if (server) await withDatabase(server, (db) => db.command({ createBackup: 1, path: to }));
    else await copyClosed(folder, to);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { message } = error;
    error.message = DAMAGED.test(message)
      ? `The database file ${path} is damaged (${message}). ${RESTORE}`
      : `${path} can't be copied: ${message}`;
    throw error;
  }
  await syncFile(to);
}

async function copyClosed(folder: string, to: string): Promise<void> {
  for (const name of await readdir(folder))
    if (/^lock-.*\.sock$/.test(name) && (await answers(join(folder, name))))
      throw new Error('a database server has it open');
  const path = join(folder, 'data.mdb');
  const { size } = await stat(path);
  const options = { path, noSubdir: true, readOnly: true, mapSize: size + ROOM_TO_GROW, maxDbs: 1 } as const;
  const db = open({ ...options, keyEncoding: 'binary', encoding: 'binary' });
  try {
    await db.backup(to, true);
  } finally {
    await db.close();
  }
}

/** Whether somebody listens on a socket. From its folder its path is short enough for an address. */
function answers(path: string): Promise<boolean> {
  const home = process.cwd();
  process.chdir(dirname(path));
  const socket = connect(basename(path));
  process.chdir(home);
  return new Promise((resolve) => {
    socket
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      });
  });
}
