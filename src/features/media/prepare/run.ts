import type { MediaEdit } from '../../../shared/contracts/media.ts';
import { finishAudio } from './finish-audio.ts';
import { gainFor, type Loudness } from './loudness.ts';
import type { PreparedClip, PreparedFiles, PrepareOptions } from './prepared-clip.ts';

/** For a file that turns out broken while it is read. */
export const BROKEN = 'This file is damaged and can’t be played to its end. Play it on your device, then add it again.';
const NO_SOUND: Loudness = { integrated: -70, truePeak: -70, gain: 0 };

/** One run: what it was asked, where it works and what it tells. */
export interface Run {
  edit: MediaEdit;
  name: string;
  files: PreparedFiles;
  /** Removed at the end, whatever happens. */
  temp: string;
  options: PrepareOptions;
}

export type Made = Pick<PreparedClip, 'frames' | 'width' | 'height' | 'loudness' | 'checks'>;

/** Levels the sound and tells that the segment can be watched. */
export async function finish(
  run: Run,
  rawAudio: string | null,
  measured: Omit<Loudness, 'gain'> | null,
  frames: number,
): Promise<Loudness> {
  const { edit, files, options } = run;
  const loudness = measured && rawAudio ? { ...measured, gain: gainFor(measured.integrated) } : NO_SOUND;
  const gain = loudness.gain + (rawAudio ? (edit.volume ?? 0) : 0);
  await finishAudio({ rawAudio, gain, truePeak: loudness.truePeak, frames, files }, options.signal);
  const { video1080, video720, audio, preview } = files;
  await options.onStage?.('segment', { video1080, video720, audio, preview });
  return loudness;
}

export async function tellPoster({ files, options }: Run): Promise<void> {
  options.onProgress?.(0.05);
  await options.onStage?.('poster', { posterJpg: files.posterJpg, posterWebp: files.posterWebp });
}

/** Encoding is what takes time: 5 to 95 % of it. */
export function watch(
  { options }: Run,
  length: number,
): Pick<PrepareOptions, 'signal'> & { onProgress?: (seconds: number) => void } {
  const { signal, onProgress } = options;
  return {
    signal,
    ...(onProgress ? { onProgress: (seconds: number) => onProgress(0.05 + 0.9 * Math.min(1, seconds / length)) } : {}),
  };
}
