import { runTool } from '../../../platform/ffmpeg/run.ts';
import { RENDITIONS, segmentVideoArgs } from '../../../platform/ffmpeg/segment-format.ts';
import { untrustedInput } from '../../../platform/ffmpeg/untrusted-input.ts';
import type { MediaEdit } from '../../../shared/contracts/media.ts';
import { type Loudness, MEASURE_FILTER, readLoudness, SOURCE_AUDIO_FILTER } from './loudness.ts';
import { captionFilters, type NameCaption } from './name-caption.ts';
import type { PreparedFiles } from './prepared-clip.ts';
import type { VideoFacts } from './source-facts.ts';
import type { Span } from './trim.ts';
import { layInFilters, renditionFilters, sourceFilters } from './video-graph.ts';

/** Looks a second at which the picture is asked whether it is black. */
const BLACK_LOOKS = 2;

export interface EncodeVideoInput {
  path: string;
  facts: VideoFacts;
  edit: MediaEdit;
  span: Span;
  caption: NameCaption | null;
  files: Pick<PreparedFiles, 'video1080' | 'video720'>;
  /** Where the sound goes as it is, for `finishAudio`. */
  rawAudio: string;
}

export interface EncodedVideo {
  /** Null where there is no sound to use. */
  loudness: Omit<Loudness, 'gain'> | null;
  /** Share of the looks at which the picture was black, 0 to 1. */
  black: number;
}

/** One decode, both renditions, the sound, its loudness and the search for black, in one process. Throws ToolError. */
export async function encodeVideo(
  input: EncodeVideoInput,
  options: { signal?: AbortSignal; onProgress?: (seconds: number) => void },
): Promise<EncodedVideo> {
  const { stderr } = await runTool('ffmpeg', encodeVideoArgs(input), {
    timeLimit: 120_000 + input.span.length * 40_000,
    ...options,
  });
  const looks = Math.max(1, Math.floor(input.span.length * BLACK_LOOKS));
  const blackLooks = [...stderr.matchAll(/blackframe.*pblack:/g)].length;
  return { loudness: readLoudness(stderr), black: Math.min(1, blackLooks / looks) };
}

export function usesSound({ facts, edit }: Pick<EncodeVideoInput, 'facts' | 'edit'>): boolean {
  return facts.hasAudio && !edit.muted;
}

/** The whole command line, without ffmpeg's name. */
export function encodeVideoArgs(input: EncodeVideoInput): string[] {
  const { path, facts, span, caption } = input;
  const withSound = usesSound(input);
  return [
    '-y',
    ...untrustedInput(path, facts.container, [...span.inputArgs]),
    ...(caption ? ['-i', caption.path] : []),
    ...['-filter_complex', encodeVideoGraph(input)],
    ...['-map', '[v1080]', ...segmentVideoArgs(RENDITIONS['1080']), input.files.video1080],
    ...['-map', '[v720]', ...segmentVideoArgs(RENDITIONS['720']), input.files.video720],
    ...(withSound ? ['-map', '[sound]', '-c:a', 'pcm_f32le', '-map_metadata', '-1', '-f', 'wav', input.rawAudio] : []),
  ];
}

function encodeVideoGraph(input: EncodeVideoInput): string {
  const { facts, edit, caption } = input;
  const { video, audio } = facts.probe;
  const source = sourceFilters(facts, edit, true);
  const chains = [
    `[0:${video?.index ?? 0}]${[...source, 'split=2'].join(',')}[picture][look]`,
    `[look]fps=${BLACK_LOOKS},scale=64:36:flags=area,format=yuv420p,blackframe=amount=96:threshold=36,nullsink`,
    ...layInFilters('picture', 'framed', facts, edit, RENDITIONS['1080']),
    ...(caption ? captionFilters('framed', 'named', 1, caption) : []),
    ...renditionFilters(caption ? 'named' : 'framed'),
  ];
  if (usesSound(input)) chains.push(`[0:${audio?.index ?? 1}]${SOURCE_AUDIO_FILTER},${MEASURE_FILTER}[sound]`);
  return chains.join(';');
}
