import { CUT_FRAMES, canBeCut, edgeFrames, GOP_FRAMES } from './segment-format.ts';

/** A crossfade to another picture. Changes are in order and don't overlap. */
export interface Change {
  /** First frame of the change. */
  at: number;
  /** Duration in frames. */
  takes: number;
  /** Index of the new picture. */
  to: number;
}

/** Timeline of a still segment: starts with picture 0, black at both ends. Lengths in frames. */
export interface StillScript {
  frames: number;
  changes: readonly Change[];
  fadeIn: number;
  fadeOut: number;
}

/** GOPs that are encoded once and repeated `times` times. */
export interface Piece {
  frames: number;
  times: number;
}

/** Frames with one picture (`from` equals `to`) or a change between two. */
export interface Span {
  from: number;
  to: number;
  frames: number;
}

export interface StillPlan {
  /** Spans to encode, in order. */
  spans: Span[];
  /** How the encoded spans are cut and repeated. Each piece but the last is of whole GOPs. */
  pieces: Piece[];
}

/** The script of one still picture, with optional changes. */
export function standing(frames: number, changes: readonly Change[] = []): StillScript {
  return { frames, changes, fadeIn: edgeFrames(frames), fadeOut: edgeFrames(frames) };
}

interface PlacedPiece extends Piece {
  start: number;
  moves: boolean;
}

/** Encodes one GOP of each still picture that lasts several, and every GOP with movement. */
export function planStill(script: StillScript): StillPlan {
  const pieces = piecesOf(script);
  const spans = pieces.flatMap(({ start, frames }) => spansOf(script, start, start + frames));
  return { pieces: pieces.map(({ frames, times }) => ({ frames, times })), spans: joined(spans) };
}

function piecesOf({ frames, changes, fadeIn, fadeOut }: StillScript): PlacedPiece[] {
  // A GOP with a cut is encoded by itself, as its key frame must not be repeated.
  const cut = canBeCut(frames) ? CUT_FRAMES : 0;
  const moving = [
    { start: 0, end: Math.max(fadeIn, cut) },
    ...changes.map(({ at, takes }) => ({ start: at, end: at + takes })),
    { start: frames - Math.max(fadeOut, cut), end: frames },
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

/** Drops empty spans and merges adjacent spans of the same picture. */
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
