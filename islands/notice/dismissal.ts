/** Key in `localStorage` for a dismissed announcement. */
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

/** Without storage, it returns on the next page. */
export function dismiss(id: string): void {
  try {
    localStorage.setItem(dismissalKey(id), '1');
  } catch {
    // Dismissed on this page anyway.
  }
}
