import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FilmFrame } from '../../../platform/ffmpeg/film-frames.ts';
import { withTempFolder } from '../../../platform/ffmpeg/temp-folder.ts';
import { keysOf } from '../../../shared/known-values.ts';
import { writeWavPart } from './cut-sound.ts';
import { joinPictures } from './join-pictures.ts';
import { chapterMetadata, concatList } from './lists.ts';
import type { Measured } from './loudness.ts';
import { writePosters } from './poster.ts';
import { checkSegments } from './segment-check.ts';
import { makeSound } from './sound.ts';
import type { Timeline } from './timeline.ts';

export interface FilmFiles {
  /** H.264 in the frame's large size and AAC 48 kHz stereo, faststart, with chapters. */
  film1080: string;
  /** The same in the small size, with the same audio. */
  film720: string;
  /** In the small size. */
  posterJpg: string;
  posterWebp: string;
  /** WebVTT. */
  captions: string;
}

export interface JoinedFilm {
  files: FilmFiles;
  frames: number;
  /** Seconds. */
  length: number;
  /** Measured on the encoded audio. */
  loudness: Measured;
}

export type JoinStep = 'sound' | 'pictures';

export interface JoinOptions {
  signal?: AbortSignal;
  /** `done`: 0 to 1 over all steps. */
  onProgress?: (done: number, step: JoinStep) => void;
  /** Of all segments. Default: `WIDE`. */
  frame?: FilmFrame;
  /** Of ffmpeg's filters in one run, in bytes; a film with more cuts is joined in portions first. */
  longestFilters?: number;
}

const NAMES: Record<keyof FilmFiles, string> = {
  film1080: 'film-1080.mp4',
  film720: 'film-720.mp4',
  posterJpg: 'poster.jpg',
  posterWebp: 'poster.webp',
  captions: 'captions.vtt',
};

/** File paths of a film in the caller's folder. */
function filmFilesIn(folder: string): FilmFiles {
  const at = (name: keyof FilmFiles) => join(folder, NAMES[name]);
  return {
    film1080: at('film1080'),
    film720: at('film720'),
    posterJpg: at('posterJpg'),
    posterWebp: at('posterWebp'),
    captions: at('captions'),
  };
}

/**
 * Joins prepared segments into a film in `outFolder`: copies video packets, encodes only the audio.
 * @param music path of a WAV that is looped under the voices; null for none
 * Leaves no files on failure or abort. Throws ToolError, or SegmentsUnfit when segments must be
 * prepared again.
 */
export async function joinFilm(
  timeline: Timeline,
  music: string | null,
  outFolder: string,
  options: JoinOptions = {},
): Promise<JoinedFilm> {
  const { signal } = options;
  const onProgress = growing(options.onProgress);
  const files = filmFilesIn(outFolder);
  await mkdir(outFolder, { recursive: true });
  try {
    return await withTempFolder(outFolder, async (temp) => {
      const made = filmFilesIn(temp);
      signal?.throwIfAborted();
      await checkSegments(timeline.items);
      await writeLists(timeline, temp);
      const { loudness } = await withPosters(timeline, made, options, (either) =>
        makeSound({
          list: 'audio.txt',
          frames: timeline.frames,
          music: music === null ? null : resolve(music),
          folder: temp,
          signal: either,
          onProgress: (done) => onProgress?.(done * 0.8, 'sound'),
        }),
      );
      await joinPictures(timeline, temp, {
        ...options,
        sound: 'sound.m4a',
        chapters: 'chapters.txt',
        outputs: { video1080: NAMES.film1080, video720: NAMES.film720 },
        onProgress: (done) => onProgress?.(0.8 + 0.19 * done, 'pictures'),
      });
      await writeFile(made.captions, timeline.captions);
      signal?.throwIfAborted();
      for (const name of keysOf(NAMES)) await rename(made[name], files[name]);
      onProgress?.(1, 'pictures');
      return { files, frames: timeline.frames, length: timeline.length, loudness };
    });
  } catch (error) {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
    throw error;
  }
}

/** Writes the posters in parallel with `work`. If one fails, the other is stopped. */
async function withPosters<T>(
  timeline: Timeline,
  files: FilmFiles,
  { signal, frame }: JoinOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const either = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]);
  const endBoth = (error: unknown) => stop.abort(error);
  const working = work(either);
  const drawing = writePosters(timeline, files, either, frame);
  working.catch(endBoth);
  drawing.catch(endBoth);
  await Promise.allSettled([working, drawing]);
  // Report the original failure, not the abort it caused.
  stop.signal.throwIfAborted();
  return working;
}

/** Monotonic progress, even if the audio is encoded twice. */
function growing(tell: JoinOptions['onProgress']): JoinOptions['onProgress'] {
  let furthest = 0;
  return (done, step) => {
    furthest = Math.max(furthest, Math.min(1, done));
    tell?.(furthest, step);
  };
}

/** Lists the audio as it is heard, and the chapters. */
async function writeLists(timeline: Timeline, folder: string): Promise<void> {
  const entries = await Promise.all(
    timeline.items.map(async ({ segment, leftOut, frames }, index) => {
      const name = `audio-${String(index).padStart(4, '0')}.wav`;
      const isCut = leftOut.head + leftOut.tail > 0;
      if (isCut) await writeWavPart(segment.files.audio, join(folder, name), { from: leftOut.head, frames });
      else await symlink(resolve(segment.files.audio), join(folder, name));
      return { name, frames };
    }),
  );
  await writeFile(join(folder, 'audio.txt'), concatList(entries));
  await writeFile(join(folder, 'chapters.txt'), chapterMetadata(timeline));
}
