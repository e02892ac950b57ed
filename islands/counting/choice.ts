/** Consent to analytics in this browser; `asked`: asked, but not answered. */
export type CountingChoice = 'yes' | 'no' | 'asked';

const CHOICE = 'vd.counting';
const CLIENT = 'vd.analyticsClientId';

declare global {
  interface Navigator {
    /** Not in every browser. */
    globalPrivacyControl?: boolean;
  }
}

/** Whether the browser sends Do Not Track or GPC: then nothing is counted and nobody is asked. */
export function refusesTracking(): boolean {
  return navigator.globalPrivacyControl === true || navigator.doNotTrack === '1';
}

/** Null: not asked yet. */
export function countingChoice(): CountingChoice | null {
  const kept = read(CHOICE);
  return kept === 'yes' || kept === 'no' || kept === 'asked' ? kept : null;
}

/** Stores the answer; `no` deletes the browser's id. */
export function keepChoice(choice: CountingChoice): void {
  write(CHOICE, choice);
  if (choice === 'no') write(CLIENT, null);
}

/** This browser's random id, created on first use. Only after consent. */
export function analyticsClientId(): string {
  const kept = read(CLIENT);
  if (kept) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  write(CLIENT, made);
  return made;
}

/** Whether counting is allowed now. */
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

/** Without storage, the answer lasts for this page. */
function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // The next page asks again.
  }
}
