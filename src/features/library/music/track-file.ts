import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import { CHANNELS, SAMPLE_RATE } from '../../../platform/ffmpeg/segment-format.ts';
import { projectFolder } from '../../../platform/project-folder.ts';
import { MUSIC_VERSION, RUN_UP, type TrackId } from './catalogue.ts';
import { TRACK_SOUNDS } from './track-sounds.ts';

/** Path of a track's WAV below `cacheFolder`, rendered once. Concurrent processes write identical files. */
export async function trackWav(id: TrackId, cacheFolder: string): Promise<string> {
  const path = join(cacheFolder, `${id}-v${MUSIC_VERSION}.wav`);
  const known = await stat(path).catch(() => null);
  if (known?.isFile()) return path;
  await mkdir(cacheFolder, { recursive: true });
  const unfinished = `${path}.${process.pid}.${Date.now()}`;
  try {
    await runTool('ffmpeg', decodeArgs(id, unfinished), { timeLimit: 60_000 });
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
  return path;
}

function decodeArgs(id: TrackId, target: string): string[] {
  const source = join(projectFolder(), 'static', 'music', `${id}.m4a`);
  const end = RUN_UP + Math.round(TRACK_SOUNDS[id].length * SAMPLE_RATE);
  const format = ['-ar', String(SAMPLE_RATE), '-ac', String(CHANNELS), '-c:a', 'pcm_s16le'];
  const plain = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact', '-f', 'wav'];
  return ['-y', '-i', source, '-af', `atrim=start_sample=${RUN_UP}:end_sample=${end}`, ...format, ...plain, target];
}
