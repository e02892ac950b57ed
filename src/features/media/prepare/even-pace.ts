import type { PacketSpan } from '../../../platform/ffmpeg/probe.ts';
import { FRAME_RATE } from '../../../platform/ffmpeg/segment-format.ts';

/** Brings a stream to the film's rate; where the picture begins late, its first frame is shown from the start. */
export const AT_FRAME_RATE = `fps=${FRAME_RATE}:start_time=0`;
/** Share of a stamp's jitter that is followed at once: clocks that run slightly off are followed within some frames. */
const FOLLOW = 0.2;

/**
 * Brings the stream to the film's rate as evenly as that rate allows. `fps` takes the nearest frame, so stamps that jitter
 * halfway between two film frames drop one picture and double the next. So stamps are smoothed, and all are shifted (by
 * half a film frame at most) to where the grid of the source lies as far from those halves as it can.
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
  // 0: the stamp given to the last frame; 1: what this one should be; 2: the shift of all.
  return [`setpts='st(2,${shift});st(1,ld(0)+${length.toFixed(7)}/TB);st(0,${smoothed});ld(0)'`, AT_FRAME_RATE];
}

function leastCommonMultiple(a: number, b: number): number {
  let [larger, smaller] = [a, b];
  while (smaller > 0) [larger, smaller] = [smaller, larger % smaller];
  return (a * b) / larger;
}
