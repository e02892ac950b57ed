import type { Types } from 'mongoose';
import { isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { CounterModel, InvoiceModel, type StoredCounter, type StoredInvoice } from './invoice.model.ts';

/* Numbers without gaps, in the order of their dates, from any number of processes that may crash between two writes:
   the counter names the invoice that its last number goes to, and the process that finds it there finishes that first. */

/** Numbers a stored invoice. Idempotent; also finishes what a crash left. */
export async function numberInvoice(id: Types.ObjectId): Promise<void> {
  for (;;) {
    const invoice = await InvoiceModel.findById(id, { number: 1 }).lean<StoredInvoice>();
    if (!invoice || invoice.number) return;
    const counter = await counterOf(new Date().getUTCFullYear());
    if (counter.holder) await finish(counter);
    else {
      await CounterModel.updateOne(
        { _id: counter._id, holder: null, last: counter.last },
        { $set: { holder: id, at: new Date() }, $inc: { last: 1 } },
      );
    }
  }
}

/** Numbers what a crash left without one. */
export async function rescueNumbers(): Promise<void> {
  const left = await InvoiceModel.find({ number: null }, { _id: 1 })
    .sort({ createdAt: 1 })
    .lean<{ _id: Types.ObjectId }[]>();
  for (const { _id } of left) await numberInvoice(_id);
}

async function counterOf(year: number): Promise<StoredCounter> {
  const known = await CounterModel.findById(year).lean<StoredCounter>();
  if (known) return known;
  try {
    return (await CounterModel.create({ _id: year })).toObject();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return counterOf(year);
  }
}

/** Gives the number to its holder. A holder that was numbered by another claim meanwhile returns it. */
async function finish({ _id, last, holder, at }: StoredCounter): Promise<void> {
  const number = inWords(_id, last);
  await InvoiceModel.updateOne({ _id: holder, number: null }, { $set: { number, issuedAt: at } });
  const invoice = await InvoiceModel.findById(holder, { number: 1 }).lean<StoredInvoice>();
  const isTaken = invoice?.number === number;
  await CounterModel.updateOne(
    { _id, holder, last },
    { $set: { holder: null }, ...(!isTaken && { $inc: { last: -1 } }) },
  );
}

/** `VD-2026-00418`. */
function inWords(year: number, count: number): string {
  return `${platform().config.seller.prefix}-${year}-${String(count).padStart(5, '0')}`;
}
