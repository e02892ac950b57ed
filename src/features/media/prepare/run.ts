import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StillPieces } from '../../../platform/ffmpeg/encode-still.ts';
import { CHANNELS, SAMPLE_RATE, secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import type { MediaEdit } from '../../../shared/media-edit.ts';
import { type FinishAudioInput, finishAudio } from './finish-audio.ts';
import { makeHybrid, type StreamMap } from './hybrid-video.ts';
import { gainFor, type Loudness, needsCleaning } from './loudness.ts';
import type { PreparedClip, PreparedFiles, PrepareOptions } from './prepared-clip.ts';
import { cleanVoice } from './quiet-voice.ts';

/** Message for a file that turns out to be damaged. */
export const BROKEN = 'This file is damaged and can’t be played to its end. Play it on your device, then add it again.';
const NO_SOUND: Loudness = { integrated: -70, truePeak: -70, gain: 0 };

/** A preparation: input, folders and options. */
export interface Run {
  edit: MediaEdit;
  name: string;
  files: PreparedFiles;
  /** Removed at the end, whatever happens. */
  temp: string;
  options: PrepareOptions;
}

export type Made = Pick<PreparedClip, 'frames' | 'width' | 'height' | 'stream' | 'loudness' | 'checks'>;

type Measured = Omit<Loudness, 'gain'>;

/** Normalises the audio, and muxes it with a video for browsers if requested. */
export async function finish(
  run: Run,
  rawAudio: string | null,
  measured: Measured | null,
  frames: number,
  playable: FinishAudioInput['playable'] = null,
): Promise<Loudness> {
  const { edit, files, options } = run;
  const output = { frames, audio: files.audio, edgesAudio: files.edgesAudio, playable };
  if (!measured || !rawAudio) {
    await finishAudio({ ...NO_SOUND, ...output, rawAudio: null, seconds: secondsOfFrames(frames) }, options.signal);
    return NO_SOUND;
  }
  const sound = await levelled(run, rawAudio, measured);
  const gain = sound.gain + (edit.volume ?? 0);
  await finishAudio({ ...sound, ...output, gain, seconds: await secondsOf(sound.rawAudio) }, options.signal);
  return { ...measured, gain: sound.gain };
}

/** Denoised voice of a quiet recording, or of any that the edit cleans; noise alone is not amplified. */
async function levelled({ edit, temp, options }: Run, rawAudio: string, measured: Measured) {
  const { integrated, truePeak } = measured;
  const isQuiet = needsCleaning(integrated);
  if (!isQuiet && !edit.denoise) return { rawAudio, truePeak, gain: gainFor(integrated) };
  const cleaned = join(temp, 'cleaned.wav');
  const isAsked = edit.denoise === true;
  const voice = await cleanVoice({ rawAudio, integrated, cleaned, isAsked }, options.signal);
  if (!voice || (isQuiet && voice.isSteady)) return { rawAudio, truePeak, gain: isQuiet ? 0 : gainFor(integrated) };
  const { loudness } = voice;
  return { rawAudio: cleaned, truePeak: loudness.truePeak, gain: gainFor(integrated, loudness.integrated) };
}

const BYTES_A_SAMPLE = CHANNELS * Float32Array.BYTES_PER_ELEMENT;

/** Length of a WAV by the first look or the voice decoder. */
async function secondsOf(rawAudio: string): Promise<number> {
  return (await stat(rawAudio)).size / BYTES_A_SAMPLE / SAMPLE_RATE;
}

/** Adds the finished audio to the 720p video, in place, or to what is joined from `pieces`. */
export async function addSound(
  { files, temp, options }: Run,
  frames: number,
  pieces: StillPieces | null = null,
): Promise<StreamMap> {
  const { video1080, video720, audio } = files;
  const pictures = pieces ? { pieces, video1080 } : video720;
  return makeHybrid({ pictures, audio, target: video720 }, frames, temp, options.signal);
}

export async function tellPoster({ files, options }: Run): Promise<void> {
  options.onProgress?.(0.05);
  await options.onStage?.('poster', { posterJpg: files.posterJpg, posterWebp: files.posterWebp });
}

export async function tellSegment({ files, options }: Run): Promise<void> {
  const { video1080, video720, audio } = files;
  await options.onStage?.('segment', { video1080, video720, audio });
}

/** Options for a step that covers `from` to `to` (0 to 1) of the progress. */
export function watch(
  { options: { signal, niceness, onProgress } }: Run,
  length: number,
  from = 0.05,
  to = 0.97,
): Pick<PrepareOptions, 'signal' | 'niceness'> & { onProgress?: (seconds: number) => void } {
  if (!onProgress) return { signal, niceness };
  return {
    signal,
    niceness,
    onProgress: (seconds) => onProgress(from + (to - from) * Math.min(1, seconds / length)),
  };
}
