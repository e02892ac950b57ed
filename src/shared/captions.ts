import { cutLength, cutsWithin, editedMoment, type Part, playedPart } from './edited-length.ts';
import { CAPTIONS, EDIT } from './studio-limits.ts';

/** What is said in a part of a clip; times are seconds of the recording, whatever its edit. */
export interface Cue {
  start: number;
  end: number;
  text: string;
}

/** Text without tags such as `<b>`, and without what is left of nested ones. “I <3 you” stays. */
export function withoutTags(text: string): string {
  const without = text.replace(/<\/?[a-z!][^<>]*>/gi, '');
  return without === text ? text : withoutTags(without);
}

/**
 * Captions that can be saved: in order and without overlaps, within a recording of `whole` seconds. What starts together
 * is joined; an earlier one ends where the next starts. Empty and excess ones are left out.
 */
export function tidyCues(cues: readonly Cue[], whole: number = EDIT.secondsMax): Cue[] {
  const tidy: Cue[] = [];
  const inOrder = [...cues].sort((a, b) => a.start - b.start || a.end - b.end);
  for (const { start, end, text } of inOrder) {
    const words = withoutTags(text).trim();
    const next = { start: precise(start), end: precise(Math.min(end, whole)), text: words.slice(0, CAPTIONS.text) };
    if (words === '' || next.end - next.start < 0.001) continue;
    const last = tidy.at(-1);
    if (last && next.start - last.start < CAPTIONS.least) {
      last.text = `${last.text}\n${next.text}`.slice(0, CAPTIONS.text);
      last.end = Math.max(last.end, next.end);
      continue;
    }
    if (last) last.end = Math.min(last.end, next.start);
    tidy.push(next);
  }
  return tidy.slice(0, CAPTIONS.perClip);
}

/**
 * Captions as an edit moves them, in seconds of the film's clip. What was cut off or out is gone.
 * @param whole seconds of the recording; Infinity if unknown
 */
export function editedCues(
  cues: readonly Cue[],
  whole: number,
  edit: { trim?: Part | undefined; cuts?: readonly Part[] | undefined; speed?: number | undefined },
): Cue[] {
  const part = playedPart(whole, edit);
  const cuts = cutsWithin(part, edit.cuts);
  return cues.flatMap(({ start, end, text }) => {
    const shown = { start: Math.max(start, part.start), end: Math.min(end, part.end) };
    const gone = cuts.map((cut) => ({ start: Math.max(cut.start, shown.start), end: Math.min(cut.end, shown.end) }));
    // A sliver of a caption would only flash.
    if (shown.end - shown.start - cutLength(gone) < Math.min(CAPTIONS.least, end - start) - 1e-6) return [];
    const at = (moment: number) => precise(editedMoment(whole, edit, moment));
    return [{ start: at(shown.start), end: at(shown.end), text }];
  });
}

function precise(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
