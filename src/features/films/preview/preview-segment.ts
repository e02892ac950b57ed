import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import {
  FRAME_RATE,
  GOP_FRAMES,
  SAMPLES_PER_FRAME,
  secondsOfFrames,
  TIMESCALE,
} from '../../../platform/ffmpeg/segment-format.ts';
import { withTempFolder } from '../../../platform/ffmpeg/temp-folder.ts';
import type { Segment } from '../render/timeline.ts';
import { advancePictures, readFragments } from './fragments.ts';
import type { PreviewPart } from './playlist.ts';

/** Part of a preview file's name: raise it when the bytes that a segment gives change. */
export const PREVIEW_VERSION = 2;

/** Groups of pictures, a second each, that a player fetches at a time. */
const PART_GOPS = 6;
const AAC_BLOCK = 1024;

export interface PreviewFile {
  /** Fragmented MP4: the 720p pictures, copied, and AAC. What precedes the first part is its header. */
  path: string;
  parts: PreviewPart[];
}

/** Name of the preview file in the folder it is made in. */
export const PREVIEW_NAME = 'preview.m4s';

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
    const file = await readFile(join(temp, PREVIEW_NAME));
    advancePictures(file, PICTURES, DECODE_LEAD);
    const parts = partsOf(file, segment.frames);
    await writeFile(join(temp, PREVIEW_NAME), file);
    const path = join(outFolder, PREVIEW_NAME);
    await rename(join(temp, PREVIEW_NAME), path);
    return { path, parts };
  });
}

/** Number that the muxer gives the first track it is told of. */
const PICTURES = 1;
/** B-frames make the first picture show two frames after its decoding begins, in the muxer's ticks. */
const DECODE_LEAD = (2 * TIMESCALE) / FRAME_RATE;

/**
 * The encoder puts one block of silence before the sound, and players of fragments don't read the list that would tell
 * them: that block is dropped, so that sound and pictures begin together. Sound ends with the block nearest to the last
 * frame's end. MPEG-TS would do without a header, but hls.js moves its pictures by the B-frames' delay and its sound not.
 */
function remuxArgs({ frames, files }: Pick<Segment, 'frames' | 'files'>): string[] {
  const samples = Math.max(1, Math.round((frames * SAMPLES_PER_FRAME) / AAC_BLOCK)) * AAC_BLOCK;
  return [
    ...['-y', '-i', `file:${resolve(files.video720)}`, '-i', `file:${resolve(files.audio)}`],
    ...['-map', '0:v:0', '-map', '1:a:0', '-c:v', 'copy'],
    ...['-af', `apad=whole_len=${samples},atrim=end_sample=${samples}`],
    ...['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '128k', '-bsf:a', 'noise=drop=eq(n\\,0)'],
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact', '-use_editlist', '0'],
    ...['-avoid_negative_ts', 'disabled'],
    ...['-video_track_timescale', String(TIMESCALE)],
    ...['-movflags', '+frag_keyframe+empty_moov+default_base_moof', '-f', 'mp4', PREVIEW_NAME],
  ];
}

function partsOf(file: Buffer, frames: number): PreviewPart[] {
  const { fragments } = readFragments(file);
  const expected = Math.ceil(frames / GOP_FRAMES);
  if (fragments.length !== expected) throw new Error(`${fragments.length} preview fragments instead of ${expected}`);
  const parts: PreviewPart[] = [];
  for (let first = 0; first < fragments.length; first += PART_GOPS) {
    const group = fragments.slice(first, first + PART_GOPS);
    const begin = group[0]?.offset ?? 0;
    const last = group.at(-1) ?? { offset: 0, bytes: 0 };
    parts.push({
      frames: Math.min(group.length * GOP_FRAMES, frames - first * GOP_FRAMES),
      offset: begin,
      bytes: last.offset + last.bytes - begin,
    });
  }
  return parts;
}
