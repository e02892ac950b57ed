import { edgeFrames, GOP_FRAMES } from './segment-format.ts';

/** Another picture comes softly in place of the one before. Changes follow each other and don't overlap. */
export interface Change {
  /** The frame before which nothing of it can be seen. */
  at: number;
  /** Frames until the picture is there. */
  takes: number;
  /** Index of the picture. */
  to: number;
}

/** What is seen when: picture 0 first, black at both ends. Lengths in frames. */
export interface StillScript {
  frames: number;
  changes: readonly Change[];
  fadeIn: number;
  fadeOut: number;
}

/** GOPs that are encoded once and shown `times` times in a row. */
export interface Piece {
  frames: number;
  times: number;
}

/** Frames in which one picture stands (`from` is `to`), or changes into another. */
export interface Span {
  from: number;
  to: number;
  frames: number;
}

export interface StillPlan {
  /** What is encoded, in order. */
  spans: Span[];
  /** How that is cut and repeated. Each piece but the last is of whole GOPs. */
  pieces: Piece[];
}

/** The script of a picture that just stands there. */
export function standing(frames: number, changes: readonly Change[] = []): StillScript {
  return { frames, changes, fadeIn: edgeFrames(frames), fadeOut: edgeFrames(frames) };
}

interface PlacedPiece extends Piece {
  start: number;
  moves: boolean;
}

/** Of each picture that stands for several GOPs one is encoded; every GOP in which something moves is encoded itself. */
export function planStill(script: StillScript): StillPlan {
  const pieces = piecesOf(script);
  const spans = pieces.flatMap(({ start, frames }) => spansOf(script, start, start + frames));
  return { pieces: pieces.map(({ frames, times }) => ({ frames, times })), spans: joined(spans) };
}

function piecesOf({ frames, changes, fadeIn, fadeOut }: StillScript): PlacedPiece[] {
  const moving = [
    { start: 0, end: fadeIn },
    ...changes.map(({ at, takes }) => ({ start: at, end: at + takes })),
    { start: frames - fadeOut, end: frames },
  ];
  const pieces: PlacedPiece[] = [];
  for (let start = 0; start < frames; start += GOP_FRAMES) {
    const end = Math.min(start + GOP_FRAMES, frames);
    const moves = moving.some((each) => each.start < end && each.end > start);
    const last = pieces.at(-1);
    if (moves && last?.moves) last.frames += end - start;
    else if (!moves && last && !last.moves && end - start === GOP_FRAMES) last.times += 1;
    else pieces.push({ start, frames: end - start, times: 1, moves });
  }
  return pieces;
}

function spansOf({ changes }: StillScript, start: number, end: number): Span[] {
  const spans: Span[] = [];
  let shown = 0;
  let at = start;
  for (const change of changes) {
    if (change.at >= end) break;
    if (change.at >= start) {
      spans.push({ from: shown, to: shown, frames: change.at - at });
      spans.push({ from: shown, to: change.to, frames: change.takes });
      at = change.at + change.takes;
    }
    shown = change.to;
  }
  return [...spans, { from: shown, to: shown, frames: end - at }];
}

/** Without empty spans; those that follow each other with one picture become one. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (span.frames === 0) continue;
    if (last && last.from === last.to && span.from === span.to && span.to === last.to) last.frames += span.frames;
    else result.push({ ...span });
  }
  return result;
}
