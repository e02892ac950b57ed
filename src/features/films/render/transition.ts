import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FilmFrame, runsOf, unitOf, WIDE } from '../../../platform/ffmpeg/film-frames.ts';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import {
  CUT_FRAMES,
  FRAME_RATE,
  GRAPH_THREADS,
  NORMALISE_FILTER,
  PIPELINE_VERSION,
  type RenditionName,
  secondsOfFrames,
  segmentVideoArgs,
} from '../../../platform/ffmpeg/segment-format.ts';
import { withTempFolder } from '../../../platform/ffmpeg/temp-folder.ts';
import { FRAME_BYTES, writeWav } from '../../../platform/ffmpeg/wav.ts';
import type { ClipTransition } from '../../../shared/clip-transitions.ts';
import { readWav } from './cut-sound.ts';
import { drawCaptions, layOver, type OverPicture } from './over-pictures.ts';
import { type SaidAtEdge, saidMark } from './overlaid.ts';
import type { Segment, SegmentFiles } from './timeline.ts';
import { transitionSound } from './transition-sound.ts';

/** Part of every transition's key. Raise it when they would look or sound different. */
const TRANSITION_VERSION = 1;

/** A transition that is a segment of its own. */
export type MadeTransition = Exclude<ClipTransition, 'soft'>;

/** A neighbour of a transition: `edges` are null where it can’t be cut. */
export interface Neighbour<Edges = unknown> {
  key: string;
  edges: Edges | null;
  /** Captions over its edges. Default: none. */
  said?: { head: SaidAtEdge | null; tail: SaidAtEdge | null };
}

/** The transition between two neighbours in a film of this style. */
export function transitionBetween(previous: Neighbour, next: Neighbour, style: ClipTransition): ClipTransition {
  return previous.edges && next.edges ? style : 'soft';
}

/** Key of a transition: it changes with either neighbour, with what is said there, and with its kind. */
export function transitionKey(kind: MadeTransition, previous: Neighbour, next: Neighbour): string {
  const [before, after] = saidIn([previous, next]).map(saidMark);
  const said = before?.length || after?.length ? [before, after] : [];
  const facts = JSON.stringify([PIPELINE_VERSION, TRANSITION_VERSION, kind, previous.key, next.key, ...said]);
  return `join-${createHash('sha256').update(facts).digest('hex').slice(0, 35)}`;
}

/** What is said before and after the middle of a transition. */
function saidIn([previous, next]: readonly [Neighbour, Neighbour]): readonly [SaidAtEdge | null, SaidAtEdge | null] {
  return [previous.said?.tail ?? null, next.said?.head ?? null];
}

/** Frames of a transition: a cut shows both edges one after the other. */
export function transitionFrames(kind: MadeTransition): number {
  return kind === 'cut' ? 2 * CUT_FRAMES : CUT_FRAMES;
}

/** Local files with a segment's first and last `CUT_FRAMES`, without fades. */
export interface EdgeFiles {
  video: string;
  audio: string;
}

/** Makes a transition from the tail of one segment and the head of another. Leaves no files on failure. Throws ToolError. */
export async function makeTransition(
  kind: MadeTransition,
  [previous, next]: readonly [Neighbour<EdgeFiles> & { edges: EdgeFiles }, Neighbour<EdgeFiles> & { edges: EdgeFiles }],
  outFolder: string,
  options: { signal?: AbortSignal; niceness?: number } = {},
  frame: FilmFrame = WIDE,
): Promise<Segment> {
  const files: SegmentFiles = {
    video1080: join(outFolder, 'video-1080.mp4'),
    video720: join(outFolder, 'video-720.mp4'),
    audio: join(outFolder, 'audio.wav'),
  };
  await mkdir(outFolder, { recursive: true });
  try {
    await withTempFolder(outFolder, async (temp) => {
      const [before, after] = saidIn([previous, next]);
      const shown = [
        { video: previous.edges.video, over: before ? await drawCaptions(before, temp, 'before', frame) : [] },
        { video: next.edges.video, over: after ? await drawCaptions(after, temp, 'after', frame) : [] },
      ] as const;
      for (const names of runsOf(frame)) {
        await runTool('ffmpeg', transitionArgs(kind, shown, files, frame, names), {
          ...options,
          timeLimit: 60_000 * unitOf(frame) ** 2,
        });
      }
    });
    const tail = await readWav(previous.edges.audio, 2 * CUT_FRAMES);
    const head = await readWav(next.edges.audio, 2 * CUT_FRAMES);
    const edge = CUT_FRAMES * FRAME_BYTES;
    const sound = transitionSound(kind, tail.subarray(edge), head.subarray(0, edge));
    await writeWav(files.audio, sound);
    return { key: transitionKey(kind, previous, next), frames: transitionFrames(kind), files };
  } catch (error) {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
    throw error;
  }
}

/** xfade's name of each kind that shows both neighbours at once. */
const MOVES = { fade: 'fade', slide: 'slideleft', zoom: 'zoomin' } as const;

/** The edges of a segment, its first and last `CUT_FRAMES`, with captions. */
interface ShownEdge {
  video: string;
  over: readonly OverPicture[];
}

/** Arguments for ffmpeg. */
export function transitionArgs(
  kind: MadeTransition,
  [previous, next]: readonly [ShownEdge, ShownEdge],
  files: Pick<SegmentFiles, 'video1080' | 'video720'>,
  frame: FilmFrame = WIDE,
  names: readonly RenditionName[] = ['1080', '720'],
): string[] {
  const { renditions } = frame;
  const seconds = secondsOfFrames(CUT_FRAMES);
  const done = `N/${CUT_FRAMES}`;
  // xfade goes by timestamps, so those of a movement that starts and ends gently are not evenly spaced.
  const pace = kind === 'fade' ? done : `(1-cos(PI*${done}))/2`;
  const times = kind === 'cut' ? `N/(${FRAME_RATE}*TB)` : `${seconds}*${pace}/TB`;
  const joined = kind === 'cut' ? 'concat=n=2:v=1:a=0' : `xfade=transition=${MOVES[kind]}:duration=${seconds}:offset=0`;
  const { width, height } = renditions['720'];
  // Captions go with their pictures, so that one follows the other as the clips do.
  const shown = (name: string, input: number, over: readonly OverPicture[], first: number) => [
    `[${input}:v]trim=end_frame=${CUT_FRAMES},setpts=N/(${FRAME_RATE}*TB)[${name}-edge]`,
    ...layOver(renditions['1080'], frame, over, {
      ...{ from: `${name}-edge`, to: `${name}-said` },
      streams: over.map((_, index) => `${first + index}:v`),
    }),
    `[${name}-said]setpts=${times}[${name}]`,
  ];
  const graph = [
    ...shown('previous', 0, previous.over, 2),
    ...shown('next', 1, next.over, 2 + previous.over.length),
    `[previous][next]${joined},setpts=N/(${FRAME_RATE}*TB),${NORMALISE_FILTER},split=${names.length}${names.map((name) => `[whole${name}]`).join('')}`,
    ...names.map((name) =>
      name === '1080'
        ? `[whole1080]null[v1080]`
        : `[whole720]scale=${width}:${height}:flags=bilinear,${NORMALISE_FILTER}[v720]`,
    ),
  ].join(';');
  const keys = ['-force_key_frames', `expr:not(mod(n,${CUT_FRAMES}))`];
  const edges = (path: string) => ['-threads', '1', '-i', path];
  // Just before the tail: frames of the next clip would wait in memory while the head is dropped.
  const tail = ['-ss', secondsOfFrames(CUT_FRAMES - 0.2).toFixed(5)];
  return [
    ...['-y', ...GRAPH_THREADS, ...tail, ...edges(previous.video), ...edges(next.video)],
    ...[...previous.over, ...next.over].flatMap(({ path }) => ['-i', path]),
    ...['-filter_complex', graph],
    ...names.flatMap((name) => [
      ...['-map', `[v${name}]`, ...segmentVideoArgs(renditions[name]), ...keys, files[`video${name}`]],
    ]),
  ];
}
