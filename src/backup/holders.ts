import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ArchiveReader, archiveId, openArchive } from './archive-reader.ts';
import type { ManifestEntry } from './manifest.ts';

/** An archive with the earlier ones that contain the files it left out. */
export interface ArchiveSet {
  main: ArchiveReader;
  /** The archive that contains the entry. */
  holderOf(entry: ManifestEntry): ArchiveReader;
  close(): void;
}

/** Opens an archive and finds the earlier ones it needs in the same folder; throws when one is missing. */
export async function openArchiveSet(path: string): Promise<ArchiveSet> {
  const main = await openArchive(path);
  const others = new Map<string, ArchiveReader>();
  const close = () => {
    for (const archive of [main, ...others.values()]) archive.close();
  };
  try {
    const needed = new Set(main.manifest.entries.flatMap(({ holder }) => holder ?? []));
    if (needed.size > 0) {
      for (const name of await readdir(dirname(path))) {
        const candidate = join(dirname(path), name);
        const id = await archiveId(candidate);
        if (id && needed.has(id) && !others.has(id)) others.set(id, await openArchive(candidate));
      }
    }
    const missing = [...needed].find((id) => !others.has(id));
    if (missing) {
      const name = main.manifest.holders[missing] ?? 'another archive';
      throw new Error(`${path} holds only what changed since ${name}, which is not in the same folder. Put it there.`);
    }
    const holderOf = ({ holder }: ManifestEntry) => (holder && others.get(holder)) || main;
    return { main, holderOf, close };
  } catch (error) {
    close();
    throw error;
  }
}
