import { createHash } from 'node:crypto';
import type { Words } from '../../../platform/draw/lettering.ts';
import { CUT_FRAMES, GOP_FRAMES, PIPELINE_VERSION, secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import { type FilmTheme, plateMark } from '../../themes/themed-cards.service.ts';
import { namesLine } from './card-words.ts';
import { shownName } from './names.ts';

/** Part of every key. Raise it when plates with the same name would look different. */
const PLATE_VERSION = 1;

/** Frames at the beginning of a clip that are made again with its name; the rest of the clip is copied. */
const NAMED_FRAMES = 3 * GOP_FRAMES;
/** In shorter clips a name would be gone before it is read. */
const LEAST_FRAMES = 75;
/** In frames: when the plate is there, after a transition, and how long it comes and goes. */
const SHOWN = { at: CUT_FRAMES + 3, comes: 12, goes: 9 };
/** With more names the plate has the clip's byline. */
const MOST_NAMES = 4;

/** Names over a clip in a theme, before they are drawn. */
export interface NamePlate {
  key: string;
  words: Words;
  theme: FilmTheme | null;
  /** Frames of the clip that it replaces, from the first. */
  frames: number;
}

interface NamedClip {
  key: string;
  frames: number;
  /** All people in it. */
  names: readonly string[];
  /** The same, shortened if there are many. */
  byline: string;
}

/** The names over a clip; null for clips too short to read them, and without names. */
export function namePlate({ key, frames, names, byline }: NamedClip, theme: FilmTheme | null): NamePlate | null {
  const given = names.map((name) => name.trim()).filter((name) => name !== '');
  if (frames < LEAST_FRAMES || given.length === 0) return null;
  const words = given.length > MOST_NAMES ? shownName(byline) : namesLine(given.map(shownName));
  // What is left must be long enough to be cut at its end.
  const replaced = frames < NAMED_FRAMES + 2 * CUT_FRAMES ? frames : NAMED_FRAMES;
  const facts = JSON.stringify([PIPELINE_VERSION, PLATE_VERSION, key, replaced, words, plateMark(theme)]);
  const hash = createHash('sha256').update(facts).digest('hex').slice(0, 35);
  return { key: `name-${hash}`, words, theme, frames: replaced };
}

/** When a plate is seen in the frames that it replaces, in frames. */
export function plateTimes({ frames }: Pick<NamePlate, 'frames'>): typeof SHOWN & { until: number } {
  // A transition may replace the last frames, and the rest of the clip follows without a plate.
  return { ...SHOWN, until: frames === NAMED_FRAMES ? frames - 3 : frames - CUT_FRAMES - 3 };
}

/** What a plate says, and when it comes and is gone, in seconds of its clip. */
export function plateShown(plate: NamePlate): { text: string; from: number; until: number } {
  const pieces = typeof plate.words === 'string' ? [plate.words] : plate.words;
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.unbroken)).join('');
  const { at, until } = plateTimes(plate);
  return { text, from: secondsOfFrames(at), until: secondsOfFrames(until) };
}
