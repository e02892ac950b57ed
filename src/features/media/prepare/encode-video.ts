import { runTool } from '../../../platform/ffmpeg/run.ts';
import {
  edgeFadeFilters,
  GRAPH_THREADS,
  RENDITIONS,
  segmentVideoArgs,
} from '../../../platform/ffmpeg/segment-format.ts';
import { untrustedInput } from '../../../platform/ffmpeg/untrusted-input.ts';
import { isLookCoarse } from './look-at-video.ts';
import { captionFilters, type NameCaption } from './name-caption.ts';
import type { PreparedFiles } from './prepared-clip.ts';
import type { Span } from './trim.ts';
import {
  lastingFilters,
  layInFilters,
  type PictureSource,
  paceFilters,
  renditionFilters,
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
  files: Pick<PreparedFiles, 'video1080' | 'video720'>;
}

/** Encodes both renditions with one decode in one process. Throws ToolError. */
export async function encodeVideo(
  input: EncodeVideoInput,
  options: { signal?: AbortSignal; niceness?: number | undefined; onProgress?: (seconds: number) => void },
): Promise<void> {
  const timeLimit = 120_000 + input.span.length * 40_000;
  await runTool('ffmpeg', encodeVideoArgs(input), { timeLimit, ...options });
}

/** Arguments for ffmpeg. */
export function encodeVideoArgs(input: EncodeVideoInput): string[] {
  const { inputs, chains, picture } = finishedPicture(input);
  return [
    ...['-y', ...inputs, '-filter_complex', [...chains, ...renditionFilters(picture)].join(';')],
    ...['-map', '[v1080]', ...segmentVideoArgs(RENDITIONS['1080']), input.files.video1080],
    ...['-map', '[v720]', ...segmentVideoArgs(RENDITIONS['720']), input.files.video720],
  ];
}

/** Inputs, and filters that end in the film's picture at its frame rate, labelled `[picture]`. */
export function finishedPicture(input: EncodeVideoInput): { inputs: string[]; chains: string[]; picture: string } {
  const { caption } = input;
  return {
    inputs: [...GRAPH_THREADS, ...sourceArgs(input), ...(caption ? ['-i', caption.path] : [])],
    chains: [
      ...(input.reduced ? ['[0:v]null[framed]'] : framedSource(input)),
      ...(caption ? captionFilters('framed', 'named', 1, caption) : []),
      `[${caption ? 'named' : 'framed'}]${edgeFadeFilters(input.frames).join(',') || 'null'}[edged]`,
    ],
    picture: 'edged',
  };
}

function sourceArgs({ path, facts, span, reduced }: EncodeVideoInput): string[] {
  return reduced ? ['-threads', '2', '-i', reduced] : untrustedInput(path, facts.container, span.inputArgs);
}

function framedSource(input: EncodeVideoInput): string[] {
  const { facts, edit, span } = input;
  const source = sourceFilters(facts, edit, true).join(',') || 'null';
  return [
    `[0:${facts.probe.video?.index ?? 0}]${source}[picture]`,
    ...layInFilters('picture', 'laid', input, RENDITIONS['1080'], paceFilters(facts).length > 0),
    `[laid]${[...lastingFilters(facts, span.length), ...asLongAsLook(input)].join(',') || 'null'}[framed]`,
  ];
}

/** A look that skipped pictures is a few frames shorter, and so is its audio. */
function asLongAsLook({ facts, reduced, frames }: EncodeVideoInput): string[] {
  return isLookCoarse(facts, reduced) ? ['tpad=stop_mode=clone:stop=2', `trim=end_frame=${frames}`] : [];
}
