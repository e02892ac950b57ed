import { InvoiceModel, type StoredInvoice } from './invoice.model.ts';

const REFUND = 'refund:';

/**
 * The credit notes of refunds of payments, without refunds that the bank didn’t take. A switch of plans writes a credit note,
 * too, for what pays the next periods: nothing went back by it.
 * @param sources of the invoices
 */
export async function keptRefunds(sources: readonly string[]): Promise<StoredInvoice[]> {
  const credits = await InvoiceModel.find({ corrects: { $in: sources } }).lean<StoredInvoice[]>();
  const refunds = credits.filter(({ source }) => source.startsWith(REFUND));
  const failedOf = ({ source }: StoredInvoice) => source.replace(REFUND, 'refund-failed:');
  const failed = await InvoiceModel.find({ source: { $in: refunds.map(failedOf) } }).lean<StoredInvoice[]>();
  return refunds.filter((refund) => !failed.some(({ source }) => source === failedOf(refund)));
}
