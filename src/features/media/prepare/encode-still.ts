import { runTool } from '../../../platform/ffmpeg/run.ts';
import { FRAME_RATE, RENDITIONS, segmentVideoArgs } from '../../../platform/ffmpeg/segment-format.ts';
import { captionFilters, type NameCaption } from './name-caption.ts';
import type { PreparedFiles } from './prepared-clip.ts';
import { renditionFilters } from './video-graph.ts';

export interface EncodeStillInput {
  /** A 1920x1080 picture that we made ourselves. */
  picture: string;
  frames: number;
  caption: NameCaption | null;
  files: Pick<PreparedFiles, 'video1080' | 'video720'>;
}

/** Both renditions of a picture that stands still; it is decoded once. Throws ToolError. */
export async function encodeStill(
  input: EncodeStillInput,
  options: { signal?: AbortSignal; onProgress?: (seconds: number) => void },
): Promise<void> {
  await runTool('ffmpeg', encodeStillArgs(input), { timeLimit: 120_000 + input.frames * 500, ...options });
}

export function encodeStillArgs({ picture, frames, caption, files }: EncodeStillInput): string[] {
  const graph = [
    '[0:v]scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,' +
      `loop=loop=${frames - 1}:size=1:start=0,setpts=N/(${FRAME_RATE}*TB),fps=${FRAME_RATE}[still]`,
    ...(caption ? captionFilters('still', 'named', 1, caption) : []),
    ...renditionFilters(caption ? 'named' : 'still'),
  ];
  return [
    ...['-y', '-i', picture, ...(caption ? ['-i', caption.path] : [])],
    ...['-filter_complex', graph.join(';')],
    ...['-map', '[v1080]', '-frames:v', String(frames), ...segmentVideoArgs(RENDITIONS['1080']), files.video1080],
    ...['-map', '[v720]', '-frames:v', String(frames), ...segmentVideoArgs(RENDITIONS['720']), files.video720],
  ];
}
