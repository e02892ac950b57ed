/** Words that say nothing about what is looked for. */
const IDLE = new Set(
  'a about an and are can do does for from get how i in is it my of on or the to we what when where why with you'.split(
    ' ',
  ),
);

/** Lower case, accents and apostrophes gone, as words. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** "videos" and "video", "uploading" and "upload" meet in their beginning. */
export function stem(word: string): string {
  return word.length > 4 ? word.replace(/(ings?|ed|es|s)$/, '') : word;
}

/** What is looked for: the stems of the words that say something, each once. */
export function searchStems(text: string): string[] {
  const telling = wordsOf(text).filter((word) => !IDLE.has(word));
  return [...new Set(telling.map(stem))];
}
