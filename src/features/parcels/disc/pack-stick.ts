import { platform } from '../../../platform/platform.ts';
import { fileNameOf } from '../../../platform/storage/file-name.ts';
import { openZip, type ZipStream } from '../../../platform/storage/zip-stream.ts';
import type { EventRecord } from '../../events/find-events.service.ts';
import type { FilmToKeep } from '../../films/film-to-keep.service.ts';
import { type ClipToKeep, clipsToKeep } from '../../media/clips-to-keep.service.ts';

/** Largest file that FAT32 takes, the file system that every television reads. */
export const FAT32_MOST = 2 ** 32 - 1;

/** A file of a stick. */
export interface StickFile {
  key: string;
  path: string;
  bytes: number;
}

/** Packs what goes on a stick: the film as MP4, and every clip as it was sent. The maker unpacks it. */
export async function packStick(
  event: EventRecord,
  film: FilmToKeep,
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<void> {
  const files = await Promise.all(stickFiles(film, await clipsToKeep(event)).map(withSize));
  const zip = openZip();
  const filling = fill(
    zip,
    files.filter((file) => file !== null),
    signal,
  );
  filling.catch((error: Error) => zip.fail(error));
  await Promise.all([platform().store.write(key, zip.output), filling]);
}

/** The best rendition and all originals that FAT32 can hold. */
export function stickFiles(film: Pick<FilmToKeep, 'title' | 'renditions'>, clips: readonly ClipToKeep[]): StickFile[] {
  const best = film.renditions.find(({ bytes }) => bytes <= FAT32_MOST);
  const originals = clips.flatMap(({ file, name }, index) => {
    if (!file || file.bytes > FAT32_MOST) return [];
    const number = String(index + 1).padStart(3, '0');
    const path = `Clips/${`${number} ${fileNameOf(name)}`.trim()}.${file.extension}`;
    return [{ key: file.key, bytes: file.bytes, path }];
  });
  const title = fileNameOf(film.title) || 'Film';
  return [...(best ? [{ key: best.key, bytes: best.bytes, path: `${title}.mp4` }] : []), ...originals];
}

/** A file that is gone, such as an original after its time, is left out. */
async function withSize(file: StickFile): Promise<StickFile | null> {
  const stored = await platform().store.stat(file.key);
  return stored && stored.bytes <= FAT32_MOST ? { ...file, bytes: stored.bytes } : null;
}

async function fill(zip: ZipStream, files: readonly StickFile[], signal: AbortSignal): Promise<void> {
  for (const { key, path, bytes } of files) {
    signal.throwIfAborted();
    await zip.add(path, await platform().store.read(key), { bytes });
  }
  zip.end();
}
