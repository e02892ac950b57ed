import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { messageOf } from '../platform/errors.ts';
import { MANIFEST, type Manifest, type ManifestEntry, parseManifest } from './manifest.ts';

const COMMENT = /^vidday backup ([0-9a-f]{32}) ([0-9a-f]{64})$/;

/** An existing archive. */
export interface ArchiveReader {
  path: string;
  manifest: Manifest;
  /** The content of an entry stored in this archive. */
  read(name: string): Promise<Readable>;
  close(): void;
}

/** The archive is unusable; the message says why. */
export class DamagedArchive extends Error {
  constructor(path: string, why: string) {
    super(`${path} can't be used: ${why}.`);
    this.name = 'DamagedArchive';
  }
}

/** The id of the archive at `path`; null when it is not one of the app's archives. */
export async function archiveId(path: string): Promise<string | null> {
  try {
    const zip = await openPromise(path);
    zip.close();
    return COMMENT.exec(zip.comment)?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Opens an archive and checks its manifest; throws `DamagedArchive`. */
export async function openArchive(path: string): Promise<ArchiveReader> {
  const zip = await openPromise(path, { autoClose: false }).catch((error: Error) => {
    throw new DamagedArchive(path, error.message);
  });
  try {
    const found = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) found.set(entry.fileName, entry);
    const read = async (name: string) => openEntry(zip, path, name, found.get(name));
    const [, id, sha256] = COMMENT.exec(zip.comment) ?? [];
    const text = await buffer(await read(MANIFEST));
    if (createHash('sha256').update(text).digest('hex') !== sha256)
      throw new Error('the list of its entries is damaged');
    const manifest = parseManifest(text.toString());
    if (manifest.id !== id) throw new Error('its comment belongs to another archive');
    return { path, manifest, read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error instanceof DamagedArchive ? error : new DamagedArchive(path, messageOf(error));
  }
}

async function openEntry(zip: ZipFile, path: string, name: string, entry: Entry | undefined): Promise<Readable> {
  if (!entry) throw new DamagedArchive(path, `${name} is missing`);
  try {
    return await zip.openReadStreamPromise(entry);
  } catch (error) {
    throw new DamagedArchive(path, `${name} can't be read (${messageOf(error)})`);
  }
}

/** Streams an entry; throws `DamagedArchive` at the end if its checksum does not match the manifest. */
export async function* checkedBytes(archive: ArchiveReader, entry: ManifestEntry): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const source: AsyncIterable<Buffer> = await archive.read(entry.name);
  try {
    for await (const piece of source) {
      hash.update(piece);
      yield piece;
    }
  } catch (error) {
    throw new DamagedArchive(archive.path, `${entry.name} can't be read (${messageOf(error)})`);
  }
  if (hash.digest('hex') !== entry.sha256) throw new DamagedArchive(archive.path, `${entry.name} is damaged`);
}

/** Reads every entry stored in the archive and compares it with the manifest. */
export async function checkArchive(path: string): Promise<void> {
  const archive = await openArchive(path);
  try {
    for (const entry of archive.manifest.entries) {
      if (entry.holder === undefined) for await (const _ of checkedBytes(archive, entry));
    }
  } finally {
    archive.close();
  }
}
