import { createWriteStream } from 'node:fs';
import { lstat, mkdir, mkdtemp, rename, rmdir, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../platform/file-store.ts';
import { hasCode } from '../platform/fs-errors.ts';
import { checkedBytes } from './archive-reader.ts';
import { syncFile } from './archive-writer.ts';
import { openArchiveSet } from './holders.ts';
import { FILES, type Manifest } from './manifest.ts';

/**
 * Unpacks an archive into an empty folder beside the data and verifies every checksum; throws on the first mismatch.
 * With S3, files are only verified; `putFiles` uploads them.
 * @param ownDatabase folders of the data folder that the database may take; none for one elsewhere
 */
export async function unpack(
  path: string,
  into: string,
  { kind, ownDatabase }: { kind: FileStore['kind']; ownDatabase: readonly string[] },
): Promise<Manifest> {
  const archives = await openArchiveSet(path);
  try {
    const { manifest } = archives.main;
    for (const part of ownDatabase) await requireSameDisk(into, part);
    if (manifest.hasFiles && kind === 'disk') await requireSameDisk(into, 'files');
    if (manifest.hasFiles && kind === 'disk') await mkdir(join(into, 'files'), { recursive: true });
    for (const entry of manifest.entries) {
      const bytes = checkedBytes(archives.holderOf(entry), entry);
      if (kind === 's3' && entry.name.startsWith(FILES)) await drain(bytes);
      else await writeEntry(join(into, entry.name), bytes, entry.modifiedAt);
    }
    return manifest;
  } finally {
    archives.close();
  }
}

/** Throws if this part of the data is a mount: what is restored takes its place by renaming, which that refuses. */
async function requireSameDisk(into: string, part: string): Promise<void> {
  const place = join(dirname(into), part);
  if (!(await lstat(place).catch(() => null))?.isDirectory()) return;
  // Folders of one disk may be mounted apart; only a move tells.
  const probe = await mkdtemp(join(into, '.probe-'));
  const moved = join(place, basename(probe));
  try {
    await rename(probe, moved);
    await rmdir(moved);
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error;
    throw new Error(
      `${place} is a disk or volume of its own, which a restore can’t replace. Nothing was changed. Restore into a new folder, VAR_DIR=FOLDER npm run restore -- FILE, and move what is in it to where it belongs.`,
    );
  }
}

async function drain(bytes: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(bytes, async (source) => {
    for await (const _piece of source);
  });
}

async function writeEntry(path: string, bytes: AsyncIterable<Buffer>, modifiedAt: number | undefined): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await pipeline(bytes, createWriteStream(path, { flags: 'wx' }));
  if (modifiedAt !== undefined) await utimes(path, new Date(), new Date(modifiedAt));
  await syncFile(path);
}

/** Uploads an archive's files to the store. Files of the same size are skipped, as keys are written once. */
export async function putFiles(path: string, store: FileStore): Promise<number> {
  const archives = await openArchiveSet(path);
  let put = 0;
  try {
    for (const entry of archives.main.manifest.entries) {
      if (!entry.name.startsWith(FILES)) continue;
      const key = entry.name.slice(FILES.length);
      if ((await store.stat(key))?.bytes === entry.bytes) continue;
      await store.write(key, Readable.from(checkedBytes(archives.holderOf(entry), entry), { objectMode: false }));
      put += 1;
    }
  } finally {
    archives.close();
  }
  return put;
}

/** Whether the store contains any file. */
export async function isEmptyStore(store: FileStore): Promise<boolean> {
  for await (const _file of store.list('')) return false;
  return true;
}

/** Writes a note for `scripts/restore` next to the unpacked files. */
export async function noteRestore(into: string, manifest: Manifest): Promise<void> {
  const { database, hasFiles, createdAt, version } = manifest;
  await writeFile(join(into, 'restore.json'), JSON.stringify({ database, hasFiles, createdAt, version }));
}
