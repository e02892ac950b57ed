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

/** Levels the sound, and joins it with `video` to something a browser plays. */
export async function finish(
  { edit, files, options }: Run,
  rawAudio: string | null,
  measured: Omit<Loudness, 'gain'> | null,
  frames: number,
  video: string,
  preview: string,
): Promise<Loudness> {
  const loudness = measured && rawAudio ? { ...measured, gain: gainFor(measured.integrated) } : NO_SOUND;
  const gain = loudness.gain + (rawAudio ? (edit.volume ?? 0) : 0);
  const sound = { rawAudio, gain, truePeak: loudness.truePeak, frames };
  await finishAudio({ ...sound, audio: files.audio, video, preview }, options.signal);
  return loudness;
}

export async function tellPoster({ files, options }: Run): Promise<void> {
  options.onProgress?.(0.05);
  await options.onStage?.('poster', { posterJpg: files.posterJpg, posterWebp: files.posterWebp });
}

export async function tellSegment({ files, options }: Run): Promise<void> {
  const { video1080, video720, audio, preview } = files;
  await options.onStage?.('segment', { video1080, video720, audio, preview });
}

/** The options of a step that takes the whole from `from` to `to` (0 to 1). */
export function watch(
  { options: { signal, isBackground, onProgress } }: Run,
  length: number,
  from = 0.05,
  to = 0.97,
): Pick<PrepareOptions, 'signal' | 'isBackground'> & { onProgress?: (seconds: number) => void } {
  if (!onProgress) return { signal, isBackground };
  return {
    signal,
    isBackground,
    onProgress: (seconds) => onProgress(from + (to - from) * Math.min(1, seconds / length)),
  };
}
