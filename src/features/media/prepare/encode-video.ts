import { type FilmFrame, unitOf, WIDE } from '../../../platform/ffmpeg/film-frames.ts';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import {
  canBeCut,
  edgeFadeFilters,
  edgesFilter,
  edgesVideoArgs,
  GRAPH_THREADS,
} from '../../../platform/ffmpeg/segment-format.ts';
import { untrustedInput } from '../../../platform/ffmpeg/untrusted-input.ts';
import { isLookCoarse } from './look-at-video.ts';
import { captionFilters, type NameCaption } from './name-caption.ts';
import type { PreparedFiles } from './prepared-clip.ts';
import { timingFilters } from './timing.ts';
import type { Span } from './trim.ts';
import {
  isLarge,
  lastingFilters,
  layInFilters,
  type PictureSource,
  paceFilters,
  renditionFilters,
  renditionOutputs,
  sourceFilters,
} from './video-graph.ts';

export interface EncodeVideoInput extends PictureSource {
  path: string;
  span: Span;
  /** As counted by the first look; the final fade ends there. */
  frames: number;
  /** The reduced source from the first look, which is read instead. */
  reduced: string | null;
  caption: NameCaption | null;
  files: Pick<PreparedFiles, 'video1080' | 'video720' | 'edgesVideo'>;
  /** Default: `WIDE`. In another one there are exactly `frames` frames. */
  frame?: FilmFrame;
}

/** Encodes both renditions with one decode in one process. Throws ToolError. */
export async function encodeVideo(
  input: EncodeVideoInput,
  options: { signal?: AbortSignal; niceness?: number | undefined; onProgress?: (seconds: number) => void },
): Promise<void> {
  // Four times the pixels of 1080p, four times the work.
  const timeLimit = 120_000 + input.span.length * 40_000 * unitOf(input.frame ?? WIDE) ** 2;
  await runTool('ffmpeg', encodeVideoArgs(input), { timeLimit, ...options });
}

/** Arguments for ffmpeg. */
export function encodeVideoArgs(input: EncodeVideoInput): string[] {
  const { inputs, chains, picture, edges } = finishedPicture(input);
  return [
    ...['-y', ...inputs, '-filter_complex', [...chains, ...renditionFilters(picture, 'v', input.frame)].join(';')],
    ...renditionOutputs(input.frames, input.files, input.frame),
    ...edges,
  ];
}

/** Inputs, filters that end in the film's picture at its frame rate, labelled `picture`, and the output of its edges. */
export function finishedPicture(input: EncodeVideoInput): {
  inputs: string[];
  chains: string[];
  picture: string;
  edges: string[];
} {
  const { caption, frames, files, frame } = input;
  return {
    inputs: [...GRAPH_THREADS, ...sourceArgs(input), ...(caption ? ['-i', caption.path] : [])],
    chains: [
      ...(input.reduced ? ['[0:v]null[framed]'] : framedSource(input)),
      ...endingFilters(caption, frames, frame),
    ],
    picture: 'edged',
    edges: edgesOutput(frames, files, frame),
  };
}

/** Filters from `[framed]`, at the film's frame rate, to `[edged]` with name and fades, and to `[edges]` without fades. */
export function endingFilters(caption: NameCaption | null, frames: number, frame: FilmFrame = WIDE): string[] {
  const whole = caption ? 'named' : 'framed';
  const hasEdges = canBeCut(frames);
  return [
    ...(caption ? captionFilters('framed', 'named', 1, caption, frame) : []),
    ...(hasEdges ? [`[${whole}]split=2[whole][ends]`, `[ends]${edgesFilter(frames)}[edges]`] : []),
    `[${hasEdges ? 'whole' : whole}]${edgeFadeFilters(frames).join(',') || 'null'}[edged]`,
  ];
}

/** The output of `[edges]`; nothing for a clip too short to be cut. */
export function edgesOutput(
  frames: number,
  { edgesVideo }: Pick<PreparedFiles, 'edgesVideo'>,
  { renditions }: FilmFrame = WIDE,
): string[] {
  return canBeCut(frames) ? ['-map', '[edges]', ...edgesVideoArgs(renditions['1080']), edgesVideo] : [];
}

function sourceArgs({ path, facts, span, reduced, frame }: EncodeVideoInput): string[] {
  if (reduced) return ['-threads', '2', '-i', reduced];
  // Each thread of a decoder holds a picture of its own.
  const sparing = frame && isLarge(facts) ? ['-threads', '1'] : [];
  return untrustedInput(path, facts.container, [...sparing, ...span.inputArgs]);
}

function framedSource(input: EncodeVideoInput): string[] {
  const { facts, edit, span, frame = WIDE } = input;
  const source = sourceFilters(facts, edit, true).join(',') || 'null';
  return [
    `[0:${facts.probe.video?.index ?? 0}]${source}[picture]`,
    ...layInFilters('picture', 'laid', input, frame.renditions['1080'], paceFilters(facts).length > 0),
    `[laid]${[...lastingFilters(facts, span.length), ...timingFilters(span.timing), ...asLongAsLook(input)].join(',') || 'null'}[framed]`,
  ];
}

/** A look that skipped pictures is a few frames shorter, and so is its audio; another shape is as long as the film's. */
function asLongAsLook({ facts, span, reduced, frames, frame }: EncodeVideoInput): string[] {
  return frame || isLookCoarse(facts, span.timing, reduced)
    ? ['tpad=stop_mode=clone:stop=2', `trim=end_frame=${frames}`]
    : [];
}
