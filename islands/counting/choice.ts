/** What somebody answered, on this browser, when asked whether they may be counted; `asked` where they have not yet. */
export type CountingChoice = 'yes' | 'no' | 'asked';

const CHOICE = 'vd.counting';
const CLIENT = 'vd.analyticsClientId';

/** The browser asks for its owner not to be tracked: then nothing is counted, and nobody is asked. */
export function refusesTracking(): boolean {
  const asked = navigator as { globalPrivacyControl?: boolean; doNotTrack?: string | null };
  return asked.globalPrivacyControl === true || asked.doNotTrack === '1';
}

/** Null where nobody was asked yet. */
export function countingChoice(): CountingChoice | null {
  const kept = read(CHOICE);
  return kept === 'yes' || kept === 'no' || kept === 'asked' ? kept : null;
}

/** Keeps the answer; with `no`, the browser's number is forgotten. */
export function keepChoice(choice: CountingChoice): void {
  write(CHOICE, choice);
  if (choice === 'no') write(CLIENT, null);
}

/** This browser's number, made at its first use. Only after a yes. */
export function analyticsClientId(): string {
  const kept = read(CLIENT);
  if (kept) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  write(CLIENT, made);
  return made;
}

/** May anything of this browser's owner be counted now? */
export function mayCount(): boolean {
  return !refusesTracking() && countingChoice() === 'yes';
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Where a browser keeps nothing, the answer holds for this page. */
function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // The next page asks again.
  }
}
