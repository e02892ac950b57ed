import { writeFile } from 'node:fs/promises';
import { runTool } from './run.ts';
import { FRAME_RATE } from './segment-format.ts';

/*
 * A picture that is read again for each frame. The filter `loop` makes frames as fast as an output asks for them, and those that
 * another output does not take yet pile up in memory: all between the edges of a segment.
 */

interface Size {
  width: number;
  height: number;
}

/**
 * Writes a picture as raw frames of video next to `path`.
 * @param picture RGB, 8 bit, in this size; or the path of a picture file
 * @returns the file's path, for `repeatedInput`. Throws ToolError
 */
export async function rawPicture(
  picture: Buffer | string,
  { width, height }: Size,
  path: string,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<string> {
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`];
  const rgb = `${path}.rgb`;
  if (typeof picture !== 'string') await writeFile(rgb, picture);
  const input = typeof picture === 'string' ? ['-i', picture] : [...raw, '-i', rgb];
  const target = `${path}.yuv`;
  const filter = `scale=${width}:${height}:out_color_matrix=bt709:out_range=tv,format=yuv420p`;
  const output = ['-vf', filter, '-frames:v', '1', '-f', 'rawvideo', target];
  await runTool('ffmpeg', ['-y', ...input, ...output], { ...options, timeLimit: 60_000 });
  return target;
}

/** ffmpeg's input of such a file, without end. */
export function repeatedInput(path: string, { width, height }: Size): string[] {
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', String(FRAME_RATE)];
  return ['-stream_loop', '-1', ...raw, '-i', path];
}
