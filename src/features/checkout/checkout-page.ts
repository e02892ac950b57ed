import { createHash } from 'node:crypto';
import type { Payment, PaymentRequest, Payments } from '../../integrations/stripe.ts';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { newUuid } from '../../platform/id.ts';
import { CheckoutModel, PaymentModel, type StoredCheckout } from './payment.model.ts';

/** Request for a payment page. */
export type PageRequest = Omit<PaymentRequest, 'round'>;

/** Lease while a page is opened, in milliseconds; after a crash another process takes over. */
const LEASE = 120_000;
const WAIT = { tries: 40, pause: 150 };

/** Runs `work` under a lock on the event's payment page, across processes. WRONG_STATE when it stays locked. */
export async function holdCheckout<T>(eventId: string, work: (page: StoredCheckout) => Promise<T>): Promise<T> {
  const page = await takeLease(eventId);
  try {
    return await work(page);
  } finally {
    await CheckoutModel.updateOne({ _id: page._id, token: page.token }, { $set: { until: new Date(0) } });
  }
}

async function takeLease(eventId: string): Promise<StoredCheckout> {
  for (let attempt = 1; attempt <= WAIT.tries; attempt++) {
    const now = Date.now();
    try {
      const page = await CheckoutModel.findOneAndUpdate(
        { _id: eventId, until: { $lte: new Date(now) } },
        { $set: { token: newUuid(), until: new Date(now + LEASE) } },
        { upsert: true, returnDocument: 'after', setDefaultsOnInsert: true },
      ).lean<StoredCheckout>();
      if (page) return page;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT.pause));
  }
  throw new AppError('WRONG_STATE', {
    message: 'A payment page is already opening. Please try again in a moment.',
  });
}

/** The payment of the latest page; null if there is none. Completes a request interrupted by a crash. */
export async function lastPayment(page: StoredCheckout, provider: Payments): Promise<Payment | null> {
  if (page.pending) await send(page, JSON.parse(page.pending), provider);
  return page.sessionId ? provider.find(page.sessionId) : null;
}

/** Opens a new page for an event without one. PROVIDER_DOWN when it can't be opened. */
export async function openPage(
  page: StoredCheckout,
  request: PageRequest,
  provider: Payments,
): Promise<{ id: string; url: string }> {
  const opened = await send(page, { ...request, round: String(page.round + 1) }, provider);
  if (opened) return { id: opened.id, url: opened.url };
  throw new AppError('PROVIDER_DOWN', { message: 'We couldn’t open the payment page. Please try again.' });
}

/** Equal for requests that lead to the same page. */
export function contentOf({ amount, target, title, email, userId, cart }: PageRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([amount, target, title, email, userId, ...(cart ? [cart.orderId] : [])]))
    .digest('base64url');
}

/** Requests a page from the provider and stores it; every step is idempotent. Null if the provider refuses. */
async function send(
  page: StoredCheckout,
  request: PaymentRequest,
  provider: Payments,
): Promise<(Payment & { url: string }) | null> {
  const own = { _id: page._id, token: page.token };
  const asked = await CheckoutModel.updateOne(own, { $set: { pending: JSON.stringify(request) } });
  if (asked.matchedCount === 0) throw new AppError('WRONG_STATE', { message: 'That took too long. Please try again.' });
  const opened = await provider.open(request);
  const { eventId, userId, amount, target, cart } = request;
  const agreed = { orderId: cart?.orderId ?? null, cartId: cart?.id ?? null };
  if (opened) {
    await PaymentModel.updateOne(
      { _id: opened.id },
      { $setOnInsert: { _id: opened.id, eventId, userId, amount, target, ...agreed } },
      { upsert: true },
    );
  }
  Object.assign(page, {
    pending: null,
    round: Number(request.round),
    ...(opened && { sessionId: opened.id, content: contentOf(request) }),
  });
  const { pending, round, sessionId, content } = page;
  await CheckoutModel.updateOne(own, { $set: { pending, round, sessionId, content } });
  return opened;
}
