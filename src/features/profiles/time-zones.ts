/** The zone's own name (`europe/berlin` is `Europe/Berlin`); null for what is none, an offset among it. */
export function canonicalZone(name: string): string | null {
  if (!/^[A-Za-z]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
