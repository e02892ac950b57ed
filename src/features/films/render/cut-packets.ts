import { FRAME_RATE, TIMESCALE } from '../../../platform/ffmpeg/segment-format.ts';
import type { LeftOut } from './timeline.ts';

/** Ticks of a frame. */
const TICK = TIMESCALE / FRAME_RATE;

/** Frames between decoding and showing a picture, at most: `num_reorder_frames` of every segment. */
const REORDERED = 2;

/** A segment in a film: all of its frames, and those left out. */
export type CutSegment = LeftOut & { frames: number };

/** Linux takes 131,072 bytes in one argument of a command. */
const LONGEST_FILTERS = 100_000;

/**
 * Bitstream filters for the packets of segments joined by a concat list: drops the frames left out, closes the gaps, and
 * rounds the list's microseconds to exact frames. All cuts are at key frames and every GOP is closed, so packets
 * before and after a cut belong to frames before and after it, and the n-th packet can stand for the n-th frame.
 */
export function packetFilters(segments: readonly CutSegment[]): string {
  const dropped: Step[] = [];
  let read = 0;
  for (const { frames, head, tail } of segments) {
    if (head > 0) dropped.push({ from: read, value: 1 });
    dropped.push({ from: read + head, value: 0 });
    if (tail > 0) dropped.push({ from: read + frames - tail, value: 1 });
    read += frames;
  }
  // The AAC in 720p segments starts before their pictures, which would begin a frame late.
  const onFrames = (time: string) => `round((${time}-STARTPTS)/${TICK})*${TICK}`;
  if (segments.every(({ head, tail }) => head + tail === 0)) {
    return `setts=pts=${onFrames('PTS')}:dts=${onFrames('DTS')}`;
  }
  // Numbered before some are dropped, packets know how many were: their number less the one among those kept.
  const numbered = `setts=pts=${onFrames('PTS')}:dts=N*${TICK}`;
  const closed = `setts=pts=PTS-DTS+N*${TICK}:dts=(N-${REORDERED})*${TICK}`;
  // Quoted, as commas separate filters.
  return `${numbered},noise=drop='${steps(dropped, 'n')}',${closed}`;
}

/** Segments in order, in as few portions as one run of ffmpeg each can join. @param longest filters, in bytes */
export function inPortions<T extends CutSegment>(segments: readonly T[], longest = LONGEST_FILTERS): (readonly T[])[] {
  if (segments.length < 2 || packetFilters(segments).length <= longest) return [segments];
  const middle = Math.ceil(segments.length / 2);
  return [...inPortions(segments.slice(0, middle), longest), ...inPortions(segments.slice(middle), longest)];
}

/** From packet `from` on. */
interface Step {
  from: number;
  value: number;
}

/** An expression with the value of the last step at or before `variable`: a binary search, evaluated for each packet. */
function steps(all: readonly Step[], variable: string): string {
  const plain: Step[] = [];
  for (const step of all) {
    if (plain.at(-1)?.from === step.from) plain.pop();
    if (plain.at(-1)?.value !== step.value) plain.push(step);
  }
  const search = (from: number, to: number): string => {
    if (to - from === 1) return String(plain[from]?.value ?? 0);
    const middle = Math.ceil((from + to) / 2);
    return `if(lt(${variable},${plain[middle]?.from ?? 0}),${search(from, middle)},${search(middle, to)})`;
  };
  return search(0, plain.length);
}
