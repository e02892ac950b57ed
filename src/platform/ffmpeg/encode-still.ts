import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type FilmFrame, WIDE } from './film-frames.ts';
import { runTool } from './run.ts';
import {
  canBeCut,
  edgesFilter,
  edgesVideoArgs,
  exactSamplesFilter,
  FRAME_RATE,
  GRAPH_THREADS,
  keyFrameArgs,
  NORMALISE_FILTER,
  type Rendition,
  type RenditionName,
  SAMPLE_RATE,
  secondsOfFrames,
  segmentAudioArgs,
  segmentEncoderArgs,
  segmentFileArgs,
  TIMESCALE,
} from './segment-format.ts';
import { type Piece, planStill, type Span, type StillScript } from './still-plan.ts';

export interface StillInput {
  /** RGB, 8 bit, in one of the frame's sizes: the first picture, then those of the changes. */
  pictures: readonly Buffer[];
  script: StillScript;
  /** With `audio`, a silent WAV is written too, and with `edgesVideo` the pictures of the edges. */
  files: { video1080: string; video720: string; audio?: string; edgesVideo?: string | undefined };
  /** A folder of the caller, who removes it. */
  temp: string;
  /** Default: `WIDE`. */
  frame?: FilmFrame;
  /** Default: the size in which the frame's cards are drawn. */
  size?: { width: number; height: number };
}

type PiecesInput = Omit<StillInput, 'files'> & { files: Omit<StillInput['files'], 'video1080' | 'video720'> };

/** Still and fading pictures have no motion, so skip motion search: half the CPU, larger files, same quality. */
export const STILL_PARAMS = ['b-adapt=0', 'subme=0', 'me=dia', 'partitions=i8x8,i4x4'];

const NAMES: RenditionName[] = ['1080', '720'];

/** For each rendition, the path of a list of the pieces that make up a segment; absolute. See `piecesInput`. */
export type StillPieces = Record<RenditionName, string>;

interface StillOptions {
  signal?: AbortSignal;
  niceness?: number | undefined;
  /** Gets seconds of the segment. */
  onProgress?: (seconds: number) => void;
}

/** Encodes a segment of still pictures with soft changes, in both renditions. Throws ToolError. */
export async function encodeStill(input: StillInput, options: StillOptions = {}): Promise<void> {
  const pieces = await encodeStillPieces(input, options);
  await runTool('ffmpeg', joinArgs(pieces, input.files), { timeLimit: 60_000, signal: options.signal });
}

/** The same, in pieces in `temp` that are still to be joined: who joins them may add sound. Throws ToolError. */
export async function encodeStillPieces(
  { pictures, script, files, temp, frame = WIDE, size = frame.drawn }: PiecesInput,
  options: StillOptions = {},
): Promise<StillPieces> {
  const { spans, pieces } = planStill(script);
  const sources = await writePictures(pictures, temp);
  const { edgesVideo } = files;
  // Large pictures would wait for the edges in memory.
  const isApart = frame.sharesSmall && edgesVideo !== undefined && canBeCut(script.frames);
  if (isApart) await encodeStillEdges({ pictures, script, temp, frame, size }, edgesVideo, options);
  const encoded = pieces.reduce((sum, { frames }) => sum + frames, 0);
  const { onProgress } = options;
  const joined = isApart ? { ...files, edgesVideo: undefined } : files;
  await runTool('ffmpeg', encodeArgs({ sources, script, spans, pieces, temp, files: joined, frame, size }), {
    ...options,
    timeLimit: 120_000 + encoded * 500,
    onProgress: onProgress && ((seconds) => onProgress((seconds * script.frames) / encoded)),
  });
  return listPieces(pieces, temp);
}

/**
 * Encodes the edges alone, for a segment that was made without them. Throws ToolError.
 */
export async function encodeStillEdges(
  { pictures, script, temp, frame = WIDE, size = frame.drawn }: Omit<StillInput, 'files'>,
  target: string,
  options: { signal?: AbortSignal } = {},
): Promise<void> {
  const { spans } = planStill(script);
  const sources = await writePictures(pictures, temp);
  const graph = renditionGraph(frame.renditions['1080'], sources.length, spans, edgesFilter(framesOf(spans)));
  const inputs = sources.map((_, index) => `[${index}:v]null[p1080-${index}]`);
  const args = [
    ...['-y', ...GRAPH_THREADS, ...rawInputs(sources, size), '-filter_complex', [...inputs, ...graph].join(';')],
    ...['-map', '[v1080]', ...edgesVideoArgs(frame.renditions['1080']), target],
  ];
  await runTool('ffmpeg', args, { ...options, timeLimit: 60_000 });
}

function writePictures(pictures: readonly Buffer[], temp: string): Promise<string[]> {
  return Promise.all(
    pictures.map(async (picture, index) => {
      const path = join(temp, `still-${index}.rgb`);
      await writeFile(path, picture);
      return path;
    }),
  );
}

function rawInputs(sources: readonly string[], { width, height }: FilmFrame['drawn']): string[] {
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(FRAME_RATE)];
  return sources.flatMap((path) => [...raw, '-i', path]);
}

function framesOf(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + span.frames, 0);
}

interface EncodeInput {
  sources: string[];
  script: StillScript;
  spans: Span[];
  pieces: Piece[];
  temp: string;
  files: PiecesInput['files'];
  frame: FilmFrame;
  size: FilmFrame['drawn'];
}

/** Both renditions in one run, each as separate pieces. */
function encodeArgs({ sources, script, spans, pieces, temp, files, frame, size }: EncodeInput): string[] {
  const { audio } = files;
  const encoded = pieces.reduce((sum, { frames }) => sum + frames, 0);
  const edgesVideo = canBeCut(script.frames) ? files.edgesVideo : undefined;
  const faded = [...fadesOf(script, framesOf(spans)), NORMALISE_FILTER].join(',');
  const parted = `split=2[whole][ends];[ends]${edgesFilter(framesOf(spans))}[edges];[whole]${faded}`;
  const graph = [
    ...sources.map(
      (_, index) => `[${index}:v]split=${NAMES.length}${NAMES.map((name) => `[p${name}-${index}]`).join('')}`,
    ),
    ...NAMES.flatMap((name) =>
      renditionGraph(frame.renditions[name], sources.length, spans, name === '1080' && edgesVideo ? parted : faded),
    ),
    ...(audio ? [`anullsrc=r=${SAMPLE_RATE}:cl=stereo,${exactSamplesFilter(script.frames)}[sound]`] : []),
  ];
  const cuts: number[] = [];
  for (const { frames } of pieces.slice(0, -1)) cuts.push((cuts.at(-1) ?? 0) + frames);
  const cutting = ['-f', 'segment', '-segment_format', 'mp4', '-reset_timestamps', '1'];
  const at = cuts.length > 0 ? ['-segment_frames', cuts.join(',')] : ['-segment_time', '3600'];
  return [
    ...['-y', ...GRAPH_THREADS, ...rawInputs(sources, size), '-filter_complex', graph.join(';')],
    ...NAMES.flatMap((name) => [
      ...['-map', `[v${name}]`, ...segmentEncoderArgs(frame.renditions[name], STILL_PARAMS), ...keyFrameArgs(encoded)],
      ...[
        ...cutting,
        ...at,
        '-segment_format_options',
        `video_track_timescale=${TIMESCALE}`,
        join(temp, pieceName(name, '%d')),
      ],
    ]),
    ...(audio ? ['-map', '[sound]', ...segmentAudioArgs(), audio] : []),
    ...(edgesVideo ? ['-map', '[edges]', ...edgesVideoArgs(frame.renditions['1080']), edgesVideo] : []),
  ];
}

function pieceName(name: RenditionName, number: number | string): string {
  return `piece-${name}-${number}.mp4`;
}

/** @param ends filters for the whole picture at the film's frame rate */
function renditionGraph(
  { name, width, height }: Rendition,
  pictures: number,
  spans: readonly Span[],
  ends: string,
): string[] {
  const uses = Array.from({ length: pictures }, () => 0);
  const use = (picture: number) => {
    const number = uses[picture] ?? 0;
    uses[picture] = number + 1;
    return `[u${name}-${picture}-${number}]`;
  };
  const held = (picture: number, count: number) =>
    `${use(picture)}loop=loop=${count - 1}:size=1:start=0,setpts=N/(${FRAME_RATE}*TB),fps=${FRAME_RATE}`;
  const shown = spans.flatMap(({ from, to, frames: count }, index) => {
    if (from === to) return [`${held(from, count)}[s${name}-${index}]`];
    const [old, next] = [`[o${name}-${index}]`, `[n${name}-${index}]`];
    const coming = `format=yuva420p,fade=t=in:start_frame=0:nb_frames=${count}:alpha=1`;
    return [
      `${held(from, count)}${old}`,
      `${held(to, count)},${coming}${next}`,
      `${old}${next}overlay=format=yuv420:shortest=1[s${name}-${index}]`,
    ];
  });
  const scaled = uses.map((count, picture) => {
    const outputs = Array.from({ length: count }, (_, number) => `[u${name}-${picture}-${number}]`).join('');
    return (
      `[p${name}-${picture}]scale=${width}:${height}:flags=bicubic:out_color_matrix=bt709:out_range=tv,` +
      `format=yuv420p,split=${count}${outputs}`
    );
  });
  const all = spans.map((_, index) => `[s${name}-${index}]`).join('');
  const whole = `${all}concat=n=${spans.length}:v=1:a=0,setpts=N/(${FRAME_RATE}*TB)`;
  return [...scaled, ...shown, `${whole},${ends}[v${name}]`];
}

function fadesOf({ fadeIn, fadeOut }: StillScript, frames: number): string[] {
  return [
    ...(fadeIn > 0 ? [`fade=t=in:start_frame=0:nb_frames=${fadeIn}`] : []),
    ...(fadeOut > 0 ? [`fade=t=out:start_frame=${frames - fadeOut}:nb_frames=${fadeOut}`] : []),
  ];
}

/** Lists the pieces of each rendition as often as the plan says. */
async function listPieces(pieces: readonly Piece[], temp: string): Promise<StillPieces> {
  const listOf = async (name: RenditionName) => {
    const entries = pieces.flatMap(({ frames, times }, index) =>
      Array.from(
        { length: times },
        () => `file ${pieceName(name, index)}\nduration ${secondsOfFrames(frames).toFixed(6)}\n`,
      ),
    );
    const list = resolve(temp, `pieces-${name}.txt`);
    await writeFile(list, `ffconcat version 1.0\n${entries.join('')}`);
    return list;
  };
  const [large, small] = await Promise.all([listOf('1080'), listOf('720')]);
  return { '1080': large, '720': small };
}

/** Input arguments for a list of pieces. */
export function piecesInput(list: string): string[] {
  return ['-f', 'concat', '-i', list];
}

function joinArgs(pieces: StillPieces, { video1080, video720 }: StillInput['files']): string[] {
  return [
    ...['-y', ...piecesInput(pieces['1080']), ...piecesInput(pieces['720'])],
    ...['-map', '0:v', '-c', 'copy', ...segmentFileArgs(), video1080],
    ...['-map', '1:v', '-c', 'copy', ...segmentFileArgs(), video720],
  ];
}
