import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import { untrustedInput } from '../../../platform/ffmpeg/untrusted-input.ts';
import { projectFolder } from '../../../platform/project-folder.ts';
import type { Size } from '../prepare/geometry.ts';
import { uprightPhoto } from '../prepare/photo.ts';
import type { PhotoFacts, VideoFacts } from '../prepare/source-facts.ts';

/** Factor of width and height. */
const FACTOR = 2;
/** Bytes that the network may use: it needs 250 MB for any picture, because it works in tiles. */
const MEMORY = 700 * 1024 ** 2;
/** Somebody waits for it: it yields to others, but gets on beside programs that use the whole machine. */
const NICENESS = 10;
const RATE = 30;

export interface Enlarged extends Size {
  /** The enlarged clip, and a picture of it before and after for comparing; in the folder. */
  result: string;
  before: string;
  after: string;
  /** `resampler` where the network failed or took too long. */
  method: 'network' | 'resampler';
}

export interface EnlargeOptions {
  /** Wall clock limit of the network, in milliseconds. */
  timeLimit: number;
  signal?: AbortSignal | undefined;
}

/** Doubles a photo’s width and height, as a JPEG. Throws AppError for a damaged file. */
export async function enlargePhoto(
  path: string,
  facts: PhotoFacts,
  folder: string,
  options: EnlargeOptions,
): Promise<Enlarged> {
  const files = filesIn(folder, 'jpg');
  const { data, width, height, channels } = await uprightPhoto(path, facts, {}, folder, options.signal);
  const small = sharp(data, { raw: { width, height, channels } }).removeAlpha().toColourspace('srgb');
  await writeFile(files.small, await small.clone().raw({ depth: 'uchar' }).toBuffer());
  await small.clone().jpeg({ quality: 92 }).toFile(files.before);
  const size = { width: width * FACTOR, height: height * FACTOR };
  const isDone = await byNetwork(files, { width, height }, options);
  const large = isDone
    ? sharp(await readFile(files.large), { raw: { ...size, channels: 3 } })
    : small.clone().resize({ ...size, fit: 'fill', kernel: 'lanczos3' });
  await large.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toFile(files.result);
  await copyFile(files.result, files.after);
  return { ...size, ...files, method: isDone ? 'network' : 'resampler' };
}

/** Doubles a video’s width and height, with its sound, at 30 frames a second. Throws ToolError. */
export async function enlargeVideo(
  path: string,
  { container, width, height, probe }: VideoFacts,
  folder: string,
  options: EnlargeOptions,
): Promise<Enlarged> {
  const files = filesIn(folder, 'mp4');
  const limits = { timeLimit: 120_000, signal: options.signal, niceness: NICENESS };
  const [wide, high] = [even(width), even(height)];
  const input = untrustedInput(path, container);
  const square = `fps=${RATE},scale=${wide}:${high}:flags=lanczos,setsar=1`;
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24'];
  await runTool('ffmpeg', [...input, '-an', '-vf', square, ...raw, '-y', files.small], limits);
  const size = { width: wide * FACTOR, height: high * FACTOR };
  const isDone = await byNetwork(files, { width: wide, height: high }, options);
  const [source, filter] = isDone
    ? [[...raw, '-s', `${size.width}x${size.height}`, '-r', `${RATE}`, '-i', files.large], 'format=yuv420p']
    : [
        [...raw, '-s', `${wide}x${high}`, '-r', `${RATE}`, '-i', files.small],
        `scale=${size.width}:${size.height}:flags=lanczos,format=yuv420p`,
      ];
  const codecs = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '14', '-c:a', 'aac', '-b:a', '256k'];
  const streams = ['-map', '0:v', ...(probe.audio ? ['-map', `1:${probe.audio.index}`] : [])];
  const encode = [...source, ...input, ...streams, '-vf', filter, ...codecs, '-map_metadata', '-1'];
  await runTool('ffmpeg', [...encode, '-f', 'mp4', '-y', files.result], limits);
  // The eleventh picture, or the last of fewer: each takes the place of the one before.
  const still = async (from: string[], target: string) =>
    runTool('ffmpeg', [...from, '-frames:v', '11', '-update', '1', '-q:v', '3', '-y', target], limits);
  await still([...raw, '-s', `${wide}x${high}`, '-r', `${RATE}`, '-i', files.small], files.before);
  await still(['-i', files.result], files.after);
  return { ...size, ...files, method: isDone ? 'network' : 'resampler' };
}

type Files = ReturnType<typeof filesIn>;

function filesIn(folder: string, ending: string) {
  return {
    small: join(folder, 'small.rgb'),
    large: join(folder, 'large.rgb'),
    result: join(folder, `large.${ending}`),
    before: join(folder, 'before.jpg'),
    after: join(folder, 'after.jpg'),
  };
}

/** Runs the network in a process of its own; false if it failed or took too long. Throws when aborted. */
async function byNetwork(files: Files, { width, height }: Size, options: EnlargeOptions): Promise<boolean> {
  const { timeLimit, signal } = options;
  try {
    await runTool('node', [...program(), files.small, `${width}`, `${height}`, files.large], {
      timeLimit,
      signal,
      niceness: NICENESS,
      limits: { dataSpace: MEMORY },
    });
    return true;
  } catch {
    signal?.throwIfAborted();
    await rm(files.large, { force: true });
    return false;
  }
}

/** `src/upscaler`, from the sources and from the bundle. */
function program(): string[] {
  const isBundled = import.meta.url.endsWith('.js');
  const path = isBundled ? ['dist', 'upscaler.js'] : ['src', 'upscaler', 'main.ts'];
  return [...(isBundled ? [] : ['--import', 'tsx']), join(projectFolder(), ...path)];
}

function even(value: number): number {
  return Math.max(2, 2 * Math.floor(value / 2));
}
