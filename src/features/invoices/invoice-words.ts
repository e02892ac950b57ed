import type { StoredInvoice } from './invoice.model.ts';

/** "Plus, film of 8 min, and 2 more", "Credit for VD-2026-00377". */
export function invoiceTitle({ kind, lines }: Pick<StoredInvoice, 'kind' | 'lines'>, corrects: string | null): string {
  if (kind === 'credit') return corrects ? `Credit for ${corrects}` : 'Credit';
  const bought = lines.filter(({ amount }) => amount > 0);
  const first = bought[0]?.label ?? 'VidDay';
  return bought.length > 1 ? `${first}, and ${bought.length - 1} more` : first;
}
