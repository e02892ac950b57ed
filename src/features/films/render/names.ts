/** A person's name on one line, or kind words where there is none. */
export function shownName(name: string): string {
  return name.replace(/[\s\p{Cc}]+/gu, ' ').trim() || 'A friend';
}
