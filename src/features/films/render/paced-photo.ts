import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FilmFrame, unitOf, WIDE } from '../../../platform/ffmpeg/film-frames.ts';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import {
  CUT_FRAMES,
  edgeFrames,
  FRAME_RATE,
  GRAPH_THREADS,
  keyFrameArgs,
  NORMALISE_FILTER,
  PIPELINE_VERSION,
  segmentVideoArgs,
} from '../../../platform/ffmpeg/segment-format.ts';
import { writeSilence } from '../../../platform/ffmpeg/wav.ts';
import type { PacedPhoto } from './photo-beats.ts';
import type { Segment, SegmentFiles } from './timeline.ts';

/** Part of every key. Raise it when photos in a sequence would look different. */
const PACED_VERSION = 1;

/** Key of a photo as a sequence shows it. */
export function pacedKey(segmentKey: string, { frames, place }: PacedPhoto): string {
  const facts = JSON.stringify([PIPELINE_VERSION, PACED_VERSION, segmentKey, frames, place]);
  return `beat-${createHash('sha256').update(facts).digest('hex').slice(0, 35)}`;
}

interface PhotoSource {
  /** Frames of the photo's segment. */
  frames: number;
  video1080: string;
  /** Its first and last frames, without fades. */
  edges: string;
}

/**
 * Makes a photo as long as its sequence shows it: without fades towards its neighbours there, and with those of its segment
 * at the sequence's ends. Silent, as photos are. Leaves no files on failure. Throws ToolError.
 */
export async function makePacedPhoto(
  key: string,
  paced: PacedPhoto,
  source: PhotoSource,
  outFolder: string,
  options: { signal?: AbortSignal } = {},
  frame: FilmFrame = WIDE,
): Promise<Segment> {
  const files: SegmentFiles = {
    video1080: join(outFolder, 'video-1080.mp4'),
    video720: join(outFolder, 'video-720.mp4'),
    audio: join(outFolder, 'audio.wav'),
  };
  const { frames } = paced;
  await mkdir(outFolder, { recursive: true });
  try {
    const timeLimit = 120_000 * unitOf(frame) ** 2;
    await runTool('ffmpeg', pacedArgs(paced, source, files, frame), { ...options, timeLimit });
    await writeSilence(files.audio, frames);
    return { key, frames, files };
  } catch (error) {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
    throw error;
  }
}

/** The frames of a sequence's photo among those of its segment; a first one keeps its head, a last one its tail. */
function windowOf({ frames, place }: PacedPhoto, all: number): string {
  const onFrames = `setpts=N/(${FRAME_RATE}*TB)`;
  if (frames > all) {
    const held = place === 'last' ? `start=${frames - all}:start_mode=clone` : `stop=${frames - all}:stop_mode=clone`;
    return `tpad=${held},${onFrames}`;
  }
  const start = { first: 0, inner: Math.floor((all - frames) / 2), last: all - frames }[place];
  return `trim=start_frame=${start}:end_frame=${start + frames},${onFrames}`;
}

function pacedArgs(
  paced: PacedPhoto,
  { frames: all, video1080, edges }: PhotoSource,
  files: SegmentFiles,
  { renditions }: FilmFrame,
): string[] {
  const { frames, place } = paced;
  const onFrames = `setpts=N/(${FRAME_RATE}*TB)`;
  const fade = edgeFrames(frames);
  const ends = [
    ...(place === 'first' ? [`fade=t=in:start_frame=0:nb_frames=${fade}`] : []),
    ...(place === 'last' ? [`fade=t=out:start_frame=${frames - fade}:nb_frames=${fade}`] : []),
  ];
  const { width, height } = renditions['720'];
  const graph = [
    '[0:v]split=2[first][second]',
    `[first]trim=end_frame=${CUT_FRAMES},${onFrames}[head]`,
    `[1:v]trim=start_frame=${CUT_FRAMES}:end_frame=${all - CUT_FRAMES},${onFrames}[middle]`,
    `[second]trim=start_frame=${CUT_FRAMES},${onFrames}[tail]`,
    `[head][middle][tail]concat=n=3:v=1:a=0,fps=${FRAME_RATE},${[windowOf(paced, all), ...ends].join(',')},${NORMALISE_FILTER},split=2[v1080][large]`,
    `[large]scale=${width}:${height}:flags=bilinear,${NORMALISE_FILTER}[v720]`,
  ].join(';');
  const input = (path: string) => ['-threads', '1', '-i', path];
  const output = (name: '1080' | '720', path: string) => [
    ...['-map', `[v${name}]`, '-frames:v', String(frames), ...segmentVideoArgs(renditions[name])],
    ...[...keyFrameArgs(frames), path],
  ];
  return [
    ...['-y', ...GRAPH_THREADS, ...input(edges), ...input(video1080), '-filter_complex', graph],
    ...[...output('1080', files.video1080), ...output('720', files.video720)],
  ];
}
