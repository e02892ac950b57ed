import type { SpokenSegment } from '../../integrations/transcribe.ts';
import { type Cue, tidyCues } from '../../shared/captions.ts';

/** Characters of two lines, and seconds, that are read in one go. */
const MOST_CHARACTERS = 84;
const MOST_SECONDS = 7;

/**
 * Captions of what a service heard, in order and short enough to be read. Its times may be out of order, overlap, or
 * lie after the end.
 * @param whole seconds of the recording
 */
export function cuesOfTranscript(segments: readonly SpokenSegment[], whole: number): Cue[] {
  const usable = segments.filter(({ start, end, text }) => start >= 0 && end > start && text.trim() !== '');
  return tidyCues(usable.flatMap(shortened), whole);
}

/** Its time is shared by the lengths of its parts. */
function shortened({ start, end, text }: SpokenSegment): Cue[] {
  const words = text.trim().replace(/\s+/g, ' ');
  const parts = Math.max(Math.ceil(words.length / MOST_CHARACTERS), Math.ceil((end - start) / MOST_SECONDS));
  const pieces = piecesOf(words, Math.ceil(words.length / parts));
  const total = pieces.reduce((sum, { length }) => sum + length, 0);
  let said = 0;
  return pieces.map((piece) => {
    const at = (characters: number) => start + ((end - start) * characters) / total;
    const cue = { start: at(said), end: at(said + piece.length), text: piece };
    said += piece.length;
    return cue;
  });
}

/** Text in pieces of about `most` characters, between words where there are any. */
function piecesOf(text: string, most: number): string[] {
  const pieces: string[] = [];
  for (const word of text.split(/(?<=[\s、。，！？])/u)) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + word.length <= most + 1) pieces[pieces.length - 1] = last + word;
    else pieces.push(...(word.length > MOST_CHARACTERS ? cutUp(word) : [word]));
  }
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}

/** By characters as people see them: an emoji of several stays whole. */
function cutUp(word: string): string[] {
  const seen = [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment);
  const pieces: string[] = [];
  for (let at = 0; at < seen.length; at += MOST_CHARACTERS / 2) {
    pieces.push(seen.slice(at, at + MOST_CHARACTERS / 2).join(''));
  }
  return pieces;
}
