import { listNames } from './format.ts';

/** Maximum characters, as of one name. A literal, because the limits module is too large for small pages. */
const LONGEST = 80;

interface Named {
  name?: string | null;
  with?: readonly string[] | null;
}

/** First word of the name of an event's creator, as guests call them; null without one. */
export function hostOf({ creatorName }: { creatorName: string | null }): string | null {
  return creatorName?.trim().split(/\s+/)[0] || null;
}

/** "Jonas", "Jonas and Mia", or "Jonas and 4 more" when all names are longer than one name may be. */
export function bylineOf(contributor: Named | null | undefined): string {
  const name = contributor?.name ?? '';
  const others = contributor?.with ?? [];
  const all = listNames([name, ...others]);
  return all.length <= LONGEST || others.length === 0 ? all : `${name} and ${others.length} more`;
}
