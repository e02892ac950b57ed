import { createHash } from 'node:crypto';
import { CUT_FRAMES, FRAME_RATE, GOP_FRAMES, PIPELINE_VERSION } from '../../../platform/ffmpeg/segment-format.ts';
import type { Cue } from '../../../shared/captions.ts';
import { captionMark, type FilmTheme } from '../../themes/themed-cards.service.ts';
import type { NamePlate } from './name-plates.ts';

/** Part of every key with captions. Raise it when equal captions would look different. */
const CAPTIONS_VERSION = 1;

/** Captions that go on and on are made in pieces of this many frames, so that a corrected word makes one of them again. */
const LONGEST = 10 * GOP_FRAMES;
/** A piece at the end of a clip must be long enough to be cut there. */
const LEAST = GOP_FRAMES;

/** What is said, in frames of its piece. */
export interface ShownCue {
  from: number;
  to: number;
  text: string;
  /** Above the names, which are there when it begins. */
  isRaised: boolean;
}

/** A part of a clip with names or captions over it, before it is drawn; it takes the place of these frames. */
export interface Overlaid {
  key: string;
  /** First frame of the clip, and how many. */
  from: number;
  frames: number;
  /** The names that are shown in it. */
  plate: NamePlate | null;
  /** Names of the same clip, above which raised captions stand. */
  names: NamePlate | null;
  cues: readonly ShownCue[];
  theme: FilmTheme | null;
}

/** What is said at an edge of a clip, in frames of that edge. */
export interface SaidAtEdge {
  cues: readonly ShownCue[];
  /** Names of the clip, above which raised captions stand. */
  names: NamePlate | null;
  theme: FilmTheme | null;
}

export interface OverlaidClip {
  key: string;
  frames: number;
  plate: NamePlate | null;
  /** In seconds of the clip; none if they are not wanted in the picture. */
  cues: readonly Cue[];
}

/**
 * The parts of a clip that are made again with what is over them, in order. They begin and end at key frames of the
 * clip, whose other packets are copied.
 */
export function overlaidParts({ key, frames, plate, cues }: OverlaidClip, theme: FilmTheme | null): Overlaid[] {
  const named = plate?.frames ?? 0;
  const shown = shownCues({ frames, plate, cues });
  const ranges = [...(plate ? [{ from: 0, to: named }] : []), ...rangesOf(shown, named, frames)];
  return ranges.map(({ from, to }, index) => {
    const own = within(shown, from, to);
    const part = { from, frames: to - from, cues: own, theme };
    const first = index === 0 ? plate : null;
    if (first && own.length === 0) return { ...part, key: first.key, plate, names: plate };
    const names = own.some(({ isRaised }) => isRaised) ? plate : null;
    const facts = [PIPELINE_VERSION, CAPTIONS_VERSION, key, from, to, captionMark(theme), own, names?.key];
    const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 35);
    return { ...part, key: `said-${hash}`, plate: first, names };
  });
}

/** What is said in the first and last frames of a clip, which a transition may show instead; null where nothing is. */
export function saidAtEdges(
  { frames, plate, cues }: Omit<OverlaidClip, 'key'>,
  theme: FilmTheme | null,
): { head: SaidAtEdge | null; tail: SaidAtEdge | null } {
  const shown = shownCues({ frames, plate, cues });
  const edge = (from: number): SaidAtEdge | null => {
    const own = within(shown, from, from + CUT_FRAMES);
    const names = own.some(({ isRaised }) => isRaised) ? plate : null;
    return own.length === 0 ? null : { cues: own, names, theme };
  };
  return { head: edge(0), tail: edge(frames - CUT_FRAMES) };
}

/** Part of the key of what shows these captions; nothing without any. */
export function saidMark(said: SaidAtEdge | null): unknown[] {
  return said ? [CAPTIONS_VERSION, captionMark(said.theme), said.cues, said.names?.key ?? null] : [];
}

/** Captions in frames of their clip. */
function shownCues({ frames, plate, cues }: Omit<OverlaidClip, 'key'>): ShownCue[] {
  const named = plate?.frames ?? 0;
  return cues.flatMap(({ start, end, text }) => {
    const [from, to] = [Math.round(start * FRAME_RATE), Math.min(frames, Math.round(end * FRAME_RATE))];
    return to > from ? [{ from, to, text, isRaised: from < named }] : [];
  });
}

/** Those of these frames, counted from the first of them. */
function within(cues: readonly ShownCue[], from: number, to: number): ShownCue[] {
  return cues
    .filter((cue) => cue.from < to && cue.to > from)
    .map((cue) => ({ ...cue, from: Math.max(0, cue.from - from), to: Math.min(to, cue.to) - from }));
}

interface Range {
  from: number;
  to: number;
}

/** Whole GOPs with captions after frame `after`, joined where they touch. */
function rangesOf(cues: readonly Range[], after: number, frames: number): Range[] {
  const ranges: Range[] = [];
  for (const cue of cues) {
    if (cue.to <= after) continue;
    const up = Math.ceil(cue.to / GOP_FRAMES) * GOP_FRAMES;
    const to = frames - up < LEAST ? frames : up;
    const down = Math.floor(cue.from / GOP_FRAMES) * GOP_FRAMES;
    const from = Math.max(after, frames - down < LEAST ? down - GOP_FRAMES : down);
    const last = ranges.at(-1);
    if (last && last.to >= from) last.to = Math.max(last.to, to);
    else ranges.push({ from, to });
  }
  return ranges.flatMap(shortened);
}

/** The same frames in pieces that do not depend on where the range begins. */
function shortened({ from, to }: Range): Range[] {
  const next = (Math.floor(from / LONGEST) + 1) * LONGEST;
  if (to - next < LEAST) return [{ from, to }];
  return [{ from, to: next }, ...shortened({ from: next, to })];
}
