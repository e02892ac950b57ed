/** Where marks wait, for the life of the tab, until a page can ask for consent. */
const HELD = 'vd.marks';

/** Marks as a query; null if none wait. */
export function readHeld(): string | null {
  try {
    return sessionStorage.getItem(HELD);
  } catch {
    return null;
  }
}

/** Without storage nothing waits, and nobody is asked. */
export function writeHeld(marks: string | null): void {
  try {
    if (marks === null) sessionStorage.removeItem(HELD);
    else sessionStorage.setItem(HELD, marks);
  } catch {
    // Private windows of old browsers.
  }
}
