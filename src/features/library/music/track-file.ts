import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MUSIC_VERSION, renderTrack } from './catalogue.ts';
import type { TrackId } from './pieces.ts';
import { encodeWav } from './wav.ts';

/** Path of a track's WAV below `cacheFolder`, rendered once. Concurrent processes write identical files. */
export async function trackWav(id: TrackId, cacheFolder: string): Promise<string> {
  const path = join(cacheFolder, `${id}-v${MUSIC_VERSION}.wav`);
  const known = await stat(path).catch(() => null);
  if (known?.isFile()) return path;
  await mkdir(cacheFolder, { recursive: true });
  const { left, right } = renderTrack(id);
  const unfinished = `${path}.${process.pid}.${Date.now()}`;
  try {
    await writeFile(unfinished, encodeWav(left, right));
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
  return path;
}
