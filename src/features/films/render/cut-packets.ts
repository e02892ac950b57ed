import { FRAME_RATE, TIMESCALE } from '../../../platform/ffmpeg/segment-format.ts';
import type { LeftOut } from './timeline.ts';

/** Ticks of a frame. */
const TICK = TIMESCALE / FRAME_RATE;

/** A segment in a film: all of its frames, and those left out. */
export type CutSegment = LeftOut & { frames: number };

/**
 * Bitstream filters for the packets of segments joined by a concat list: drops the frames left out, closes the gaps, and
 * rounds the list's microseconds to exact frames. All cuts are at key frames and every GOP is closed, so packets
 * before and after a cut belong to frames before and after it, and the n-th packet can stand for the n-th frame.
 */
export function packetFilters(segments: readonly CutSegment[]): string {
  const dropped: Step[] = [];
  const moved: Step[] = [];
  let [read, kept, gone] = [0, 0, 0];
  for (const { frames, head, tail } of segments) {
    if (head > 0) dropped.push({ from: read, value: 1 });
    dropped.push({ from: read + head, value: 0 });
    if (tail > 0) dropped.push({ from: read + frames - tail, value: 1 });
    gone += head;
    moved.push({ from: kept, value: gone });
    read += frames;
    kept += frames - head - tail;
    gone += tail;
  }
  // The AAC in 720p segments starts before their pictures, which would begin a frame late.
  const onFrames = (time: string) => `round((${time}-STARTPTS)/${TICK})*${TICK}`;
  if (gone === 0) return `setts=pts=${onFrames('PTS')}:dts=${onFrames('DTS')}`;
  const ticks = steps(moved, 'N', TICK);
  // Quoted, as commas separate filters.
  return (
    `noise=drop='${steps(dropped, 'n', 1)}',` +
    `setts=pts='${onFrames('PTS')}-${ticks}':dts='${onFrames('DTS')}-${ticks}'`
  );
}

/** From packet `from` on. */
interface Step {
  from: number;
  value: number;
}

/** An expression with the value of the last step at or before `variable`: a binary search, evaluated for each packet. */
function steps(all: readonly Step[], variable: string, unit: number): string {
  const plain: Step[] = [];
  for (const step of all) {
    if (plain.at(-1)?.from === step.from) plain.pop();
    if (plain.at(-1)?.value !== step.value) plain.push(step);
  }
  const search = (from: number, to: number): string => {
    if (to - from === 1) return String((plain[from]?.value ?? 0) * unit);
    const middle = Math.ceil((from + to) / 2);
    return `if(lt(${variable},${plain[middle]?.from ?? 0}),${search(from, middle)},${search(middle, to)})`;
  };
  return search(0, plain.length);
}
