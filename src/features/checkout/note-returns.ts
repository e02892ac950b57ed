import type { Dispute, Refund } from '../../integrations/stripe.ts';
import { post } from '../orders/ledger.service.ts';
import { type LedgerEntry, move } from '../orders/ledger-entries.service.ts';
import { PaymentModel, type StoredPayment } from './payment.model.ts';

/* What goes back of a payment is first what was not due, by us, by staff or by a bank, and then what was sold. */

type Returns = Pick<StoredPayment, 'excess' | 'refunds' | 'disputes'>;

/** Cents of a payment that were not due and have not gone back. */
export function stillOwed({ excess, refunds, disputes }: Returns): number {
  const back = [...refunds.filter(({ isGood }) => isGood), ...disputes.filter(({ status }) => status === 'lost')];
  return Math.max(0, (excess ?? 0) - back.reduce((sum, each) => sum + owedIn(each), 0));
}

/** Refunds from before say it by `isExcess`, and disputes not at all. */
function owedIn({ owed, amount, ...more }: { owed?: number | null; amount: number; isExcess?: boolean }): number {
  return owed ?? (more.isExcess ? amount : 0);
}

/** Cents of a refund or dispute that were of what was sold. */
export function soldIn(
  { refunds, disputes }: Pick<StoredPayment, 'refunds' | 'disputes'>,
  { id, amount, isExcess = false }: { id: string; amount: number; isExcess?: boolean },
): number {
  const known = [...refunds, ...disputes].find((each) => each.id === id);
  return amount - owedIn(known ?? { amount, isExcess });
}

/**
 * Stores and posts a refund of a payment; a failed one stays failed, whatever arrives later. Idempotent.
 * @returns cents of it that were not due
 */
export async function addRefund(
  payment: StoredPayment,
  refund: Omit<Refund, 'paymentIntent' | 'key'>,
): Promise<number> {
  const { id, amount, isGood } = refund;
  const owed = await noteRefund(payment._id, refund);
  await postFor(payment, `refund:${id}`, [
    ...move('stripe', 'owed', owed),
    ...move('stripe', 'refunds', amount - owed),
  ]);
  if (isGood) return owed;
  const failed = [...move('owed', 'stripe', owed), ...move('refunds', 'stripe', amount - owed)];
  await postFor(payment, `refund-failed:${id}`, failed);
  return owed;
}

/** Answers what of the refund was not due, which is decided once. */
async function noteRefund(
  _id: string,
  { id, amount, isGood, isExcess }: Omit<Refund, 'paymentIntent' | 'key'>,
): Promise<number> {
  for (;;) {
    const now = await required(_id);
    const known = now.refunds.find((each) => each.id === id);
    if (known && (isGood || !known.isGood)) return owedIn(known);
    const owed = known ? owedIn(known) : Math.min(amount, stillOwed(now));
    const change = known
      ? { $set: { 'refunds.$.isGood': false } }
      : { $push: { refunds: { id, amount, isGood, isExcess, owed } } };
    if (await changeReturns(now, known ? { 'refunds.id': id } : {}, change)) return owed;
  }
}

/** The same for a dispute; one that was decided stays so. Answers whether it was unknown, and how it stands. */
export async function addDispute(
  payment: StoredPayment,
  dispute: Dispute,
): Promise<{ isNew: boolean; status: Dispute['status'] }> {
  const { id, amount } = dispute;
  const { isNew, status, owed } = await noteDispute(payment._id, dispute);
  await postFor(payment, `dispute:${id}`, move('stripe', 'disputed', amount));
  if (status === 'won') await postFor(payment, `dispute-over:${id}`, move('disputed', 'stripe', amount));
  if (status === 'lost') {
    const lost = [...move('disputed', 'owed', owed), ...move('disputed', 'losses', amount - owed)];
    await postFor(payment, `dispute-over:${id}`, lost);
  }
  return { isNew, status };
}

async function noteDispute(
  _id: string,
  { id, amount, status }: Dispute,
): Promise<{ isNew: boolean; status: Dispute['status']; owed: number }> {
  for (;;) {
    const now = await required(_id);
    const known = now.disputes.find((each) => each.id === id);
    if (known && (status === 'open' || known.status !== 'open')) {
      return { isNew: false, status: known.status, owed: owedIn(known) };
    }
    const owed = status === 'lost' ? Math.min(amount, stillOwed(now)) : 0;
    const change = known
      ? { $set: { 'disputes.$.status': status, 'disputes.$.owed': owed } }
      : { $push: { disputes: { id, amount, status, owed } } };
    if (await changeReturns(now, known ? { 'disputes.id': id } : {}, change)) return { isNew: !known, status, owed };
  }
}

async function required(_id: string): Promise<StoredPayment> {
  const found = await PaymentModel.findById(_id).lean<StoredPayment>();
  if (!found) throw new Error(`The payment ${_id} is gone`);
  return found;
}

/** False if the refunds or disputes have changed since they were read. */
async function changeReturns({ _id, returns }: StoredPayment, which: object, change: object): Promise<boolean> {
  const done = await PaymentModel.updateOne(
    { _id, returns: returns ?? null, ...which },
    { ...change, $inc: { returns: 1 } },
  );
  return done.modifiedCount === 1;
}

/** Posts for a payment, in its currency. */
async function postFor({ _id, eventId, received }: StoredPayment, key: string, entries: LedgerEntry[]): Promise<void> {
  await post({ key, eventId: String(eventId), paymentId: _id, currency: received?.currency ?? 'usd', entries });
}
