/** Cents of an amount as people type it, such as “20”, “$20.50” or “20,5”; null if it is none. */
export function dollarsToCents(typed: string): number | null {
  const plain = typed
    .trim()
    .replace(/^\$\s*/, '')
    .replace(',', '.');
  return /^\d{1,5}(?:\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}
