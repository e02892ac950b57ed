/** A name on one line, or a friendly fallback. */
export function shownName(name: string): string {
  return name.replace(/[\s\p{Cc}]+/gu, ' ').trim() || 'A friend';
}
