import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '../platform/errors.ts';
import type { FileStore, StoredFile } from '../platform/file-store.ts';
import { type ArchiveReader, checkArchive, checkedBytes, openArchive } from './archive-reader.ts';
import { type ArchiveWriter, createArchive } from './archive-writer.ts';
import { withDatabase } from './collections.ts';
import { dumpDatabase } from './dump.ts';
import { EMBEDDED, FILES, type Manifest, type ManifestEntry, SECRET } from './manifest.ts';

export interface BackupOptions {
  /** Working folder; the archive becomes `archive.zip` in it. */
  work: string;
  /** URI of a server, or a folder with a copy of the embedded database. */
  source: { uri: string } | { copy: string };
  /** Null: database only. */
  store: FileStore | null;
  varDir: string;
  version: string;
  /** Secret that the app encrypts with. */
  secret: string | null;
  /** Base archive for an incremental backup: its files are left out. */
  since: string | null;
  /** The archive to be replaced: unchanged files are copied from it. */
  earlier: string | null;
}

/** Result of a backup; `bytes` before compression. */
export interface BackupReport {
  databaseBytes: number;
  files: number;
  fileBytes: number;
  unchanged: number;
  /** Keys of files deleted between listing and reading. */
  gone: string[];
  isOneMoment: boolean;
}

/**
 * Copies the database first, then files: every file in the copied database was written before. A file deleted meanwhile
 * was already marked as deleted, or unreferenced for a day.
 */
export async function takeBackup(options: BackupOptions): Promise<BackupReport> {
  const { work, store, varDir, version, secret } = options;
  const path = join(work, 'archive.zip');
  const archive = createArchive(path);
  const { entries, isOneMoment } = await addDatabase(archive, options);
  const databaseBytes = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  const keptSecret = join(varDir, 'secret');
  if (existsSync(keptSecret)) entries.push(await archive.add(SECRET, await readFile(keptSecret)));
  const known = await openKnown(options);
  try {
    const files = store ? await addFiles(archive, store, known) : { entries: [], gone: [], unchanged: 0 };
    entries.push(...files.entries);
    const manifest: Manifest = {
      format: 1,
      id: randomBytes(16).toString('hex'),
      createdAt: new Date().toISOString(),
      version,
      database: 'copy' in options.source ? 'embedded' : 'dump',
      isOneMoment,
      hasFiles: store !== null,
      secretHash: secret && hashOfSecret(secret),
      holders: known?.isBase ? known.holders : {},
      entries,
    };
    await archive.finish(manifest);
    await checkArchive(path);
    const fileBytes = files.entries.reduce((sum, { bytes }) => sum + bytes, 0);
    const { unchanged, gone } = files;
    return { databaseBytes, files: files.entries.length, fileBytes, unchanged, gone, isOneMoment };
  } finally {
    known?.archive.close();
  }
}

export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(`vidday backup ${secret}`).digest('hex');
}

async function addDatabase(archive: ArchiveWriter, { source }: BackupOptions) {
  if ('uri' in source) return withDatabase(source.uri, (db) => dumpDatabase(db, archive));
  const entry = await archive.add(EMBEDDED, createReadStream(join(source.copy, EMBEDDED)), { compress: true });
  return { entries: [entry], isOneMoment: true };
}

/** An earlier archive with its files by name. */
interface Known {
  archive: ArchiveReader;
  entries: Map<string, ManifestEntry>;
  /** Whether the new archive leaves out its files. */
  isBase: boolean;
  holders: Record<string, string>;
}

async function openKnown({ since, earlier, store }: BackupOptions): Promise<Known | null> {
  const path = store && (since ?? earlier);
  if (!path) return null;
  const archive = await openArchive(path);
  const { id, entries, holders } = archive.manifest;
  const files = entries.filter(({ name, holder }) => name.startsWith(FILES) && (since || holder === undefined));
  return {
    archive,
    entries: new Map(files.map((entry) => [entry.name, entry])),
    isBase: since !== null,
    holders: { ...holders, [id]: basename(path) },
  };
}

async function addFiles(archive: ArchiveWriter, store: FileStore, known: Known | null) {
  const entries: ManifestEntry[] = [];
  const gone: string[] = [];
  let unchanged = 0;
  for await (const file of store.list('')) {
    const before = known?.entries.get(FILES + file.key);
    if (known && before && isSame(before, file)) {
      unchanged += 1;
      entries.push(await takeOver(archive, known, before));
      continue;
    }
    const source = await openIfThere(store, file.key);
    if (!source) gone.push(file.key);
    else entries.push({ ...(await archive.add(FILES + file.key, source)), modifiedAt: file.modifiedAt.getTime() });
  }
  return { entries, gone, unchanged };
}

/** Keys are written once; size and time tell whether one was deleted and written again. */
function isSame(before: ManifestEntry, { bytes, modifiedAt }: StoredFile): boolean {
  return before.bytes === bytes && before.modifiedAt === modifiedAt.getTime();
}

async function takeOver(archive: ArchiveWriter, known: Known, before: ManifestEntry): Promise<ManifestEntry> {
  if (known.isBase) return { ...before, holder: before.holder ?? known.archive.manifest.id };
  const copied = await archive.add(
    before.name,
    Readable.from(checkedBytes(known.archive, before), { objectMode: false }),
  );
  return { ...copied, modifiedAt: before.modifiedAt };
}

async function openIfThere(store: FileStore, key: string): Promise<Readable | null> {
  try {
    return await store.read(key);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
