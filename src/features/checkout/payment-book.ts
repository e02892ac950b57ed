import { Types } from 'mongoose';
import type { Dispute, Payment, Payments, Refund } from '../../integrations/stripe.ts';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { money } from '../../shared/format.ts';
import { tellMakers } from '../events/event-sockets.service.ts';
import { findEvent } from '../events/find-events.service.ts';
import { tellNews } from '../events/makers-news.service.ts';
import { mailPaymentNote } from '../events/payment-notes.service.ts';
import { checkFilm } from '../films/film-versions.service.ts';
import { amountDue, startRender } from '../films/publish-film.service.ts';
import { countedOf, countPayment, takeFromPayment } from '../orders/orders.service.ts';
import { PaymentModel, type StoredPayment } from './payment.model.ts';

const AGAIN = 'The film has to be paid for again before it can be given or saved.';

/**
 * Books a payment and starts the film when nothing more is due. Refunds any excess, and payments that were not
 * requested like this. Idempotent.
 */
export async function bookPayment(payment: Payment, provider: Payments): Promise<void> {
  const { eventId, userId, amount, currency, paymentIntent, asked } = payment;
  if (!Types.ObjectId.isValid(eventId) || !Types.ObjectId.isValid(userId)) {
    platform().log.warn({ payment: payment.id }, 'received a payment of another application');
    return;
  }
  // The process that opened the page may have crashed before storing it; book the payment anyway.
  const known = await PaymentModel.findOneAndUpdate(
    { _id: payment.id },
    {
      $set: { status: 'paid', received: { amount, currency }, ...(paymentIntent && { paymentIntent }) },
      $min: { paidAt: new Date() },
      $setOnInsert: { eventId, userId, amount: asked?.amount ?? amount, target: asked?.target ?? null },
    },
    { upsert: true, returnDocument: 'after', setDefaultsOnInsert: true },
  ).lean<StoredPayment>();
  if (!known || known.settledAt) return;
  const isAsked = currency === 'usd' && amount === known.amount;
  const counted = isAsked ? await count(eventId, payment.id, { amount, target: known.target ?? null }) : 0;
  if (counted < amount) await giveBack(known, amount - counted, isAsked, provider);
  await applyTaken(payment.id);
  tellMakers(eventId);
  if (counted > 0) {
    await tellNews({ eventId, type: 'paid', key: payment.id, facts: { amount: counted, currency } });
    await startFilm(eventId, userId);
  }
  await PaymentModel.updateOne({ _id: payment.id }, { $set: { settledAt: new Date() } });
}

/** Cents that were booked; none if the event no longer exists. */
async function count(eventId: string, id: string, { amount, target }: { amount: number; target: number | null }) {
  if (await findEvent(eventId)) return countPayment(eventId, id, { amount, target });
  return (await countedOf(eventId, id)) ?? 0;
}

/** The page has expired, or the bank declined. */
export async function bookExpired(payment: Payment): Promise<void> {
  const done = await PaymentModel.findOneAndUpdate(
    { _id: payment.id, status: 'open' },
    { $set: { status: 'expired' } },
  ).lean<StoredPayment>();
  if (done) tellMakers(String(done.eventId));
}

/** Books a refund by anyone, and reduces what the event has paid. */
export async function bookRefund(refund: Refund, provider: Payments): Promise<void> {
  const payment = await paymentOf(refund.paymentIntent, provider);
  if (!payment) return;
  const { id, amount, isGood } = refund;
  const _id = payment._id;
  await PaymentModel.updateOne({ _id, 'refunds.id': { $ne: id } }, { $push: { refunds: { id, amount, isGood } } });
  // A failed refund stays failed, whatever arrives later.
  const failed =
    !isGood && (await PaymentModel.updateOne({ _id, 'refunds.id': id }, { $set: { 'refunds.$.isGood': false } }));
  const hasChanged = await applyTaken(_id);
  if (failed)
    await tell(
      payment,
      `${id}:failed`,
      `The refund of ${inWords(payment, amount)} didn’t go through. Please write to us.`,
    );
  else if (hasChanged) await tell(payment, id, `${inWords(payment, amount)} was refunded. ${AGAIN}`);
}

/** Books a dispute; a lost one reduces what the event has paid. */
export async function bookDispute(dispute: Dispute, provider: Payments): Promise<void> {
  const payment = await paymentOf(dispute.paymentIntent, provider);
  if (!payment) return;
  const { id, amount, status } = dispute;
  const _id = payment._id;
  const added = await PaymentModel.updateOne(
    { _id, 'disputes.id': { $ne: id } },
    { $push: { disputes: { id, amount, status } } },
  );
  if (status !== 'open') {
    await PaymentModel.updateOne(
      { _id, disputes: { $elemMatch: { id, status: 'open' } } },
      { $set: { 'disputes.$.status': status } },
    );
  }
  if (await applyTaken(_id)) {
    await tell(payment, `${id}:lost`, `The bank took ${inWords(payment, amount)} back. ${AGAIN}`);
  } else if (added.modifiedCount === 1 && status === 'open') {
    await tell(payment, id, `The bank was asked to take ${inWords(payment, amount)} back. Nothing changes for now.`);
  }
}

/** Refunds an excess; idempotent by key. */
async function giveBack(payment: StoredPayment, amount: number, isAsked: boolean, provider: Payments): Promise<void> {
  const { _id: id, paymentIntent } = payment;
  const { log } = platform();
  if (!paymentIntent) {
    log.error({ payment: id, amount }, 'a payment that is to be refunded names no payment intent');
    return;
  }
  log.warn({ payment: id, amount, isAsked }, 'a payment is refunded, as it was not due');
  const refund = await provider.refund({ paymentIntent, amount, key: `not-due:${id}` });
  await PaymentModel.updateOne(
    { _id: id, 'refunds.id': { $ne: refund.id } },
    { $push: { refunds: { id: refund.id, amount: refund.amount, isGood: refund.isGood } } },
  );
  const why = isAsked ? 'The film was paid for already' : 'A payment was not what we asked for';
  await tell(payment, `${id}:not-due`, `${why}, so ${inWords(payment, amount)} is on its way back to you.`);
}

/** Updates what the event has paid by a payment's refunds and disputes; true if it changed. */
async function applyTaken(id: string): Promise<boolean> {
  let hasChanged = false;
  for (let before = -1; ; ) {
    const payment = await PaymentModel.findById(id).lean<StoredPayment>();
    if (!payment?.received) return hasChanged;
    const refunded = (payment.refunds ?? []).filter(({ isGood }) => isGood).reduce((sum, each) => sum + each.amount, 0);
    const lost = (payment.disputes ?? [])
      .filter(({ status }) => status === 'lost')
      .reduce((sum, each) => sum + each.amount, 0);
    const taken = refunded + lost;
    // Another process may have added one meanwhile: repeat until it is stable.
    if (taken === before) return hasChanged;
    const { amount } = payment.received;
    if (await takeFromPayment(String(payment.eventId), id, { amount, taken })) {
      hasChanged = true;
      tellMakers(String(payment.eventId));
    }
    before = taken;
  }
}

/** The payment of a refund or dispute, whose webhook may arrive before the payment's own. */
async function paymentOf(paymentIntent: string | null, provider: Payments): Promise<StoredPayment | null> {
  if (!paymentIntent) return null;
  const known = await PaymentModel.findOne({ paymentIntent }).lean<StoredPayment>();
  if (known) return known;
  const payment = await provider.findByIntent(paymentIntent);
  if (payment?.status === 'paid') await bookPayment(payment, provider);
  return PaymentModel.findOne({ paymentIntent }).lean<StoredPayment>();
}

async function startFilm(eventId: string, userId: string): Promise<void> {
  const event = await findEvent(eventId);
  if (!event) return;
  try {
    if ((await amountDue(event)) > 0) return;
    if (event.currentFilmId && !(await checkFilm(event)).isOutdated) return;
    await startRender(event, userId);
  } catch (error) {
    // The payment is booked; the creator sees and resolves what prevents the film, such as a missing clip.
    if (!(error instanceof AppError)) throw error;
    platform().log.warn({ err: error, eventId }, 'paid, but the film could not be started');
  }
}

async function tell(payment: StoredPayment, key: string, what: string): Promise<void> {
  const event = await findEvent(String(payment.eventId));
  if (event) await mailPaymentNote(event, key, what);
}

function inWords({ received }: StoredPayment, amount: number): string {
  return money(amount, { currency: received?.currency.toUpperCase() ?? 'USD' });
}
