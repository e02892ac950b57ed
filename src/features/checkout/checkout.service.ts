import { Types } from 'mongoose';
import type { Payment, Payments } from '../../integrations/stripe.ts';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { refuseImpersonated } from '../accounts/audit/impersonation.service.ts';
import { addPayment, findEvent, requireChangeable, requireOwner, titleOf } from '../events/events.service.ts';
import { amountDue, startRender } from '../films/films.service.ts';
import { PaymentModel, type StoredPayment } from './payment.model.ts';

let payments: Payments | null = null;

/** Called at start with the provider: Stripe where there are keys, its sandbox otherwise. */
export function providePayments(provider: Payments): void {
  payments = provider;
}

/** Opens the payment page for what an event's film costs now. WRONG_STATE when there is nothing to pay. */
export async function openCheckout(eventId: string, viewer: Viewer): Promise<{ id: string; url: string }> {
  const event = await requireOwner(eventId, viewer, 'nobody');
  requireChangeable(event);
  if (!viewer.user)
    throw new AppError('NOT_SIGNED_IN', { message: 'Please create an account or log in before paying.' });
  refuseImpersonated(viewer);
  const amount = await amountDue(event);
  if (amount === 0)
    throw new AppError('WRONG_STATE', { message: 'There is nothing to pay. You can publish the film.' });
  const { appOrigin } = platform().config;
  const payment = await provider().open({
    eventId,
    userId: viewer.user.id,
    title: `${titleOf(event)}: the film`,
    amount,
    email: viewer.user.email,
    successUrl: `${appOrigin}/e/${event.uuid}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${appOrigin}/e/${event.uuid}`,
    round: `${event.paid}:${Math.floor(Date.now() / 3_600_000)}`,
  });
  await PaymentModel.updateOne(
    { _id: payment.id },
    { $setOnInsert: { _id: payment.id, eventId, userId: viewer.user.id, amount } },
    { upsert: true },
  );
  return { id: payment.id, url: payment.url };
}

/** What became of a payment; only reads, the webhook is what counts. */
export async function viewPayment(id: string, viewer: Viewer) {
  const stored = await PaymentModel.findById(id).lean<StoredPayment>();
  if (!stored || String(stored.userId) !== viewer.user?.id) {
    throw new AppError('NOT_FOUND', { message: 'There is no such payment.' });
  }
  return { status: stored.status, eventId: String(stored.eventId), amount: stored.amount, currency: 'USD' as const };
}

/** What a person paid, for their copy of their data. */
export async function exportPayments(userId: string): Promise<object[]> {
  const found = await PaymentModel.find({ userId: new Types.ObjectId(userId) }).lean<StoredPayment[]>();
  return found.map(({ _id, eventId, amount, status, paidAt }) => ({
    id: String(_id),
    eventId: String(eventId),
    amountCents: amount,
    currency: 'USD',
    status,
    paidAt,
  }));
}

/** Takes a webhook: verified over its raw body, counted once however often and late it comes. */
export async function takeWebhook(rawBody: Buffer, signature: string | undefined): Promise<void> {
  const payment = provider().readWebhook(rawBody, signature);
  if (payment?.status === 'paid') await markPaid(payment);
}

/** Counts a payment and puts the film on its way when nothing is left to pay. */
async function markPaid(payment: Payment): Promise<void> {
  if (!Types.ObjectId.isValid(payment.eventId) || !Types.ObjectId.isValid(payment.userId)) {
    platform().log.warn({ payment: payment.id }, 'a payment that is none of ours');
    return;
  }
  const { eventId, userId, amount } = payment;
  // Whoever opened the payment page may have died before writing it down; the money has come all the same.
  const known = await PaymentModel.findOneAndUpdate(
    { _id: payment.id },
    { $set: { status: 'paid' }, $min: { paidAt: new Date() }, $setOnInsert: { eventId, userId, amount } },
    { upsert: true, returnDocument: 'after' },
  ).lean<StoredPayment>();
  if (known?.settledAt) return;
  await addPayment(eventId, payment.id, payment.amount);
  const event = await findEvent(eventId);
  if (!event) return;
  platform().sockets.emitToEvent(eventId, 'creator', 'event:updated', { id: eventId });
  try {
    if ((await amountDue(event)) === 0) await startRender(event, userId);
  } catch (error) {
    // The money is counted; what stands in the film's way (no clip left, say) is for the creator to see and mend.
    if (!(error instanceof AppError)) throw error;
    platform().log.warn({ err: error, eventId }, 'paid, but the film could not be started');
  }
  await PaymentModel.updateOne({ _id: payment.id }, { $set: { settledAt: new Date() } });
}

function provider(): Payments {
  if (!payments) throw new Error('Payments were not started');
  return payments;
}
