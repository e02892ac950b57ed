import { runTool } from '../../../platform/ffmpeg/run.ts';
import {
  GRAPH_THREADS,
  NORMALISE_FILTER,
  RENDITIONS,
  reducedVideoArgs,
} from '../../../platform/ffmpeg/segment-format.ts';
import { untrustedInput } from '../../../platform/ffmpeg/untrusted-input.ts';
import type { MediaEdit } from '../../../shared/media-edit.ts';
import { sparingInput } from './frame-bytes.ts';
import { layIn, type Size } from './geometry.ts';
import { type Loudness, readLoudness, soundFilters } from './loudness.ts';
import type { VideoFacts } from './source-facts.ts';
import { timingFilters } from './timing.ts';
import type { Span } from './trim.ts';
import {
  lastingFilters,
  layInFilters,
  type PictureSource,
  paceFilters,
  shownAspect,
  sourceFilters,
} from './video-graph.ts';

/** Samples a second for black detection. */
const BLACK_LOOKS = 2;
const QUICK_FRAME: Size = { width: 640, height: 360 };

export interface FirstLookInput extends PictureSource {
  path: string;
  span: Span;
  /** Target of a small video without audio. */
  quickVideo: string;
  /** Target of the reduced source without name, if it is too large to be read twice; otherwise null. */
  reduced: string | null;
  /**
   * Skips pictures that no other depends on: half the decoding, fewer pictures a second, and up to three fewer at the
   * end.
   */
  isCoarse: boolean;
  /** Target of the unprocessed audio, for `finishAudio`. */
  rawAudio: string;
}

export interface FirstLook {
  /** Null without usable audio. */
  loudness: Omit<Loudness, 'gain'> | null;
  /** Share of black samples, 0 to 1. */
  black: number;
}

/**
 * One fast pass over a clip in one process: a small playable version, audio, loudness, and black detection. Throws
 * ToolError.
 */
export async function firstLook(
  input: FirstLookInput,
  options: { signal?: AbortSignal; niceness?: number | undefined; onProgress?: (seconds: number) => void },
): Promise<FirstLook> {
  const { stderr } = await runTool('ffmpeg', firstLookArgs(input), {
    timeLimit: 60_000 + input.span.length * 20_000,
    ...options,
  });
  const looks = Math.max(1, Math.floor(input.span.timing.length * BLACK_LOOKS));
  const blackLooks = [...stderr.matchAll(/blackframe.*pblack:/g)].length;
  return { loudness: readLoudness(stderr), black: Math.min(1, blackLooks / looks) };
}

export function usesSound({ facts, edit }: Pick<FirstLookInput, 'facts' | 'edit'>): boolean {
  return facts.hasAudio && !edit.muted;
}

/** Arguments for ffmpeg. */
export function firstLookArgs(input: FirstLookInput): string[] {
  const sound = ['-map', '[sound]', '-c:a', 'pcm_f32le', '-map_metadata', '-1', '-f', 'wav', input.rawAudio];
  return [
    ...['-y', ...GRAPH_THREADS, ...untrustedInput(input.path, input.facts.container, inputOptions(input))],
    ...['-filter_complex', firstLookGraph(input)],
    ...(input.reduced ? ['-map', '[reduced]', ...reducedVideoArgs(), input.reduced] : []),
    ...['-map', '[quick]', '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '25', '-g', '60', '-threads:v', '2'],
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-f', 'mp4', input.quickVideo],
    ...(usesSound(input) ? sound : []),
  ];
}

function inputOptions({ facts, span, isCoarse }: FirstLookInput): string[] {
  return [...sparingInput(facts.probe.video), ...(isCoarse ? ['-skip_frame', 'noref'] : []), ...span.inputArgs];
}

function firstLookGraph(input: FirstLookInput): string {
  const { facts, edit, isCoarse } = input;
  const { video, audio } = facts.probe;
  const frame = input.reduced ? RENDITIONS['1080'] : QUICK_FRAME;
  const { width, height } = QUICK_FRAME;
  // Repeat frames last, so that each is laid out only once.
  const pace = paceFilters(facts);
  const framed = `[framed]${[...(isCoarse ? pace : []), ...lastingFilters(facts, input.span.length), ...timingFilters(input.span.timing), NORMALISE_FILTER].join(',')}`;
  const chains = [
    `[0:${video?.index ?? 0}]${sourceFilters(facts, edit, !isCoarse).join(',') || 'null'}[picture]`,
    ...layInFilters('picture', 'framed', input, frame, !isCoarse && pace.length > 0),
    ...(input.reduced
      ? [`${framed},split=2[reduced][large]`, `[large]scale=${width}:${height}:flags=bilinear,setsar=1[small]`]
      : [`${framed}[small]`]),
    '[small]split=2[quick][look]',
    `[look]fps=${BLACK_LOOKS},${pictureIn(facts, edit)},scale=64:36:flags=area,blackframe=amount=96:threshold=36,nullsink`,
  ];
  if (usesSound(input)) chains.push(`[0:${audio?.index ?? 1}]${soundFilters(input.span.timing)}[sound]`);
  return chains.join(';');
}

/** Crops the picture out of the frame, as the fill says nothing about the recording. */
function pictureIn(facts: VideoFacts, edit: MediaEdit): string {
  const { picture } = layIn(shownAspect(facts, edit), QUICK_FRAME, edit.fill ?? 'blur');
  return `crop=${Math.min(picture.width, QUICK_FRAME.width)}:${Math.min(picture.height, QUICK_FRAME.height)}`;
}
