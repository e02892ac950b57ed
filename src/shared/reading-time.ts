import { READING } from './limits.ts';

/** Words of a text in any script: where none are written apart, as in Chinese or Thai, a dictionary finds them. */
export function countWords(text: string): number {
  // Firefox before 125 has no segmenter.
  if (!('Segmenter' in Intl)) return text.split(/\s+/).filter(Boolean).length;
  const parts = new Intl.Segmenter('en', { granularity: 'word' }).segment(text);
  return [...parts].filter(({ isWordLike }) => isWordLike).length;
}

/** Seconds that a text card stays on the screen: long enough to be read aloud once. */
export function readingTime(text: string): number {
  const { start, wordsPerSecond, min, max } = READING;
  return Math.min(max, Math.max(min, start + countWords(text) / wordsPerSecond));
}
