import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { checkKey, checkPrefix, FileMissing, type FileStore, pastTheEnd, type StoredFile } from '../file-store.ts';
import { hasCode, isMissing } from '../fs-errors.ts';

/** Unfinished files; no key begins with a dot. */
const INCOMING = '.incoming';
const DAY = 86_400_000;

/** A file store in a local folder, which any number of processes can share. */
export async function createDiskStore(folder: string): Promise<FileStore> {
  const incoming = join(folder, INCOMING);
  await mkdir(incoming, { recursive: true });
  await removeAbandoned(incoming);
  const pathOf = (key: string) => join(folder, ...checkKey(key).split('/'));

  async function statOf(key: string): Promise<StoredFile | null> {
    try {
      const found = await stat(pathOf(key));
      return found.isFile() ? { key, bytes: found.size, modifiedAt: found.mtime } : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async function stored(key: string): Promise<StoredFile> {
    const file = await statOf(key);
    if (!file) throw new FileMissing(key);
    return file;
  }

  async function write(key: string, source: Readable | Uint8Array): Promise<StoredFile> {
    const path = pathOf(key);
    const draft = join(incoming, randomBytes(12).toString('hex'));
    try {
      await fill(draft, source);
      await moveDurably(draft, path, folder);
    } catch (error) {
      if (source instanceof Readable) source.destroy();
      await rm(draft, { force: true });
      throw error;
    }
    return stored(key);
  }

  return {
    kind: 'disk',
    write,
    async take(key, localPath) {
      const path = pathOf(key);
      const handle = await openToSync(localPath);
      if (!handle) return stored(key);
      try {
        await handle.sync();
        await moveDurably(localPath, path, folder);
        return await stored(key);
      } catch (error) {
        if (!hasCode(error, 'EXDEV')) throw error;
        // On another disk, copy to a temporary file first, so that readers never see part of it.
        const file = await write(key, createReadStream(localPath));
        await rm(localPath, { force: true });
        return file;
      } finally {
        await handle.close();
      }
    },
    async read(key, range) {
      const handle = await openFile(key, pathOf(key), range?.start ?? 0);
      return handle.createReadStream({ start: range?.start ?? 0, end: range?.end, highWaterMark: 256 * 1024 });
    },
    stat: statOf,
    async remove(key) {
      const path = pathOf(key);
      try {
        await rm(path);
      } catch (error) {
        if (isMissing(error)) return;
        throw error;
      }
      await removeEmpty(dirname(path), folder);
    },
    async *list(prefix) {
      checkPrefix(prefix);
      const from = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      for await (const key of keysBelow(folder, from, prefix)) {
        const file = await statOf(key);
        if (file) yield file;
      }
    },
    async local(key) {
      await stored(key);
      return pathOf(key);
    },
    async check() {
      const probe = join(incoming, randomBytes(12).toString('hex'));
      try {
        await fill(probe, Buffer.from('ok'));
        await stat(probe);
      } finally {
        await rm(probe, { force: true });
      }
    },
  };
}

/** Writes all bytes to a new file and flushes it to the disk. */
async function fill(path: string, source: Readable | Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o640);
  try {
    if (source instanceof Readable) for await (const piece of source) await handle.appendFile(piece);
    else await handle.writeFile(source);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Renames atomically and durably. Creates the folder again if a concurrent removal has deleted it. */
async function moveDurably(from: string, to: string, root: string): Promise<void> {
  const folder = dirname(to);
  for (let tries = 1; ; tries++) {
    const firstMade = await mkdir(folder, { recursive: true });
    try {
      await rename(from, to);
      await syncFolders(folder, firstMade ? dirname(firstMade) : folder, root);
      return;
    } catch (error) {
      if (!isMissing(error) || tries === 5 || (await gone(from))) throw error;
    }
  }
}

async function gone(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch (error) {
    return isMissing(error);
  }
}

/** A rename is durable when the folder is flushed; so is a new folder when its parent is. */
async function syncFolders(folder: string, top: string, root: string): Promise<void> {
  for (let at = folder; ; at = dirname(at)) {
    const handle = await open(at, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (at === top || at === root || at === dirname(at)) return;
  }
}

async function openFile(key: string, path: string, start: number): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) throw new FileMissing(key, error);
    throw error;
  }
  const found = await handle.stat();
  if (found.isFile() && (start === 0 || start < found.size)) return handle;
  await handle.close();
  throw found.isFile() ? pastTheEnd() : new FileMissing(key);
}

async function openToSync(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function removeEmpty(folder: string, root: string): Promise<void> {
  for (let at = folder; at !== root && at.startsWith(root + sep); at = dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      return;
    }
  }
}

/** Keys in byte order, as S3 lists them: a folder sorts by its name with the slash. */
async function* keysBelow(root: string, folder: string, prefix: string): AsyncGenerator<string> {
  let entries: { name: string; isFolder: boolean }[];
  try {
    const found = await readdir(join(root, folder), { withFileTypes: true });
    entries = found.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  const names = entries
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => entry.name + (entry.isFolder ? '/' : ''));
  for (const name of names.sort((a, b) => (a < b ? -1 : 1))) {
    const key = folder + name;
    if (name.endsWith('/')) {
      if (key.startsWith(prefix) || prefix.startsWith(key)) yield* keysBelow(root, key, prefix);
    } else if (key.startsWith(prefix)) yield key;
  }
}

/** Deletes files left by a crash; files in progress have a recent modification time. */
async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > DAY) await rm(path, { force: true });
  }
}
