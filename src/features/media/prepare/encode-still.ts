import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import {
  FRAME_RATE,
  GOP_FRAMES,
  RENDITIONS,
  secondsOfFrames,
  segmentVideoArgs,
  TIMESCALE,
} from '../../../platform/ffmpeg/segment-format.ts';
import { captionFilters, type NameCaption } from './name-caption.ts';
import type { PreparedFiles } from './prepared-clip.ts';
import { renditionFilters } from './video-graph.ts';

export interface EncodeStillInput {
  /** A 1920x1080 picture that we made ourselves. */
  picture: string;
  /** Whole GOPs. */
  frames: number;
  caption: NameCaption | null;
  files: Pick<PreparedFiles, 'video1080' | 'video720'>;
  temp: string;
}

/**
 * Both renditions of a picture that stands still. Without a caption that comes and goes, one GOP is encoded and its packets
 * are repeated: ten minutes of a voice message cost no more than a second. Throws ToolError.
 */
export async function encodeStill(
  input: EncodeStillInput,
  options: { signal?: AbortSignal; onProgress?: (seconds: number) => void },
): Promise<void> {
  if (input.caption) {
    await runTool('ffmpeg', encodeStillArgs(input), { timeLimit: 120_000 + input.frames * 500, ...options });
    return;
  }
  const once = { video1080: join(input.temp, 'once-1080.mp4'), video720: join(input.temp, 'once-720.mp4') };
  const args = encodeStillArgs({ ...input, frames: GOP_FRAMES, files: once });
  await runTool('ffmpeg', args, { timeLimit: 120_000, ...options });
  const times = Math.ceil(input.frames / GOP_FRAMES);
  await Promise.all([
    repeatSegment(once.video1080, times, input.files.video1080, options.signal),
    repeatSegment(once.video720, times, input.files.video720, options.signal),
  ]);
}

/** Repeats the packets of a segment of one GOP. */
async function repeatSegment(
  once: string,
  times: number,
  target: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const list = `${once}.txt`;
  const entry = `file '${basename(once)}'\nduration ${secondsOfFrames(GOP_FRAMES)}\n`;
  await writeFile(list, `ffconcat version 1.0\n${entry.repeat(times)}`);
  const input = ['-y', '-f', 'concat', '-i', list, '-map', '0:v', '-c', 'copy', '-map_metadata', '-1'];
  const output = ['-fflags', '+bitexact', '-video_track_timescale', String(TIMESCALE), '-movflags', '+faststart'];
  await runTool('ffmpeg', [...input, ...output, '-f', 'mp4', target], { timeLimit: 60_000, signal });
}

export function encodeStillArgs({ picture, frames, caption, files }: Omit<EncodeStillInput, 'temp'>): string[] {
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
