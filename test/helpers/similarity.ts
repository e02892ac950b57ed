import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SIZE = { width: 320, height: 180 };
const WINDOW = 8;

/** Grey levels of a picture of 320x180. */
export type GreyPicture = readonly number[];

/** These frames of a video, grey and small. */
export async function greyFrames(path: string, frames: readonly number[]): Promise<GreyPicture[]> {
  const count = String(new Set(frames).size);
  return readGrey([...input(path), ...greyOutput(frames), '-frames:v', count, '-'], frames);
}

/** The same of a film that is decoded to its end, sound too; fails at the first fault. */
export async function greyFramesOfWhole(path: string, frames: readonly number[]): Promise<GreyPicture[]> {
  const strict = ['-xerror', '-err_detect', 'explode', ...input(path)];
  return readGrey([...strict, ...greyOutput(frames), '-', '-map', '0:a?', '-f', 'null', '/dev/null'], frames);
}

const input = (path: string) => ['-v', 'error', '-i', path];
const inOrder = (frames: readonly number[]) => [...new Set(frames)].sort((a, b) => a - b);

function greyOutput(frames: readonly number[]): string[] {
  const select = inOrder(frames)
    .map((frame) => `eq(n,${frame})`)
    .join('+');
  const filters = `select='${select}',scale=${SIZE.width}:${SIZE.height}:flags=area,format=gray`;
  return ['-map', '0:v', '-vf', filters, '-fps_mode', 'passthrough', '-f', 'rawvideo'];
}

async function readGrey(args: string[], frames: readonly number[]): Promise<GreyPicture[]> {
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 27 });
  const bytes = SIZE.width * SIZE.height;
  return frames.map((frame) => {
    const at = inOrder(frames).indexOf(frame) * bytes;
    return [...stdout.subarray(at, at + bytes)];
  });
}

/** One picture laid over another: `share` 0 shows the first, 1 the second. */
export function blended(first: GreyPicture, second: GreyPicture, share: number): GreyPicture {
  return first.map((value, at) => value * (1 - share) + (second[at] ?? 0) * share);
}

/** Structural similarity, 1 for equal pictures: the mean over windows of 8x8. */
export function ssim(a: GreyPicture, b: GreyPicture): number {
  const values: number[] = [];
  for (let y = 0; y + WINDOW <= SIZE.height; y += WINDOW) {
    for (let x = 0; x + WINDOW <= SIZE.width; x += WINDOW) values.push(ofWindow(a, b, x, y));
  }
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function ofWindow(a: GreyPicture, b: GreyPicture, left: number, top: number): number {
  let [sumA, sumB, sumAa, sumBb, sumAb] = [0, 0, 0, 0, 0];
  for (let y = top; y < top + WINDOW; y += 1) {
    for (let x = left; x < left + WINDOW; x += 1) {
      const [p, q] = [a[y * SIZE.width + x] ?? 0, b[y * SIZE.width + x] ?? 0];
      sumA += p;
      sumB += q;
      sumAa += p * p;
      sumBb += q * q;
      sumAb += p * q;
    }
  }
  const n = WINDOW * WINDOW;
  const [meanA, meanB] = [sumA / n, sumB / n];
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  const covariance = sumAb / n - meanA * meanB;
  const variances = sumAa / n - meanA ** 2 + sumBb / n - meanB ** 2;
  return ((2 * meanA * meanB + c1) * (2 * covariance + c2)) / ((meanA ** 2 + meanB ** 2 + c1) * (variances + c2));
}
