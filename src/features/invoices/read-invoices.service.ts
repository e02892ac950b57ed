import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { type Invoice, invoicePdf } from '../../shared/contracts/invoices.ts';
import { drawInvoice } from './draw-invoice.ts';
import { InvoiceModel, type StoredInvoice } from './invoice.model.ts';
import { invoiceTitle } from './invoice-words.ts';
import { keptRefunds } from './kept-refunds.ts';

type Found = StoredInvoice & { _id: Types.ObjectId };

/** A user's invoices and credit notes, newest first. @param cursor id of the last one seen */
export async function listInvoicesOf(
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const own = { userId: new Types.ObjectId(userId), number: { $gt: '' } };
  const after = cursor && Types.ObjectId.isValid(cursor) ? { _id: { $lt: new Types.ObjectId(cursor) } } : {};
  const [found, total] = await Promise.all([
    InvoiceModel.find({ ...own, ...after })
      .sort({ _id: -1 })
      .limit(limit + 1)
      .lean<Found[]>(),
    InvoiceModel.countDocuments(own),
  ]);
  const shown = found.slice(0, limit);
  const nextCursor = found.length > limit ? String(shown.at(-1)?._id) : null;
  return { invoices: await withCredits(shown), total, nextCursor };
}

/** All invoices of a user, for the data export. */
export async function exportInvoices(userId: string): Promise<Invoice[]> {
  const found = await InvoiceModel.find({ userId: new Types.ObjectId(userId) })
    .sort({ _id: -1 })
    .lean<Found[]>();
  return withCredits(found);
}

/** The PDF of a user's own invoice. NOT_FOUND for others. */
export async function invoiceFile(id: string, userId: string): Promise<{ name: string; pdf: Buffer }> {
  const invoice = Types.ObjectId.isValid(id) ? await InvoiceModel.findById(id).lean<Found>() : null;
  if (!invoice?.number || String(invoice.userId) !== userId) {
    throw new AppError('NOT_FOUND', { message: 'There is no such invoice.' });
  }
  const [corrected, [dto]] = await Promise.all([
    invoice.corrects ? InvoiceModel.findOne({ source: invoice.corrects }).lean<Found>() : null,
    withCredits([invoice]),
  ]);
  const pdf = await drawInvoice(invoice, { corrects: corrected?.number ?? null, status: dto?.status ?? 'paid' });
  return { name: `${invoice.number}.pdf`, pdf };
}

async function withCredits(found: readonly Found[]): Promise<Invoice[]> {
  const [refunds, corrected] = await Promise.all([
    keptRefunds(found.map(({ source }) => source)),
    InvoiceModel.find({ source: { $in: found.flatMap(({ corrects }) => corrects ?? []) } }).lean<Found[]>(),
  ]);
  const numbers = new Map(corrected.map(({ source, number }) => [source, number]));
  return found.map((each) => {
    const own = refunds.filter(({ corrects }) => corrects === each.source);
    const returned = own.reduce((sum, { total }) => sum - total, 0);
    return toInvoice(each, {
      isReturned: each.kind === 'credit' || (each.total > 0 && returned >= each.total),
      corrects: each.corrects ? (numbers.get(each.corrects) ?? null) : null,
    });
  });
}

function toInvoice(stored: Found, { isReturned, corrects }: { isReturned: boolean; corrects: string | null }): Invoice {
  const { _id, number, issuedAt, createdAt, kind, lines, tax, total, currency, cardLast4, eventId } = stored;
  return {
    id: String(_id),
    number: number ?? '',
    issuedAt: (issuedAt ?? createdAt).toISOString(),
    kind,
    title: invoiceTitle(stored, corrects),
    lines: lines.map(({ label, quantity, amount }) => ({ label, quantity, amount })),
    subtotal: total - tax,
    tax,
    total,
    currency,
    status: isReturned ? 'refunded' : 'paid',
    cardLast4: cardLast4 ?? null,
    pdfUrl: invoicePdf(String(_id)),
    eventId: eventId ? String(eventId) : null,
  };
}
