import { InvoiceModel, type StoredInvoice } from './invoice.model.ts';

/** Credit notes of payments, without those whose refund the bank didn’t take. @param sources of the invoices */
export async function keptCredits(sources: readonly string[]): Promise<StoredInvoice[]> {
  const credits = await InvoiceModel.find({ corrects: { $in: sources } }).lean<StoredInvoice[]>();
  const failedOf = ({ source }: StoredInvoice) => source.replace('refund:', 'refund-failed:');
  const failed = await InvoiceModel.find({ source: { $in: credits.map(failedOf) } }).lean<StoredInvoice[]>();
  return credits.filter((credit) => !failed.some(({ source }) => source === failedOf(credit)));
}
