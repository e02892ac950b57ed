import { CUT_FRAMES, FRAME_RATE } from '../../../platform/ffmpeg/segment-format.ts';

/** A part of a film, to find out when its photos begin. */
export interface PacedPart {
  frames: number;
  /** Can be shown together with a neighbour during a transition. */
  hasEdges: boolean;
  /** Frames for which a photo is shown at least; null for parts that are no photo of a sequence. */
  least: number | null;
}

/** A photo between others: how long it is shown, and its place among them. */
export interface PacedPhoto {
  frames: number;
  place: 'first' | 'inner' | 'last';
  /** Equal for the photos of a sequence. */
  sequence: number;
}

/** A photo waits this many frames at most for a beat after its own end. */
const MOST_HELD = 2 * FRAME_RATE;

/**
 * How long photos in a row are shown, so that the next comes on a beat: until the first beat after their least time.
 * Null for other parts, and for single photos.
 * @param beats seconds of the film, ascending
 * @param overlaps whether a transition shows both neighbours at once
 */
export function pacePhotos(
  parts: readonly PacedPart[],
  beats: readonly number[],
  overlaps: boolean,
): (PacedPhoto | null)[] {
  const onFrames = beats.map((beat) => Math.round(beat * FRAME_RATE));
  const paced: (PacedPhoto | null)[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const [before, after] = [parts[index - 1], parts[index + 1]];
    const isRow = (neighbour: PacedPart | undefined) => beats.length > 0 && neighbour?.least != null;
    const [follows, leads] = [isRow(before), isRow(after)];
    const isPaced = part.least !== null && (follows || leads);
    const crosses = overlaps && before?.hasEdges === true && part.hasEdges && !(isPaced && follows);
    if (crosses) at -= CUT_FRAMES;
    const frames = isPaced ? untilBeat(part, at, onFrames) : part.frames;
    const place = !follows ? 'first' : leads ? 'inner' : 'last';
    const sequence = (follows ? paced.at(-1)?.sequence : undefined) ?? index;
    paced.push(isPaced ? { frames, place, sequence } : null);
    at += frames;
  }
  return paced;
}

function untilBeat({ frames, least }: PacedPart, at: number, beats: readonly number[]): number {
  const shown = least ?? frames;
  const beat = beats.find((each) => each >= at + shown);
  return beat === undefined || beat - at > Math.max(frames, shown) + MOST_HELD ? shown : beat - at;
}
