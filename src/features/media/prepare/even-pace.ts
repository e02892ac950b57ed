import type { PacketSpan } from '../../../platform/ffmpeg/probe.ts';
import { FRAME_RATE } from '../../../platform/ffmpeg/segment-format.ts';

/** Converts to the film's frame rate; a late first frame is shown from the start. */
export const AT_FRAME_RATE = `fps=${FRAME_RATE}:start_time=0`;
/** Share of timestamp jitter that is followed at once, so that slightly wrong clocks are tracked within some frames. */
const FOLLOW = 0.2;

/**
 * Converts to the film's frame rate as evenly as possible. `fps` picks the nearest frame, so jitter halfway between two
 * output frames drops one and doubles the next. Therefore timestamps are smoothed and shifted by at most half a frame,
 * away from those halves.
 */
export function evenPaceFilters(span: PacketSpan | null): string[] {
  const length = span ? (span.last - span.start) / (span.packets - 1) : 0;
  if (!(length > 0)) return [AT_FRAME_RATE];
  const rate = Math.max(1, Math.round(1 / length));
  const grid = leastCommonMultiple(FRAME_RATE, rate);
  const phase = ((0.5 / FRAME_RATE + 0.5 / rate) % (1 / grid)).toFixed(7);
  const shift = `if(eq(N,0),(round((PTS*TB-${phase})*${grid})/${grid}+${phase})/TB-PTS,ld(2))`;
  const isNew = `eq(N,0)+gt(abs(PTS+ld(2)-ld(1)),${(length / 2).toFixed(7)}/TB)`;
  const smoothed = `if(${isNew},PTS+ld(2),ld(1)+${FOLLOW}*(PTS+ld(2)-ld(1)))`;
  // 0: timestamp of the last frame; 1: ideal timestamp of this one; 2: shift of all.
  return [`setpts='st(2,${shift});st(1,ld(0)+${length.toFixed(7)}/TB);st(0,${smoothed});ld(0)'`, AT_FRAME_RATE];
}

function leastCommonMultiple(a: number, b: number): number {
  let [larger, smaller] = [a, b];
  while (smaller > 0) [larger, smaller] = [smaller, larger % smaller];
  return (a * b) / larger;
}
