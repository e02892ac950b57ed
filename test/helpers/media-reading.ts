import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { pixelsOf } from '../../src/features/media/prepare/cards.ts';
import { tempFolder } from './temp-folder.ts';

const run = promisify(execFile);

export type Colour = 'red' | 'green' | 'blue' | 'yellow' | 'black' | 'other';

/** A picture as packed RGB. */
interface Pixels {
  width: number;
  height: number;
  pixels: Buffer;
}

export type Frame = ReturnType<typeof frameOf>;

/** The frame of a video or picture at `seconds`. */
export async function frameAt(path: string, seconds = 0): Promise<Frame> {
  return frameOf(PICTURE.test(path) ? await pictureOf(path) : await decodedFrame(path, seconds));
}

/** Frames of a video that has 30 a second, decoded by one command. */
export async function framesAt(path: string, ...seconds: number[]): Promise<Frame[]> {
  const args = ['-v', 'error', '-i', path, ...selecting(seconds), 'pipe:1'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 28 });
  return framesOf(stdout, seconds);
}

/** Arguments that write each of these frames once; `framesOf` reads them. */
export function selecting(seconds: readonly number[]): string[] {
  const numbers = numbersOf(seconds);
  const select = numbers.map((number) => `eq(n,${number})`).join('+');
  const output = ['-frames:v', String(numbers.length), '-f', 'image2pipe', '-c:v', 'ppm', '-pix_fmt', 'rgb24'];
  return ['-vf', `select='${select}'`, '-fps_mode', 'passthrough', ...output];
}

export function framesOf(pictures: Buffer, seconds: readonly number[]): Frame[] {
  const read: Frame[] = [];
  for (let at = 0; at < pictures.length; ) {
    const { bytes, ...picture } = readPpm(pictures.subarray(at));
    read.push(frameOf(picture));
    at += bytes;
  }
  const numbers = numbersOf(seconds);
  return seconds.map((each) => {
    const frame = read[numbers.indexOf(numberAt(each))];
    if (!frame) throw new Error(`no frame at ${each} s`);
    return frame;
  });
}

/** As `-ss` seeks: the first frame that begins no earlier. */
const numberAt = (seconds: number) => Math.ceil(seconds * 30 - 1e-6);
const numbersOf = (seconds: readonly number[]) => [...new Set(seconds.map(numberAt))].sort((a, b) => a - b);

function frameOf({ width, height, pixels }: Pixels) {
  /** At a place in fractions of the frame. */
  const rgb = (x: number, y: number): [number, number, number] => {
    const at = 3 * (Math.floor(y * height) * width + Math.floor(x * width));
    return [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
  };
  return { width, height, rgb, colour: (x: number, y: number) => colourOf(rgb(x, y)) };
}

/** Files that this process reads itself: a start of ffmpeg costs more than its work. */
const PICTURE = /^\/.*\.(?:jpg|png|webp)$/;

async function pictureOf(path: string): Promise<Pixels> {
  const picture = sharp(path);
  const { width, height } = await picture.metadata();
  return { width, height, pixels: await pixelsOf(picture) };
}

async function decodedFrame(path: string, seconds: number): Promise<Pixels> {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-v', 'error', ...(seconds > 0 ? ['-ss', String(seconds)] : []), '-i', path],
      ...['-frames:v', '1', '-f', 'image2pipe', '-c:v', 'ppm', '-pix_fmt', 'rgb24', 'pipe:1'],
    ],
    { encoding: 'buffer', maxBuffer: 2 ** 26 },
  );
  return readPpm(stdout);
}

/** The first of the pictures, and how many bytes it takes; none is one of no pixels. */
function readPpm(pictures: Buffer): Pixels & { bytes: number } {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(pictures.toString('latin1', 0, 40));
  const [start = '', width = 0, height = 0] = head ? [head[0], Number(head[1]), Number(head[2])] : [];
  const bytes = head ? start.length + 3 * width * height : pictures.length;
  return { width, height, bytes, pixels: pictures.subarray(start.length, bytes) };
}

function colourOf([r, g, b]: [number, number, number]): Colour {
  const high = (value: number) => value > 140;
  const low = (value: number) => value < 110;
  if (r < 25 && g < 25 && b < 25) return 'black';
  if (high(r) && low(g) && low(b)) return 'red';
  if (low(r) && high(g) && low(b)) return 'green';
  if (low(r) && low(g) && high(b)) return 'blue';
  return high(r) && high(g) && low(b) ? 'yellow' : 'other';
}

/** Colours of the four quarters of the picture's part `[left, right]` of the frame: top left, top right, bottom left, bottom right. */
export async function quarters(path: string, seconds: number, part?: [left: number, right: number]) {
  return quartersOf(await frameAt(path, seconds), part);
}

export function quartersOf(frame: Frame, [left, right]: [left: number, right: number] = [0, 1]): Colour[] {
  const x = (share: number) => left + (right - left) * share;
  return [frame.colour(x(0.2), 0.2), frame.colour(x(0.8), 0.2), frame.colour(x(0.2), 0.7), frame.colour(x(0.8), 0.7)];
}

/** Samples per channel that decode from a file, and the level of the whole. */
export async function decodedSound(path: string): Promise<{ samples: number; peak: number }> {
  const pcm = await decodedPcm(path);
  return { samples: pcm.length / 4, peak: peakOf(pcm) };
}

/** The level of the loudest of these samples of 16 bits. */
export function peakOf(pcm: Buffer): number {
  let peak = 0;
  for (let at = 0; at + 1 < pcm.length; at += 2) peak = Math.max(peak, Math.abs(pcm.readInt16LE(at)));
  return peak;
}

/** The sound of a file, 16 bit stereo. */
export async function decodedPcm(path: string): Promise<Buffer> {
  const args = ['-v', 'error', '-xerror', '-i', path, '-map', '0:a', '-f', 's16le', '-ac', '2', 'pipe:1'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 28 });
  return stdout;
}

/** Integrated loudness in LUFS. */
export async function loudnessOf(path: string): Promise<number> {
  const { stderr } = await run('ffmpeg', ['-hide_banner', '-i', path, '-af', 'ebur128', '-f', 'null', '-']);
  return Number(/I:\s+(-?[\d.]+) LUFS/.exec(stderr.slice(stderr.lastIndexOf('Integrated')))?.[1]);
}

/** What a player reads of the picture's stream, and every word that the file carries beside its packets. */
export async function streamFacts(path: string) {
  const entries =
    'stream=codec_name,profile,level,width,height,pix_fmt,nb_frames,time_base,sample_aspect_ratio,color_space,color_transfer,color_range,extradata_hash';
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-show_data_hash', 'md5', '-select_streams', 'v:0', '-of', 'json'],
    ...['-show_entries', `${entries}:stream_tags:stream_side_data:format_tags:format=duration`, path],
  ]);
  const { streams, format } = JSON.parse(stdout) as {
    streams: (Record<string, string | number> & { tags?: Record<string, string>; side_data_list?: unknown[] })[];
    format: { tags?: Record<string, string>; duration: string };
  };
  const stream = streams[0];
  if (!stream) throw new Error(`no picture in ${path}`);
  const { tags = {}, side_data_list = [], ...facts } = stream;
  return { facts, tags: { ...format.tags, ...tags }, sideData: side_data_list, duration: Number(format.duration) };
}

/** Decodes everything and stops at the first fault. */
export async function decodesWhole(path: string): Promise<void> {
  await run('ffmpeg', ['-v', 'error', '-xerror', '-err_detect', 'explode', '-i', path, '-f', 'null', '-']);
}

/** Whether the bytes of a file hold a word. */
export async function holds(path: string, word: string): Promise<boolean> {
  return (await readFile(path)).includes(word);
}

const SMALLEST = ['-vf', 'scale=2:2:flags=area', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', 'pipe:1'];

/** Luma of the left and the right half of each frame as it is stored, 16 (black) to 235. */
export async function brightness(path: string): Promise<[number, number][]> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, ...SMALLEST], { encoding: 'buffer' });
  return lumaOf(stdout);
}

function lumaOf(pixels: Buffer): [number, number][] {
  return Array.from({ length: pixels.length / 6 }, (_, frame) => [pixels[6 * frame] ?? 0, pixels[6 * frame + 1] ?? 0]);
}

/** When a video first turns white and its sound first turns loud, in seconds by decoded frames and samples. */
export async function flashAndBeep(video: string, audio: string): Promise<{ flash: number; beep: number }> {
  const path = join(await tempFolder(), 'sound');
  const sound = ['-map', '1:a', '-f', 's16le', '-ac', '1', path];
  const args = ['-v', 'error', '-i', video, '-i', audio, '-map', '0:v', ...SMALLEST, ...sound];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer' });
  const pcm = await readFile(path);
  const samples = new Int16Array(pcm.buffer, pcm.byteOffset, Math.floor(pcm.length / 2));
  const loud = Math.max(...samples.map((sample) => Math.abs(sample))) / 4;
  return {
    flash: lumaOf(stdout).findIndex(([left]) => left > 128) / 30,
    beep: samples.findIndex((sample) => Math.abs(sample) > loud) / 48_000,
  };
}

/** Hashes of a video's picture packets, in file order. */
export async function pictureHashes(path: string): Promise<string[]> {
  const { stdout } = await run(
    'ffprobe',
    [
      ...['-v', 'error', '-select_streams', 'v:0', '-show_data_hash', 'md5'],
      ...['-show_entries', 'packet=data_hash', '-of', 'csv=p=0', path],
    ],
    { maxBuffer: 2 ** 26 },
  );
  return stdout.trim().split('\n');
}
