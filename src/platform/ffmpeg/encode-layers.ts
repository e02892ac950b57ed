import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { STILL_PARAMS } from './encode-still.ts';
import { type FilmFrame, runsOf, unitOf, WIDE } from './film-frames.ts';
import { rawPicture, repeatedInput } from './repeated-picture.ts';
import { runTool } from './run.ts';
import {
  CUT_FRAMES,
  edgesFilter,
  edgesVideoArgs,
  exactSamplesFilter,
  FRAME_RATE,
  GRAPH_THREADS,
  keyFrameArgs,
  NORMALISE_FILTER,
  type RenditionName,
  SAMPLE_RATE,
  secondsOfFrames,
  segmentAudioArgs,
  segmentEncoderArgs,
  segmentFileArgs,
} from './segment-format.ts';

/** A picture that comes to rest at `left`, `top`. Pixels of the size in which cards are drawn, and frames. */
export interface MovingLayer {
  /** With alpha. */
  png: Buffer;
  left: number;
  top: number;
  /** Default: it is there from the start. */
  enters?: { at: number; takes: number; dx?: number; dy?: number; isSolid?: boolean } | undefined;
}

/** A part of a video that comes to rest at `left`, `top`, and plays from the first frame on. */
export interface ClipLayer {
  video: string;
  /** First frame that plays, and the one after the last, which is held. */
  from: number;
  until: number;
  /** The middle of the video that is shown, in parts of it. */
  crop: { width: number; height: number };
  left: number;
  top: number;
  width: number;
  height: number;
  enters?: MovingLayer['enters'];
}

export interface LayersInput {
  /** RGB, 8 bit, in the size in which the frame's cards are drawn. */
  ground: Buffer;
  /** Lowest first. */
  layers: readonly (MovingLayer | ClipLayer)[];
  frames: number;
  /** Frames of the fades from and to black. */
  fadeIn: number;
  fadeOut: number;
  /** `audio` becomes silence of `audioFrames`; `edgesVideo` gets the pictures of the edges. */
  files: { video1080: string; video720: string; audio: string; edgesVideo?: string };
  audioFrames: number;
  /** A folder of the caller, who removes it. */
  temp: string;
  /** Default: `WIDE`. */
  frame?: FilmFrame;
}

/** Most frames of a layer's fade: one that moves for long is soon seen. */
const LONGEST_FADE = 24;

/** Encodes layers that arrive one after the other as a segment in both renditions. Throws ToolError. */
export async function encodeLayers(input: LayersInput, options: { signal?: AbortSignal } = {}): Promise<void> {
  const { ground, layers, temp, frames, frame = WIDE } = input;
  const groundPath = await rawPicture(ground, frame.drawn, join(temp, 'ground'), options);
  const paths = await Promise.all(
    layers.map(async (layer, index) => {
      if (isClip(layer)) return layer.video;
      const path = join(temp, `layer-${index}.png`);
      await writeFile(path, layer.png);
      return path;
    }),
  );
  const timeLimit = (120_000 + frames * 500) * unitOf(frame) ** 2;
  for (const names of runsOf(frame)) {
    await runTool('ffmpeg', layersArgs(input, groundPath, paths, names), { ...options, timeLimit });
  }
}

/** Joins segments without encoding, into one for each rendition. Throws ToolError. */
export async function joinSegments(
  /** In `temp`. */
  parts: readonly { frames: number; video1080: string; video720: string }[],
  files: { video1080: string; video720: string },
  temp: string,
  options: { signal?: AbortSignal } = {},
): Promise<void> {
  const names = ['video1080', 'video720'] as const;
  const lists = await Promise.all(
    names.map(async (name) => {
      const entries = parts.map(
        (part) => `file ${basename(part[name])}\nduration ${secondsOfFrames(part.frames).toFixed(6)}\n`,
      );
      const list = join(temp, `parts-${name}.txt`);
      await writeFile(list, `ffconcat version 1.0\n${entries.join('')}`);
      return list;
    }),
  );
  const args = [
    ...['-y', ...lists.flatMap((list) => ['-f', 'concat', '-i', list])],
    ...names.flatMap((name, index) => ['-map', `${index}:v`, '-c', 'copy', ...segmentFileArgs(), files[name]]),
  ];
  await runTool('ffmpeg', args, { ...options, timeLimit: 60_000 });
}

/** The edges of a segment of two parts: the head of the first and the tail of the last. Throws ToolError. */
export async function joinEdges(
  [first, last]: readonly [string, string],
  target: string,
  options: { signal?: AbortSignal } = {},
): Promise<void> {
  const graph = [
    `[0:v]trim=end_frame=${CUT_FRAMES},setpts=N/(${FRAME_RATE}*TB)[head]`,
    `[1:v]trim=start_frame=${CUT_FRAMES},setpts=N/(${FRAME_RATE}*TB)[tail]`,
    `[head][tail]concat=n=2:v=1:a=0,setpts=N/(${FRAME_RATE}*TB),${NORMALISE_FILTER}[edges]`,
  ].join(';');
  const input = (path: string) => ['-threads', '1', '-i', path];
  const args = [
    ...['-y', ...GRAPH_THREADS, ...input(first), ...input(last), '-filter_complex', graph],
    ...['-map', '[edges]', ...edgesVideoArgs(), target],
  ];
  await runTool('ffmpeg', args, { ...options, timeLimit: 60_000 });
}

/** The arguments of `encodeLayers`. */
function layersArgs(
  { layers, frames, fadeIn, fadeOut, files, audioFrames, frame = WIDE }: Omit<LayersInput, 'ground' | 'temp'>,
  ground: string,
  paths: readonly string[],
  names: readonly RenditionName[],
): string[] {
  const { renditions, drawn } = frame;
  const isLarge = names.includes('1080');
  const edgesVideo = isLarge ? files.edgesVideo : undefined;
  const fades = [
    ...(fadeIn > 0 ? [`fade=t=in:start_frame=0:nb_frames=${fadeIn}`] : []),
    ...(fadeOut > 0 ? [`fade=t=out:start_frame=${frames - fadeOut}:nb_frames=${fadeOut}`] : []),
  ];
  const { 1080: large, 720: small } = renditions;
  const params = layers.some(isClip) ? [] : STILL_PARAMS;
  const inputs = layers.flatMap((layer, index) => [
    ...(isClip(layer) ? ['-threads', '1'] : []),
    ...['-i', paths[index] ?? ''],
  ]);
  const graph = [
    `[0:v]${NORMALISE_FILTER},trim=end_frame=${frames}[base0]`,
    ...layers.flatMap((layer, index) => [
      isClip(layer)
        ? `[${index + 1}:v]${playing(layer, frames)}[layer${index}]`
        : `[${index + 1}:v]${TO_YUV},format=yuva420p${appearing(layer)}[layer${index}]`,
      `[base${index}][layer${index}]overlay=${placed(layer)}[base${index + 1}]`,
    ]),
    `[base${layers.length}]${isLarge && large.width !== drawn.width ? scaled(large) : 'null'}[whole]`,
    ...(edgesVideo ? [`[whole]split=2[all][ends]`, `[ends]${edgesFilter(frames)}[edges]`] : ['[whole]null[all]']),
    `[all]${[...fades, `split=${names.length}`].join(',')}${names.map((name) => `[whole${name}]`).join('')}`,
    ...names.map((name) => `[whole${name}]${name === '720' ? `${scaled(small)},` : ''}${NORMALISE_FILTER}[v${name}]`),
    `anullsrc=r=${SAMPLE_RATE}:cl=stereo,${exactSamplesFilter(audioFrames)}[sound]`,
  ];
  const video = (name: RenditionName) => [
    ...['-map', `[v${name}]`, '-frames:v', String(frames)],
    ...segmentEncoderArgs(renditions[name], params),
    ...[...keyFrameArgs(frames), ...segmentFileArgs(), files[`video${name}`]],
  ];
  return [
    ...['-y', ...GRAPH_THREADS, ...repeatedInput(ground, drawn), ...inputs],
    ...['-filter_complex', graph.join(';')],
    ...names.flatMap(video),
    ...['-map', '[sound]', ...segmentAudioArgs(), files.audio],
    ...(edgesVideo ? ['-map', '[edges]', ...edgesVideoArgs(renditions['1080']), edgesVideo] : []),
  ];
}

const TO_YUV = 'scale=out_color_matrix=bt709:out_range=tv';

function isClip(layer: MovingLayer | ClipLayer): layer is ClipLayer {
  return 'video' in layer;
}

function scaled({ width, height }: { width: number; height: number }): string {
  return `scale=${width}:${height}:flags=bicubic`;
}

/** Small decoders: one thread each, and scaled down at once. */
function playing({ from, until, crop, width, height }: ClipLayer, frames: number): string {
  const rest = Math.max(0, frames - (until - from));
  return [
    `trim=start_frame=${from}:end_frame=${until}`,
    `setpts=N/(${FRAME_RATE}*TB)`,
    `crop=iw*${crop.width.toFixed(5)}:ih*${crop.height.toFixed(5)}`,
    `scale=${width}:${height}:flags=bicubic`,
    'setsar=1',
    'format=yuv420p',
    `tpad=stop_mode=clone:stop=${rest}`,
  ].join(',');
}

function held(frames: number): string {
  return `loop=loop=${frames - 1}:size=1:start=0,setpts=N/(${FRAME_RATE}*TB),fps=${FRAME_RATE}`;
}

/** A fade in; overlay repeats the last picture of a layer. */
function appearing({ enters }: MovingLayer): string {
  if (!enters || enters.isSolid) return '';
  const takes = Math.min(enters.takes, LONGEST_FADE);
  const fade = `fade=t=in:start_frame=${enters.at}:nb_frames=${takes}:alpha=1`;
  return `,${held(enters.at + takes + 1)},${fade}`;
}

/** A layer slows down by the cube of what is left of its way. */
function placed({ left, top, enters }: Pick<MovingLayer, 'left' | 'top' | 'enters'>): string {
  const { at = 0, takes = 1, dx = 0, dy = 0 } = enters ?? {};
  const way = `pow(1-clip((n-${at})/${takes},0,1),3)`;
  const along = (end: number, by: number) => (by === 0 ? String(end) : `'${end}+(${by})*${way}'`);
  const from = at > 0 ? `:enable='gte(n,${at})'` : '';
  return `x=${along(left, dx)}:y=${along(top, dy)}:format=yuv420${from}`;
}
