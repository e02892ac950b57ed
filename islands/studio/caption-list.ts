import type { Cue } from '../../src/shared/captions.ts';
import { CAPTIONS } from '../../src/shared/studio-limits.ts';
import { precise } from './edit-words.ts';

/* Changes of a list of captions, which is in order and without overlaps. They return the list itself where there is no room. */

/** Seconds of a new caption. */
const NEW = 3;

/** The caption at a moment. */
export function cueAt(cues: readonly Cue[] = [], at: number): Cue | undefined {
  return cues.find(({ start, end }) => at >= start && at < end);
}

/** With an empty caption at a moment, or behind the one that is shown then. @param whole seconds of the clip */
export function withNew(cues: readonly Cue[], at: number, whole: number): readonly Cue[] {
  const start = precise(cueAt(cues, at)?.end ?? at);
  const next = cues.find((cue) => cue.start >= start)?.start ?? whole;
  const end = precise(Math.min(start + NEW, next));
  if (end - start < CAPTIONS.least || cues.length >= CAPTIONS.perClip) return cues;
  return [...cues, { start, end, text: '' }].sort((a, b) => a.start - b.start);
}

/** With other words, or other times as far as its neighbours leave room. */
export function withCue(cues: readonly Cue[], index: number, change: Partial<Cue>, whole: number): Cue[] {
  const first = cues[index - 1]?.end ?? 0;
  const last = cues[index + 1]?.start ?? whole;
  return cues.map((cue, at) => {
    if (at !== index) return cue;
    const next = { ...cue, ...change };
    const start = Math.max(first, Math.min(next.start, last - CAPTIONS.least));
    const end = Math.min(last, Math.max(next.end, start + CAPTIONS.least));
    return { ...next, start: precise(start), end: precise(end) };
  });
}

/** Cut in two at a place in its words; its time is shared by their lengths. */
export function splitAt(cues: readonly Cue[], index: number, place: number): readonly Cue[] {
  const cue = cues[index];
  if (!cue) return cues;
  const [before, after] = [cue.text.slice(0, place).trim(), cue.text.slice(place).trim()];
  const share = before.length / Math.max(1, before.length + after.length);
  const middle = precise(cue.start + (cue.end - cue.start) * Math.min(0.9, Math.max(0.1, share)));
  const isTooShort = Math.min(middle - cue.start, cue.end - middle) < CAPTIONS.least;
  if (isTooShort || before === '' || after === '' || cues.length >= CAPTIONS.perClip) return cues;
  const halves = [
    { start: cue.start, end: middle, text: before },
    { start: middle, end: cue.end, text: after },
  ];
  return replaced(cues, index, 1, ...halves);
}

/** Joined with the next one. */
export function joinedWithNext(cues: readonly Cue[], index: number): readonly Cue[] {
  const [cue, next] = [cues[index], cues[index + 1]];
  const text = [cue?.text.trim(), next?.text.trim()].filter(Boolean).join(' ');
  if (!cue || !next || text.length > CAPTIONS.text) return cues;
  return replaced(cues, index, 2, { start: cue.start, end: next.end, text });
}

/** With others in place of some. */
export function replaced(cues: readonly Cue[], from: number, count: number, ...others: Cue[]): Cue[] {
  return [...cues.slice(0, from), ...others, ...cues.slice(from + count)];
}

/** Seconds of a typed time such as 1:03.2 or 63.2; null if it is none. */
export function typedTime(typed: string): number | null {
  const match = /^\s*(?:(\d{1,3}):)?(\d{1,5}(?:[.,]\d{1,3})?)\s*$/.exec(typed);
  return match ? Number(match[1] ?? 0) * 60 + Number(match[2]?.replace(',', '.')) : null;
}
