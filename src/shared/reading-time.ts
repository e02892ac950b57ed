import { READING } from './limits.ts';

/** Counts words in any script; where words aren't separated, as in Chinese or Thai, `Intl.Segmenter` finds them. */
export function countWords(text: string): number {
  // Firefox before 125 has no `Intl.Segmenter`.
  if (!('Segmenter' in Intl)) return text.split(/\s+/).filter(Boolean).length;
  const parts = new Intl.Segmenter('en', { granularity: 'word' }).segment(text);
  return [...parts].filter(({ isWordLike }) => isWordLike).length;
}

/** Seconds that a text card is shown: enough to read it aloud once. */
export function readingTime(text: string): number {
  const { start, wordsPerSecond, min, max } = READING;
  return Math.min(max, Math.max(min, start + countWords(text) / wordsPerSecond));
}
