import { CLIP } from './limits.ts';

/** A part of a clip, in seconds. */
export interface Part {
  start: number;
  end: number;
}

interface TimeEdit {
  trim?: Part | undefined;
  cuts?: readonly Part[] | undefined;
  speed?: number | undefined;
}

export function cutLength(cuts: readonly Part[]): number {
  return cuts.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);
}

/** The part of a recording of `whole` seconds that an edit plays, cuts included. All of it if nothing would be left. */
export function playedPart(whole: number, { trim }: TimeEdit): Part {
  const start = Math.min(Math.max(0, trim?.start ?? 0), whole);
  const end = Math.min(trim && trim.end > 0 ? trim.end : whole, whole);
  return end - start >= 1 / 30 ? { start, end } : { start: 0, end: whole };
}

/** Cuts within a part, in order and without overlaps; none if they would leave less than a second. */
export function cutsWithin(part: Part, cuts: readonly Part[] = []): Part[] {
  const within = cutsInside(part, cuts);
  const length = part.end - part.start;
  return length - cutLength(within) < Math.min(CLIP.min, length) - 1e-6 ? [] : within;
}

/** The same, however little they leave. */
export function cutsInside({ start, end }: Part, cuts: readonly Part[] = []): Part[] {
  const within: Part[] = [];
  let from = start;
  for (const cut of [...cuts].sort((a, b) => a.start - b.start)) {
    const part = { start: Math.max(from, cut.start), end: Math.min(end, cut.end) };
    if (part.end <= part.start) continue;
    within.push(part);
    from = part.end;
  }
  return within;
}

/** Seconds in the film of a recording of `whole` seconds. */
export function editedLength(whole: number, edit: TimeEdit): number {
  const part = playedPart(whole, edit);
  return (part.end - part.start - cutLength(cutsWithin(part, edit.cuts))) / (edit.speed ?? 1);
}

/** The second of the film's clip at which a second of the recording is shown; the nearest one if it is left out. */
export function editedMoment(whole: number, edit: TimeEdit, at: number): number {
  const part = playedPart(whole, edit);
  const moment = Math.min(part.end, Math.max(part.start, at));
  const gone = cutsWithin(part, edit.cuts).map(({ start, end }) => ({
    start,
    end: Math.min(end, Math.max(start, moment)),
  }));
  return (moment - part.start - cutLength(gone)) / (edit.speed ?? 1);
}
