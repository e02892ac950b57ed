/** Stop words. */
const IDLE = new Set(
  'a about an and are can do does for from get how i in is it my of on or the to we what when where why with you'.split(
    ' ',
  ),
);

/** Words in lower case, without accents and apostrophes. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Gives "videos" and "video", "uploading" and "upload" the same stem. */
export function stem(word: string): string {
  return word.length > 4 ? word.replace(/(ings?|ed|es|s)$/, '') : word;
}

/** Unique stems of the search words, without stop words. */
export function searchStems(text: string): string[] {
  const telling = wordsOf(text).filter((word) => !IDLE.has(word));
  return [...new Set(telling.map(stem))];
}
