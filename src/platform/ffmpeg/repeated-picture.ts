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

/** A picture that `rawPictures` writes next to `path`. */
interface RawPicture extends Size {
  /** RGB, 8 bit, in this size; or the path of a picture file. */
  picture: Buffer | string;
  path: string;
}

/**
 * Writes a picture as raw frames of video next to `path`.
 * @param picture RGB, 8 bit, in this size; or the path of a picture file
 * @returns the file's path, for `repeatedInput`. Throws ToolError
 */
export async function rawPicture(
  picture: Buffer | string,
  size: Size,
  path: string,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<string> {
  await rawPictures([{ picture, path, ...size }], options);
  return rawPath(path);
}

/** The same for several pictures, in one command: its start costs more than the work. Their files are at `rawPath`. */
export async function rawPictures(
  pictures: readonly RawPicture[],
  options: { signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const inputs = pictures.map(async ({ picture, path, width, height }) => {
    if (typeof picture === 'string') return ['-i', picture];
    const rgb = `${path}.rgb`;
    await writeFile(rgb, picture);
    return ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-i', rgb];
  });
  const outputs = pictures.flatMap(({ path, width, height }, index) => {
    const filter = `scale=${width}:${height}:out_color_matrix=bt709:out_range=tv,format=yuv420p`;
    return ['-map', `${index}:v`, '-vf', filter, '-frames:v', '1', '-f', 'rawvideo', rawPath(path)];
  });
  const args = ['-y', ...(await Promise.all(inputs)).flat(), ...outputs];
  await runTool('ffmpeg', args, { ...options, timeLimit: 60_000 });
}

export function rawPath(path: string): string {
  return `${path}.yuv`;
}

/** ffmpeg's input of such a file, without end. */
export function repeatedInput(path: string, { width, height }: Size): string[] {
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', String(FRAME_RATE)];
  return ['-stream_loop', '-1', ...raw, '-i', path];
}
