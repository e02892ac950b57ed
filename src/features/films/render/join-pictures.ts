import { rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import { secondsOfFrames, TIMESCALE } from '../../../platform/ffmpeg/segment-format.ts';
import { type CutSegment, inPortions, packetFilters } from './cut-packets.ts';
import { concatList } from './lists.ts';
import type { SegmentFiles, Timeline } from './timeline.ts';

const RENDITIONS = ['video1080', 'video720'] as const;
type Rendition = (typeof RENDITIONS)[number];

interface JoinPicturesOptions {
  /** Names of files in the folder: what is added to the pictures, and what is written. */
  sound: string;
  chapters: string;
  outputs: Record<Rendition, string>;
  longestFilters?: number;
  signal?: AbortSignal;
  /** `done`: 0 to 1. */
  onProgress?: (done: number) => void;
}

/** A video under its plain name in the folder, and what is left out of it. */
type Listed = CutSegment & Record<Rendition, string>;

/**
 * Copies the pictures of all segments into both renditions of a film. The cuts are an argument of ffmpeg, which can only be
 * so long: a film with more of them is joined in portions, and those then make the film. Throws ToolError.
 */
export async function joinPictures(timeline: Timeline, folder: string, options: JoinPicturesOptions): Promise<void> {
  const { sound, chapters, outputs, signal, onProgress } = options;
  const run = (args: string[], from: number, to: number) =>
    runTool('ffmpeg', args, {
      cwd: folder,
      signal,
      timeLimit: 300_000 + timeline.length * 500,
      limits: { fileSize: 64 * 1024 ** 3 },
      onProgress: (seconds) => onProgress?.(from + (to - from) * Math.min(1, seconds / timeline.length)),
    });
  const listed = await linked(timeline, folder);
  const portions = inPortions(listed, options.longestFilters);
  if (portions.length === 1) {
    await writeLists(listed, folder);
    await run(filmArgs(listed, { sound, chapters, outputs }), 0, 1);
    return;
  }
  const made: Listed[] = [];
  for (const [index, portion] of portions.entries()) {
    await writeLists(portion, folder);
    const names = { video1080: `part-1080-${index}.mp4`, video720: `part-720-${index}.mp4` };
    const joined = secondsOfFrames(made.reduce((sum, { frames }) => sum + frames, 0)) / timeline.length;
    await run(portionArgs(portion, names), joined / 2, (1 + joined) / 2);
    const frames = portion.reduce((sum, each) => sum + each.frames - each.head - each.tail, 0);
    made.push({ ...names, frames, head: 0, tail: 0 });
  }
  await writeLists(made, folder);
  await run(filmArgs(made, { sound, chapters, outputs }), 0.5, 1);
  for (const rendition of RENDITIONS) await Promise.all(made.map((each) => rm(join(folder, each[rendition]))));
}

/** Links each segment under a plain name. */
function linked(timeline: Timeline, folder: string): Promise<Listed[]> {
  const link = async (kind: Rendition, files: SegmentFiles, index: number) => {
    const name = `${kind}-${String(index).padStart(4, '0')}.mp4`;
    await symlink(resolve(files[kind]), join(folder, name));
    return name;
  };
  return Promise.all(
    timeline.items.map(async ({ segment: { files, frames }, leftOut }, index) => ({
      video1080: await link('video1080', files, index),
      video720: await link('video720', files, index),
      frames,
      ...leftOut,
    })),
  );
}

/** Lists have whole videos, whose packets are cut while they are copied. */
async function writeLists(listed: readonly Listed[], folder: string): Promise<void> {
  for (const rendition of RENDITIONS) {
    const entries = listed.map((each) => ({ name: each[rendition], frames: each.frames }));
    await writeFile(join(folder, `${rendition}.txt`), concatList(entries));
  }
}

const LISTS = RENDITIONS.flatMap((each) => ['-f', 'concat', '-auto_convert', '0', '-i', `${each}.txt`]);

/** Copies both renditions of a film in one run, with its sound and chapters. */
export function filmArgs(
  cuts: readonly CutSegment[],
  { sound, chapters, outputs }: Pick<JoinPicturesOptions, 'sound' | 'chapters' | 'outputs'>,
): string[] {
  const onFrames = packetFilters(cuts);
  const output = (rendition: Rendition, video: number) => [
    ...['-map', `${video}:v:0`, '-map', '2:a:0', '-map_metadata', '3', '-map_chapters', '3', '-c', 'copy'],
    ...['-bsf:v', onFrames, '-video_track_timescale', String(TIMESCALE)],
    ...['-fflags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4', outputs[rendition]],
  ];
  return ['-y', ...LISTS, '-i', sound, '-f', 'ffmetadata', '-i', chapters, ...RENDITIONS.flatMap(output)];
}

/** Copies both renditions of a portion of a film in one run: pictures alone. */
function portionArgs(cuts: readonly CutSegment[], names: Record<Rendition, string>): string[] {
  const onFrames = packetFilters(cuts);
  const output = (rendition: Rendition, video: number) => [
    ...['-map', `${video}:v:0`, '-c', 'copy', '-bsf:v', onFrames, '-video_track_timescale', String(TIMESCALE)],
    ...['-f', 'mp4', names[rendition]],
  ];
  return ['-y', ...LISTS, ...RENDITIONS.flatMap(output)];
}
