import type { ProbedVideo } from '../../../platform/ffmpeg/probe.ts';

/** Largest decoded frame: allows 8K in 8 bits (50 MB) and 5.3K in 10 (48 MB), but not 8K in 10 bits (100 MB). */
const MOST = 64_000_000;
/** The same for intra-only video, which holds no reference frames. */
const MOST_ALONE = 72_000_000;
/** Larger frames are decoded by one thread: each thread holds another frame, and a decoder holds eight to twelve. */
const HEAVY = 36_000_000;
const ALONE = new Set(['prores', 'dnxhd', 'mjpeg']);

/** Whether decoded frames exceed the memory limit. */
export function exceedsMemory(video: ProbedVideo): boolean {
  return frameBytes(video) > (ALONE.has(video.codec) ? MOST_ALONE : MOST);
}

/** Input options that limit memory for very large frames; otherwise none. */
export function sparingInput(video: ProbedVideo | null): string[] {
  return video && frameBytes(video) > HEAVY ? ['-threads', '1'] : [];
}

function frameBytes({ width, height, pixelFormat }: ProbedVideo): number {
  const bytesOfSample = /(9|10|12|14|16|48|64)(le|be)$/.test(pixelFormat) ? 2 : 1;
  return width * height * samplesOfPixel(pixelFormat) * bytesOfSample;
}

function samplesOfPixel(pixelFormat: string): number {
  if (/^(gray|pal8|mono)/.test(pixelFormat)) return 1;
  if (/420|410|nv12|nv21|p01/.test(pixelFormat)) return 1.5;
  if (/422|411|p21/.test(pixelFormat)) return 2;
  return /a|^0|0$/.test(pixelFormat) ? 4 : 3;
}
