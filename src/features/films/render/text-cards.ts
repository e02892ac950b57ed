import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FilmFrame, WIDE } from '../../../platform/ffmpeg/film-frames.ts';
import { PIPELINE_VERSION } from '../../../platform/ffmpeg/segment-format.ts';
import { withTempFolder } from '../../../platform/ffmpeg/temp-folder.ts';
import type { FilmTheme } from '../../themes/themed-cards.service.ts';
import { makeTextCard, type TextWords } from '../../themes/themed-texts.service.ts';
import { inFrame, writeSilentEdges } from './cards.ts';
import type { Segment, SegmentFiles } from './timeline.ts';

/** Part of every key. Raise it when cards with the same text would look different. */
const TEXT_VERSION = 2;

/** A contributor's text card in a theme, before it is made. It takes the place of the clip's own segment. */
export interface ThemedText {
  key: string;
  frames: number;
  words: TextWords;
  theme: FilmTheme;
  frame: FilmFrame;
}

/** @param frames of the clip, which stays as long as it is */
export function themedText(words: TextWords, frames: number, theme: FilmTheme, frame: FilmFrame = WIDE): ThemedText {
  const facts = JSON.stringify([PIPELINE_VERSION, TEXT_VERSION, theme.mark, frames, words]);
  const key = `text-${createHash('sha256').update(facts).digest('hex').slice(0, 35)}`;
  return { key: inFrame(frame, key), frames, words, theme, frame };
}

/** Makes a text card as a segment in `outFolder`, with its edges. Leaves no files on failure. Throws ToolError. */
export async function makeThemedText(
  { key, frames, words, theme, frame }: ThemedText,
  outFolder: string,
  options: { signal?: AbortSignal } = {},
): Promise<Segment> {
  const files: SegmentFiles = {
    video1080: join(outFolder, 'video-1080.mp4'),
    video720: join(outFolder, 'video-720.mp4'),
    audio: join(outFolder, 'audio.wav'),
  };
  const edges = { video: join(outFolder, 'edges.mp4'), audio: join(outFolder, 'edges.wav') };
  await mkdir(outFolder, { recursive: true });
  try {
    await withTempFolder(outFolder, (temp) =>
      makeTextCard(theme.outro, words, frames, {
        files: { ...files, edgesVideo: edges.video },
        temp,
        frame,
        ...options,
      }),
    );
    await writeSilentEdges(edges.audio);
    return { key, frames, files };
  } catch (error) {
    await Promise.all([...Object.values(files), ...Object.values(edges)].map((file) => rm(file, { force: true })));
    throw error;
  }
}
