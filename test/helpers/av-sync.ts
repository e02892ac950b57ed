import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SAMPLE_RATE = 48_000;

/** Numbers of the frames at which the picture turns bright, counted as the decoder gives them. */
export async function flashes(input: string[]): Promise<number[]> {
  const frame = 16 * 9;
  const filters = ['-vf', 'scale=16:9:flags=fast_bilinear,format=gray', '-fps_mode', 'passthrough'];
  const pixels = await decode([...input, '-map', '0:v:0', ...filters, '-f', 'rawvideo', 'pipe:1']);
  const found: number[] = [];
  let wasBright = false;
  for (let number = 0; (number + 1) * frame <= pixels.length; number += 1) {
    let sum = 0;
    for (let i = number * frame; i < (number + 1) * frame; i += 1) sum += pixels[i] as number;
    const isBright = sum / frame > 140;
    if (isBright && !wasBright) found.push(number);
    wasBright = isBright;
  }
  return found;
}

/** Numbers of the samples at which a sound sets in after at least a tenth of a second of quiet. */
export async function clicks(input: string[]): Promise<number[]> {
  const bytes = await decode([...input, '-map', '0:a:0', '-ac', '1', '-f', 's16le', 'pipe:1']);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 2));
  let highest = 1;
  for (const sample of samples) highest = Math.max(highest, Math.abs(sample));
  const threshold = highest * 0.3;
  const found: number[] = [];
  let last = -Infinity;
  for (let i = 0; i < samples.length; i += 1) {
    if (Math.abs(samples[i] as number) < threshold) continue;
    if (i - last > SAMPLE_RATE / 10) found.push(i);
    last = i;
  }
  return found;
}

async function decode(args: string[]): Promise<Buffer> {
  const options = { encoding: 'buffer' as const, maxBuffer: 1024 ** 3 };
  const { stdout } = await run('ffmpeg', ['-nostdin', '-v', 'error', ...args], options);
  return Buffer.from(stdout);
}
