import { listNames } from './format.ts';

/** Characters; as long as one name may be. Written out, as the limits weigh too much for small pages. */
const LONGEST = 80;

interface Named {
  name?: string | null;
  with?: readonly string[] | null;
}

/** "Jonas", "Jonas and Mia", or "Jonas and 4 more" where all names would not fit where one does. */
export function bylineOf(contributor: Named | null | undefined): string {
  const name = contributor?.name ?? '';
  const others = contributor?.with ?? [];
  const all = listNames([name, ...others]);
  return all.length <= LONGEST || others.length === 0 ? all : `${name} and ${others.length} more`;
}
