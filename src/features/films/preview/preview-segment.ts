import { mkdir, readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import { FRAME_RATE, GOP_FRAMES, SAMPLES_PER_FRAME, secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import { withTempFolder } from '../../../platform/ffmpeg/temp-folder.ts';
import type { Segment } from '../render/timeline.ts';
import type { PreviewPart } from './playlist.ts';

/** Part of a preview file's name: raise it when the bytes that a segment gives change. */
export const PREVIEW_VERSION = 1;

/** Frames that a player fetches at a time. */
const PART_FRAMES = 6 * GOP_FRAMES;
const AAC_BLOCK = 1024;

export interface PreviewFile {
  /** MPEG-TS: the 720p pictures, copied, and AAC. */
  path: string;
  parts: PreviewPart[];
}

/** Name of the preview file in the folder it is made in. */
export const PREVIEW_NAME = 'preview.ts';

/**
 * Makes a segment playable by HLS, once: the pictures are copied, the sound is encoded.
 * Keep both the file and `parts`; a playlist needs nothing else. Throws ToolError.
 */
export async function makePreviewSegment(
  segment: Pick<Segment, 'frames' | 'files'>,
  outFolder: string,
  options: { signal?: AbortSignal } = {},
): Promise<PreviewFile> {
  await mkdir(outFolder, { recursive: true });
  return withTempFolder(outFolder, async (temp) => {
    const timeLimit = 60_000 + secondsOfFrames(segment.frames) * 500;
    await runTool('ffmpeg', remuxArgs(segment), { cwd: temp, timeLimit, signal: options.signal });
    const parts = readParts(await readFile(join(temp, 'list.m3u8'), 'utf8'), segment.frames);
    const path = join(outFolder, PREVIEW_NAME);
    await rename(join(temp, PREVIEW_NAME), path);
    return { path, parts };
  });
}

/**
 * The encoder puts one block of silence before the sound, and a TS has no place to say so: that block is dropped, so
 * that sound and pictures begin at the same time. Sound ends with the block nearest to the last frame's end.
 */
function remuxArgs({ frames, files }: Pick<Segment, 'frames' | 'files'>): string[] {
  const samples = Math.max(1, Math.round((frames * SAMPLES_PER_FRAME) / AAC_BLOCK)) * AAC_BLOCK;
  return [
    ...['-y', '-i', `file:${resolve(files.video720)}`, '-i', `file:${resolve(files.audio)}`],
    ...['-map', '0:v:0', '-map', '1:a:0', '-c:v', 'copy'],
    ...[
      '-af',
      `apad=whole_len=${samples},atrim=end_sample=${samples}`,
      '-c:a',
      'aac',
      '-aac_coder',
      'fast',
      '-b:a',
      '128k',
    ],
    ...['-bsf:a', 'noise=drop=eq(n\\,0)', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'],
    ...['-f', 'hls', '-hls_time', String(PART_FRAMES / FRAME_RATE), '-hls_list_size', '0', '-hls_flags', 'single_file'],
    ...['-hls_segment_filename', PREVIEW_NAME, 'list.m3u8'],
  ];
}

function readParts(playlist: string, frames: number): PreviewPart[] {
  const ranges = [...playlist.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)/g)];
  const expected = Math.ceil(frames / PART_FRAMES);
  if (ranges.length !== expected) throw new Error(`${ranges.length} preview parts instead of ${expected}`);
  return ranges.map((range, index) => ({
    frames: Math.min(PART_FRAMES, frames - index * PART_FRAMES),
    bytes: Number(range[1]),
    offset: Number(range[2]),
  }));
}
