import { FRAME_RATE, SAMPLES_PER_FRAME } from '../../../platform/ffmpeg/segment-format.ts';
import { cutLength, cutsWithin, type Part } from '../../../shared/edited-length.ts';
import type { MediaEdit } from '../../../shared/media-edit.ts';

/** Cuts and speed of the used part of a source. */
export interface Timing {
  /** Left out, in seconds from the start of the used part, on whole frames. */
  cuts: Part[];
  speed: number;
  /** Seconds in the film. */
  length: number;
  /** Whether there are cuts or another speed. */
  isChanged: boolean;
}

/** Half a frame: timestamps are compared between frames, never on them. */
const HALF = 0.5 / FRAME_RATE;
/** Seconds over which sound leaves before a cut, and returns after it: one frame, against clicks. */
const SOFT = 1 / FRAME_RATE;

/** @param part used seconds of the source */
export function timingOf(part: Part, { cuts, speed = 1 }: Pick<MediaEdit, 'cuts' | 'speed'>): Timing {
  const onFrames = cutsWithin(part, cuts)
    .map(({ start, end }) => ({ start: onFrame(start - part.start), end: onFrame(end - part.start) }))
    .filter(({ start, end }) => end > start);
  const length = (part.end - part.start - cutLength(onFrames)) / speed;
  return { cuts: onFrames, speed, length, isChanged: onFrames.length > 0 || speed !== 1 };
}

function onFrame(seconds: number): number {
  return Math.round(seconds * FRAME_RATE) / FRAME_RATE;
}

/** Filters for pictures that have the film's frame rate: drop the cuts, close their gaps, change the speed. */
export function timingFilters({ cuts, speed }: Timing): string[] {
  const gone = cuts.map((cut) => `gte(T,${at(cut.start)})*(${(cut.end - cut.start).toFixed(5)})`);
  return [
    ...(cuts.length > 0 ? [`select='not(${inCuts(cuts)})'`, `setpts='PTS-(${gone.join('+')})/TB'`] : []),
    ...(speed === 1 ? [] : [`setpts=PTS/${speed}`, `fps=${FRAME_RATE}:start_time=0`]),
  ];
}

/** The same for sound that begins at 0: in blocks of one frame, so that it stays with its picture. */
export function soundTimingFilters({ cuts, speed }: Timing): string[] {
  const soft = cuts.flatMap(({ start, end }) => [
    ...(start > 0
      ? [`afade=t=out:st=${at(start, -SOFT, 0)}:d=${SOFT.toFixed(5)}:enable='${block(start - SOFT)}'`]
      : []),
    `afade=t=in:st=${at(end, 0, 0)}:d=${SOFT.toFixed(5)}:enable='${block(end)}'`,
  ]);
  const dropped = [
    `asetnsamples=n=${SAMPLES_PER_FRAME}:p=0`,
    ...soft,
    `aselect='not(${inCuts(cuts)})'`,
    'asetpts=N/SR/TB',
  ];
  return [...(cuts.length > 0 ? dropped : []), ...(speed === 1 ? [] : [`atempo=${speed}`])];
}

/** The next moment that is not cut out; both in seconds from the start of the used part. */
export function outsideCuts({ cuts }: Timing, seconds: number): number {
  return cuts.reduce((moment, { start, end }) => (moment >= start - HALF && moment < end ? end : moment), seconds);
}

function inCuts(cuts: readonly Part[]): string {
  return cuts.map(({ start, end }) => `gte(t,${at(start)})*lt(t,${at(end)})`).join('+');
}

/** One block of sound. */
function block(start: number): string {
  return `gte(t,${at(start)})*lt(t,${at(start + SOFT)})`;
}

function at(seconds: number, added = 0, margin = HALF): string {
  return (seconds + added - margin).toFixed(5);
}
