/** What stands for one of the provider's invoices with our invoices and in the ledger. */
export function sourceOf(invoiceId: string): string {
  return `membership:${invoiceId}`;
}
