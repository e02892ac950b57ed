import { join } from 'node:path';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import {
  FRAME_RATE,
  GOP_FRAMES,
  heldVideoArgs,
  keyFrameArgs,
  RENDITIONS,
  type RenditionName,
  segmentEncoderArgs,
  segmentFileArgs,
  TIMESCALE,
} from '../../../platform/ffmpeg/segment-format.ts';
import { type EncodeVideoInput, finishedPicture } from './encode-video.ts';
import { CAPTION_SECONDS } from './name-caption.ts';
import type { VideoFacts } from './source-facts.ts';
import { renditionFilters } from './video-graph.ts';
import { weave } from './weave.ts';

/** Pictures a second up to which encoding each only once is cheaper. */
const MOST_PICTURES = 3;
/** Frames of the final fade, which change although the source doesn't. */
const FADING = 15;
/** Minimum held frames that are worth the second pass. */
const LEAST_HELD = 60;
/** Demuxers that report packet positions, which identify repeated pictures. */
const WITH_PLACES: readonly string[] = ['mov', 'matroska'];

export interface HeldSpan {
  /** Frame numbers, multiples of a GOP. */
  from: number;
  to: number;
}

/** The part of a clip of `frames` frames with mostly repeated pictures; null: encode every frame. */
export function heldSpan(facts: VideoFacts, frames: number, hasCaption: boolean): HeldSpan | null {
  const { probe, container } = facts;
  if (!WITH_PLACES.includes(container) || (probe.videoSpan?.densest ?? Infinity) > MOST_PICTURES) return null;
  const moving = hasCaption ? CAPTION_SECONDS * FRAME_RATE : 1;
  const from = Math.ceil(moving / GOP_FRAMES) * GOP_FRAMES;
  const to = Math.floor((frames - FADING) / GOP_FRAMES) * GOP_FRAMES;
  return to - from < LEAST_HELD ? null : { from, to };
}

/**
 * Encodes both renditions of a clip with mostly repeated pictures: within `held` each picture is encoded once; a
 * repeated frame takes 70 bytes. Throws ToolError.
 */
export async function encodeHeld(
  input: EncodeVideoInput & { held: HeldSpan; temp: string },
  options: { signal?: AbortSignal; niceness?: number | undefined; onProgress?: (seconds: number) => void },
): Promise<void> {
  const { held, temp, files } = input;
  const timeLimit = 120_000 + input.span.length * 10_000;
  const { stdout } = await runTool('ffmpeg', encodeHeldArgs(input), { timeLimit, ...options });
  const starts = [...stdout.toString('latin1').matchAll(/ pts:(\d+)/g)].map((match) => Number(match[1]));
  for (const name of ['1080', '720'] as const) {
    options.signal?.throwIfAborted();
    const target = partIn(temp, 'woven', name);
    const parts = { edges: partIn(temp, 'edges', name), pictures: partIn(temp, 'held', name) };
    await weave({ ...parts, held: { ...held, starts }, target });
    const args = wrapArgs(target, files[`video${name}`]);
    await runTool('ffmpeg', args, { timeLimit: 120_000, signal: options.signal });
  }
}

function partIn(temp: string, part: 'edges' | 'held' | 'woven', name: RenditionName): string {
  return join(temp, `${part}-${name}.flv`);
}

/** One decode: every frame outside the held part, and each picture once within it. */
export function encodeHeldArgs(input: EncodeVideoInput & { held: HeldSpan; temp: string }): string[] {
  const { held, temp } = input;
  const { inputs, chains, picture, edges } = finishedPicture(input);
  const { from, to } = held;
  const keys = keyFrameArgs(input.frames - (to - from));
  // Frames repeated by the frame rate conversion have the same packet position.
  const isNew = `eq(n,${from})+lt(pos,0)+not(eq(pos,ld(0)))`;
  const graph = [
    ...chains,
    `[${picture}]split=2[all][still]`,
    `[all]select='lt(n,${from})+gte(n,${to})',setpts=N/(${FRAME_RATE}*TB)[around]`,
    `[still]select='between(n,${from},${to - 1})*(${isNew})+0*st(0,pos)',` +
      `metadata=add:key=held:value=1,metadata=print:file=-,setpts=N/(${FRAME_RATE}*TB)[held]`,
    ...renditionFilters('around', 'around'),
    ...renditionFilters('held', 'held'),
  ].join(';');
  const outputs = (['1080', '720'] as const).flatMap((name) => [
    ...[
      '-map',
      `[around${name}]`,
      ...segmentEncoderArgs(RENDITIONS[name]),
      ...keys,
      '-f',
      'flv',
      partIn(temp, 'edges', name),
    ],
    ...['-map', `[held${name}]`, ...heldVideoArgs(RENDITIONS[name]), '-f', 'flv', partIn(temp, 'held', name)],
  ]);
  return ['-y', ...inputs, '-filter_complex', graph, ...outputs, ...edges];
}

/** FLV has millisecond timestamps; restore exact frames. */
function wrapArgs(woven: string, target: string): string[] {
  const tick = TIMESCALE / FRAME_RATE;
  const onFrames = `setts=pts=round(PTS/${tick})*${tick}:dts=round(DTS/${tick})*${tick}:duration=${tick}`;
  return ['-y', '-f', 'flv', '-i', woven, '-c', 'copy', '-bsf:v', onFrames, ...segmentFileArgs(), target];
}
