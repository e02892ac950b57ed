import { Types } from 'mongoose';
import { startingWith } from '../../platform/database/search-words.ts';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { PaymentShow, StaffPayment, StuckRefund } from '../../shared/contracts/staff-orders.ts';
import { date } from '../../shared/format.ts';
import { COUNTED_MAX } from '../../shared/limits.ts';
import { type AuditEntry, requireAudit } from '../audit/audit.service.ts';
import { findEvent } from '../events/find-events.service.ts';
import { mailPaymentNote } from '../events/payment-notes.service.ts';
import { findOrder } from '../orders/place-order.service.ts';
import { findStuckRefund, settleStuckRefund } from '../orders/stuck-refunds.service.ts';
import { searchUsers } from '../users/find-users.service.ts';
import { PaymentModel, type StoredPayment } from './payment.model.ts';
import { refundPayment } from './refund-payment.service.ts';
import { inWords, takenOf } from './returned-money.ts';

/** Payments that a search answers at most. */
const FOUND = 50;
/** Users whose payments a search includes. */
const BUYERS = 10;
/** More payments of the same millisecond than any page has. */
const TIES = 20;

/** Who acts, from where, and why. */
interface Act {
  id: string;
  ip: string;
  note: string;
}

/** Payments, newest first, by pages; or all with an open dispute. `total` stops past `COUNTED_MAX`. */
export async function listPayments({
  show,
  cursor = '',
  limit,
}: {
  show: PaymentShow;
  cursor?: string | undefined;
  limit: number;
}): Promise<{ payments: StaffPayment[]; total: number; nextCursor: string | null }> {
  if (show === 'disputes') {
    const found = await PaymentModel.find({ 'disputes.status': 'open' }).limit(FOUND).lean<StoredPayment[]>();
    return { payments: found.map(toStaffPayment), total: found.length, nextCursor: null };
  }
  const [time = '', lastId = ''] = cursor.split('~');
  const until = Number(time) > 0 ? new Date(Number(time)) : new Date();
  const [page, total] = await Promise.all([
    PaymentModel.find({ paidAt: { $lte: until } })
      .sort({ paidAt: -1, _id: 1 })
      .limit(limit + 1 + TIES)
      .lean<StoredPayment[]>(),
    PaymentModel.countDocuments({ paidAt: { $lte: new Date() } }).limit(COUNTED_MAX + 1),
  ]);
  const found = page.filter(({ _id, paidAt }) => paidAt?.getTime() !== until.getTime() || _id > lastId);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = found.length > limit && last ? `${last.paidAt?.getTime()}~${last._id}` : null;
  return { payments: shown.map(toStaffPayment), total, nextCursor };
}

/** Payments whose session or payment intent begins like this, of an event, or of a user like this; 50 at most. */
export async function searchPayments(text: string): Promise<StaffPayment[]> {
  const q = text.trim();
  const userIds = (await searchUsers(q)).slice(0, BUYERS).map(({ id }) => id);
  const filters = [
    ...(/^cs_\w{3,}$/.test(q) ? [{ _id: startingWith(q) as never }] : []),
    ...(/^pi_\w{3,}$/.test(q) ? [{ paymentIntent: startingWith(q) }] : []),
    ...(Types.ObjectId.isValid(q) ? [{ eventId: new Types.ObjectId(q) }] : []),
    ...(userIds.length > 0 ? [{ userId: { $in: userIds.map((id) => new Types.ObjectId(id)) } }] : []),
  ];
  const found = await Promise.all(
    filters.map((filter) => PaymentModel.find(filter).limit(FOUND).lean<StoredPayment[]>()),
  );
  const paid = new Map(found.flat().flatMap((each) => (each.received ? [[each._id, each] as const] : [])));
  return [...paid.values()]
    .map(toStaffPayment)
    .sort((one, other) => other.paidAt.localeCompare(one.paidAt))
    .slice(0, FOUND);
}

/** A payment with what was bought. NOT_FOUND. */
export async function readPayment(
  id: string,
): Promise<StaffPayment & { lines: { label: string; quantity: number; amount: number }[] }> {
  const payment = await stored(id);
  const order = payment.orderId ? await findOrder(payment.orderId) : null;
  const lines = order?.lines ?? [{ label: 'Film', quantity: 1, amount: payment.amount }];
  return {
    ...toStaffPayment(payment),
    lines: lines.map(({ label, quantity, amount }) => ({ label, quantity, amount })),
  };
}

/** Gives back a payment, or a part of it: see `refundPayment`. */
export async function refund(
  id: string,
  wish: { amount?: number | undefined; seen?: number | undefined },
  { note, ...staff }: Act,
): Promise<StaffPayment> {
  await refundPayment(id, { ...wish, note }, staff);
  return toStaffPayment(await stored(id));
}

/** Mails the event's creator again what was paid. */
export async function resend(id: string, act: Act): Promise<StaffPayment> {
  const payment = await stored(id);
  const event = await findEvent(String(payment.eventId));
  if (!event?.creatorId) throw new AppError('WRONG_STATE', { message: 'Nobody is left to write to.' });
  await record(payment, act, 'payment.resent', {});
  const { received, paidAt } = payment;
  const when = paidAt ? ` on ${date(paidAt, { style: 'full' })}` : '';
  const what = `You paid ${inWords(payment, received?.amount ?? payment.amount)}${when}. The invoice is at ${platform().config.appOrigin}/settings/invoices`;
  await mailPaymentNote(event, `again:${id}:${Date.now()}`, what, null);
  return toStaffPayment(payment);
}

/** Takes a refund that did not go through off the list. NOT_FOUND. */
export async function settleStuck(id: string, { id: actorId, ip, note }: Act): Promise<StuckRefund> {
  const { userId, eventId, ...refund } = await findStuckRefund(id);
  await requireAudit({
    actorId,
    subjectId: userId,
    ...(eventId && { eventId }),
    action: 'refund.settled',
    ip,
    details: { payment: refund.paymentId, amount: refund.amount, note },
  });
  await settleStuckRefund(id);
  return { userId, eventId, ...refund };
}

async function stored(id: string): Promise<StoredPayment> {
  const payment = await PaymentModel.findById(id).lean<StoredPayment>();
  if (!payment?.received) throw new AppError('NOT_FOUND', { message: 'There is no such payment.' });
  return payment;
}

function toStaffPayment(payment: StoredPayment): StaffPayment {
  const { _id, eventId, userId, amount, received, cardLast4, paidAt, refunds = [], disputes = [] } = payment;
  const paid = received?.amount ?? amount;
  const returned = takenOf(payment);
  const disputed = disputes.filter(({ status }) => status === 'open').reduce((sum, each) => sum + each.amount, 0);
  return {
    id: _id,
    eventId: String(eventId),
    userId: String(userId),
    amount: paid,
    currency: (received?.currency ?? 'usd').toUpperCase(),
    returned,
    // A bank decides about what is disputed.
    left: Math.max(0, paid - returned - disputed),
    cardLast4: cardLast4 ?? null,
    paidAt: (paidAt ?? new Date(0)).toISOString(),
    refunds: refunds.map(({ id, amount: cents, isGood, isExcess }) => ({ id, amount: cents, isGood, isExcess })),
    disputes: disputes.map(({ id, amount: cents, status }) => ({ id, amount: cents, status })),
  };
}

/** When the last payment came in; null before the first. */
export async function lastPaidAt(): Promise<Date | null> {
  const last = await PaymentModel.findOne({ paidAt: { $lte: new Date() } }, { paidAt: 1 })
    .sort({ paidAt: -1, _id: 1 })
    .lean<Pick<StoredPayment, 'paidAt'>>();
  return last?.paidAt ?? null;
}

function record(
  { _id, eventId, userId }: StoredPayment,
  { id, ip, note }: Act,
  action: AuditEntry['action'],
  details: Record<string, number>,
): Promise<void> {
  return requireAudit({
    actorId: id,
    subjectId: String(userId),
    eventId: String(eventId),
    action,
    ip,
    details: { payment: _id, ...details, note },
  });
}
