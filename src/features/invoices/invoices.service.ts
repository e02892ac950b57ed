import { Types } from 'mongoose';
import { startingWith } from '../../platform/database/search-words.ts';
import { isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { partyOf } from './billing.service.ts';
import { InvoiceModel, type StoredInvoice } from './invoice.model.ts';
import { keptRefunds } from './kept-refunds.ts';
import { numberInvoice } from './numbering.ts';

/** A payment that an invoice is made out for. Amounts in cents. */
export interface Billed {
  /** What it is for, such as `payment:cs_123`: a second call for it changes nothing. */
  source: string;
  userId: string;
  /** Null for what belongs to no event. */
  eventId: string | null;
  /** Labels name neither the recipient nor the gift. */
  lines: { label: string; quantity: number; amount: number }[];
  /** Included in the total. */
  tax: number;
  total: number;
  /** ISO 4217 in upper case. */
  currency: string;
  cardLast4: string | null;
  paidAt: Date;
}

/** Makes out an invoice, once for each source. */
export async function issueInvoice(billed: Billed): Promise<void> {
  await issue({ ...billed, kind: 'invoice', corrects: null });
}

/** Makes out a credit note for an invoice, once for each source. @param billed with negative amounts */
export async function issueCredit(billed: Billed, corrects: string): Promise<void> {
  await issue({ ...billed, kind: 'credit', corrects });
}

interface CreditedRefund {
  /** Id of the refund. */
  id: string;
  /** Cents. */
  amount: number;
  /** The bank did not take it: the money stayed with us. */
  isFailed: boolean;
  at: Date;
}

/**
 * Makes out a credit note for a refund of an invoice; for one that failed, an invoice again. Idempotent.
 * @returns whose invoice it is, null if there is none
 */
export async function creditRefundOf(
  source: string,
  { id, amount, isFailed, at }: CreditedRefund,
): Promise<{ userId: string; currency: string } | null> {
  const invoice = await InvoiceModel.findOne({ source }).lean<StoredInvoice>();
  if (!invoice) return null;
  const { currency, cardLast4 = null, eventId } = invoice;
  const userId = String(invoice.userId);
  // Of the invoice's tax, what is in this part of it.
  const tax = Math.round((invoice.tax * amount) / Math.max(1, invoice.total));
  const billed = { userId, eventId: eventId ? String(eventId) : null, currency, cardLast4, paidAt: at };
  const credit = `refund:${id}`;
  if (!isFailed) {
    const lines = [{ label: 'Refund', quantity: 1, amount: -amount }];
    await issueCredit({ ...billed, source: credit, lines, tax: -tax, total: -amount }, source);
  } else if (await isIssued(credit)) {
    const lines = [{ label: 'Refund that the bank didn’t take', quantity: 1, amount }];
    await issueInvoice({ ...billed, source: `refund-failed:${id}`, lines, tax, total: amount });
  }
  return { userId, currency };
}

/** A payment that was billed, with what went back of it by credit notes. Amounts in cents. */
export interface BilledPayment {
  source: string;
  label: string;
  total: number;
  currency: string;
  returned: number;
  paidAt: Date;
}

/** Payments of a user that were billed with such a source, newest first. @param prefix of the source */
export async function paymentsBilled(userId: string, prefix: string, limit: number): Promise<BilledPayment[]> {
  const own = { userId: new Types.ObjectId(userId), kind: 'invoice' as const };
  const invoices = await InvoiceModel.find({ ...own, source: startingWith(prefix) })
    .sort({ _id: -1 })
    .limit(limit)
    .lean<StoredInvoice[]>();
  const refunds = await keptRefunds(invoices.map(({ source }) => source));
  return invoices.map(({ source, lines, total, currency, paidAt }) => ({
    source,
    label: lines[0]?.label ?? '',
    total,
    currency,
    returned: refunds.filter(({ corrects }) => corrects === source).reduce((sum, refund) => sum - refund.total, 0),
    paidAt,
  }));
}

/** Whether there is an invoice or credit note for this. */
async function isIssued(source: string): Promise<boolean> {
  return (await InvoiceModel.exists({ source })) !== null;
}

async function issue(content: Billed & { kind: 'invoice' | 'credit'; corrects: string | null }): Promise<void> {
  const { source, userId } = content;
  const known = await InvoiceModel.findOne({ source }, { _id: 1 }).lean<{ _id: Types.ObjectId }>();
  if (known) return numberInvoice(known._id);
  try {
    const seller = platform().config.seller;
    const created = await InvoiceModel.create({
      ...content,
      buyer: await buyerOf(content.corrects, userId),
      seller: { name: seller.name, address: seller.address, taxId: seller.taxId, email: seller.email },
    });
    await numberInvoice(created._id);
  } catch (error) {
    // Another process was faster, and it or the rescue gives it a number.
    if (!isDuplicateKey(error)) throw error;
  }
}

/** A credit note has the buyer of its invoice. */
async function buyerOf(corrects: string | null, userId: string) {
  const invoice = corrects && (await InvoiceModel.findOne({ source: corrects }).lean<StoredInvoice>());
  return invoice ? invoice.buyer : partyOf(userId);
}
