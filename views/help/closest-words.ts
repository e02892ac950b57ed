/** Minimum length at which two typing errors are tolerated instead of one. */
const LONG = 7;
/** Shorter words have too many similar ones. */
const SHORTEST = 4;

/**
 * The closest of `words` within one or two typing errors of `typed`; none if it is too short or too different. Pure.
 */
export function closest(typed: string, words: Iterable<string>): string[] {
  if (typed.length < SHORTEST) return [];
  let best = typed.length < LONG ? 1 : 2;
  let found: string[] = [];
  for (const word of words) {
    if (word.length < SHORTEST || Math.abs(word.length - typed.length) > best) continue;
    const distance = slips(typed, word);
    if (distance > best) continue;
    if (distance < best) found = [];
    best = distance;
    found.push(word);
  }
  return found;
}

/** Damerau-Levenshtein distance. */
function slips(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
