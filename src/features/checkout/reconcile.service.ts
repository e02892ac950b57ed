import type { Dispute, Payment, Payments, Refund } from '../../integrations/stripe.ts';
import { onItsOwn } from '../../platform/on-its-own.ts';
import { platform } from '../../platform/platform.ts';
import { money } from '../../shared/format.ts';
import { membershipDifferences } from '../membership/membership-disputes.service.ts';
import { refreshOverdue } from '../membership/overdue.service.ts';
import { balancesOf } from '../orders/ledger.service.ts';
import { payments } from '../orders/payments.parts.ts';
import { contributionPayment, isContributionSettled } from '../presents/contribution-payments.service.ts';
import { bookDispute, bookRefund } from './book-returns.ts';
import { PaymentModel, type StoredPayment } from './payment.model.ts';
import { bookExpired, bookPayment } from './payment-book.ts';

const MINUTE = 60_000;
const DAY = 24 * 3600;
/** Webhooks that Stripe could not deliver are repeated for three days; a day more for the rest. */
const WINDOW = 4 * DAY;

export interface Reconciled {
  /** Payments that were looked at. */
  checked: number;
  /** Messages that had not arrived, in words. */
  settled: string[];
  /** Where the ledger and Stripe still differ, and what could not be booked, in words. */
  differences: string[];
}

/**
 * Asks Stripe for its payments, refunds, disputes and overdue memberships, books what no webhook told us, and compares each
 * payment's balance with the ledger. Idempotent.
 * @param since seconds since 1970. Default: four days ago
 */
export async function reconcile(since = Math.floor(Date.now() / 1000) - WINDOW): Promise<Reconciled> {
  const provider = payments();
  const settled: string[] = [];
  const differences: string[] = [];
  const ids = new Set<string>();
  /** One that fails is a difference, and does not stop the others. */
  const attempt = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const failed = await onItsOwn(what, work);
    if (failed !== null) differences.push(failed);
  };
  for await (const session of provider.sessionsSince(since)) {
    await attempt(`payment ${session.id}`, () => takeSession(session));
  }
  for await (const refund of provider.refundsSince(since)) {
    await attempt(`refund ${refund.id}`, () => takeRefund(refund));
  }
  for await (const dispute of provider.disputesSince(since)) {
    await attempt(`dispute ${dispute.id}`, () => takeDispute(dispute));
  }
  await attempt('memberships', async () => settled.push(...(await refreshOverdue())));
  for (const id of ids)
    await attempt(`payment ${id}`, async () => differences.push(...(await differenceOf(id, provider))));
  await attempt('memberships', async () => {
    differences.push(...(await membershipDifferences(new Date(since * 1000), provider)));
  });
  return { checked: ids.size, settled, differences };

  async function takeSession(session: Payment): Promise<void> {
    if (session.eventId === '') return;
    if (session.status === 'paid') {
      ids.add(session.id);
      if (await isSettled(session)) return;
      await bookPayment(session, provider);
      settled.push(`payment ${session.id}`);
    } else if (session.status === 'expired' && (await PaymentModel.exists({ _id: session.id, status: 'open' }))) {
      await bookExpired(session);
    }
  }

  async function takeRefund(refund: Refund): Promise<void> {
    const payment = await paymentOf(refund);
    const known = payment?.refunds?.find(({ id }) => id === refund.id);
    // Again where it is known: a crash may have interrupted the first time.
    await bookRefund(refund, provider);
    await note(refund, `refund ${refund.id}`, known?.isGood !== refund.isGood);
  }

  async function takeDispute(dispute: Dispute): Promise<void> {
    const payment = await paymentOf(dispute);
    const known = payment?.disputes?.find(({ id }) => id === dispute.id);
    await bookDispute(dispute, provider);
    await note(dispute, `dispute ${dispute.id}`, known?.status !== dispute.status);
  }

  /** Returns of memberships and of other applications have no payment here. */
  async function note(returned: Refund | Dispute, what: string, isNew: boolean): Promise<void> {
    const payment = await paymentOf(returned);
    if (!payment) return;
    ids.add(payment._id);
    if (isNew) settled.push(what);
  }
}

/** In words, where Stripe's balance of a payment is another one than the ledger's. */
async function differenceOf(id: string, provider: Payments): Promise<string[]> {
  const payment = (await contributionPayment(id)) ?? (await filmPayment(id));
  if (!payment) return [];
  const { amount, currency } = payment;
  const returned = await returnedOf(payment, provider);
  const ours = await balancesOf(id);
  const [expected, found] = [amount - returned, ours.stripe ?? 0];
  const inWords = (cents: number) => money(cents, { currency: currency.toUpperCase() });
  const rest = Object.values(ours).reduce((sum, each) => sum + each, 0);
  return [
    ...(expected === found ? [] : [`${id}: Stripe has ${inWords(expected)}, the ledger ${inWords(found)}`]),
    ...(rest === 0 ? [] : [`${id}: the ledger’s entries add up to ${inWords(rest)}`]),
  ];
}

/** Null for payments from before there was a ledger, which have no postings. */
async function filmPayment(id: string): Promise<Received | null> {
  const payment = await PaymentModel.findById(id).lean<StoredPayment>();
  if (!payment?.received || payment.excess === undefined) return null;
  return { ...payment.received, paymentIntent: payment.paymentIntent ?? null, disputes: payment.disputes };
}

type Received = NonNullable<Awaited<ReturnType<typeof contributionPayment>>>;

/** Cents that Stripe took from a payment: refunds as it lists them, and disputes that were not won. */
async function returnedOf({ paymentIntent, disputes }: Received, provider: Payments): Promise<number> {
  const refunds = paymentIntent ? await provider.refundsOf(paymentIntent) : [];
  const taken = [...refunds.filter(({ isGood }) => isGood), ...disputes.filter(({ status }) => status !== 'won')];
  return taken.reduce((sum, { amount }) => sum + amount, 0);
}

async function isSettled({ id, contributionId }: Payment): Promise<boolean> {
  if (contributionId !== null) return isContributionSettled(id);
  return (await PaymentModel.exists({ _id: id, settledAt: { $gt: new Date(0) } })) !== null;
}

async function paymentOf({ paymentIntent }: Refund | Dispute): Promise<StoredPayment | null> {
  return paymentIntent === null ? null : PaymentModel.findOne({ paymentIntent }).lean<StoredPayment>();
}

/** The same every hour: what differs needs a person, who finds it in the log. */
export async function reconcileAndLog(): Promise<void> {
  const { settled, differences } = await reconcile();
  const { log } = platform();
  if (settled.length > 0) log.warn({ settled }, 'booked what no webhook told');
  if (differences.length > 0) log.error({ differences }, 'the ledger differs from Stripe');
}

/** Continues payments that a crash left half booked. */
export async function rescuePayments(): Promise<number> {
  const before = new Date(Date.now() - MINUTE);
  const left = await PaymentModel.find({ settledAt: null, paidAt: { $lt: before } }).lean<StoredPayment[]>();
  for (const { _id } of left) await onItsOwn(`payment ${_id}`, () => bookAgain(_id, payments()));
  return left.length;
}

async function bookAgain(id: string, provider: Payments): Promise<void> {
  const payment = await provider.find(id);
  if (payment?.status === 'paid') await bookPayment(payment, provider);
  else platform().log.error({ payment: id }, 'a payment that was reported as paid is not paid');
}
