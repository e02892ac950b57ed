import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openZip } from '../platform/storage/zip-stream.ts';
import { MANIFEST, type Manifest, type ManifestEntry } from './manifest.ts';

/** A new archive, complete when `finish` has resolved. */
export interface ArchiveWriter {
  /** Streams in one entry. Entries are added one at a time. */
  add(name: string, source: Readable | Buffer, options?: { compress?: boolean }): Promise<ManifestEntry>;
  /** Writes the manifest and flushes the file to the disk. */
  finish(manifest: Manifest): Promise<void>;
}

/** Zip comment: the archive's id and the hash of its manifest. */
function commentOf(id: string, manifestSha256: string): string {
  return `vidday backup ${id} ${manifestSha256}`;
}

/** Creates a zip file at `path`, readable by its owner only. The file must not exist. */
export function createArchive(path: string): ArchiveWriter {
  const zip = openZip();
  const written = pipeline(zip.output, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  // `add` and `finish` report the error; avoid an unhandled rejection until then.
  written.catch(() => {});

  async function add(name: string, source: Readable | Buffer, { compress = false } = {}): Promise<ManifestEntry> {
    const hash = createHash('sha256');
    const adding = zip.add(name, source, { compress, onPiece: (piece) => hash.update(piece) });
    const bytes = await Promise.race([adding, written.then(() => adding)]);
    return { name, bytes, sha256: hash.digest('hex') };
  }

  return {
    add,
    async finish(manifest) {
      const text = Buffer.from(JSON.stringify(manifest));
      const { sha256 } = await add(MANIFEST, text, { compress: true });
      zip.end(commentOf(manifest.id, sha256));
      await written;
      await syncFile(path);
    },
  };
}

/** Flushes a file to the disk. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
