/** Name in `localStorage` under which stands that this announcement was closed. */
export function dismissalKey(id: string): string {
  return `notice:${id}`;
}

export function isDismissed(id: string): boolean {
  try {
    return localStorage.getItem(dismissalKey(id)) !== null;
  } catch {
    return false;
  }
}

/** Where a browser keeps nothing, it comes back with the next page. */
export function dismiss(id: string): void {
  try {
    localStorage.setItem(dismissalKey(id), '1');
  } catch {
    // Closed on this page all the same.
  }
}
