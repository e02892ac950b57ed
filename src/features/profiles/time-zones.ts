/** The canonical name (`Europe/Berlin` for `europe/berlin`); null for anything else, such as an offset. */
export function canonicalZone(name: string): string | null {
  if (!/^[A-Za-z]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
