import type { Refund } from '../../integrations/stripe.ts';
import type { SubscriptionMessage } from '../../integrations/stripe-subscriptions.ts';
import { creditRefundOf } from '../invoices/invoices.service.ts';
import { noteStuckRefund } from '../orders/stuck-refunds.service.ts';
import { bookInvoice } from './book-invoice.ts';
import { subscriptions } from './membership.parts.ts';
import { postInvoice, postRefund } from './membership-ledger.ts';
import { mailRefunded } from './membership-mails.ts';
import { refresh } from './refresh.ts';
import { sourceOf } from './source-of.ts';

/** Takes a verified webhook about a membership. Idempotent and independent of order: it asks how things stand now. */
export async function takeMembershipNews(message: SubscriptionMessage): Promise<void> {
  if (message.about === 'subscription') return void (await refresh(message.subscriptionId));
  const invoice = await subscriptions().findInvoice(message.invoiceId);
  const found = invoice?.subscriptionId ? await refresh(invoice.subscriptionId) : null;
  // `refresh` has booked the latest one; news of an earlier one may come late.
  if (invoice && found && found.latestInvoice?.id !== invoice.id) await bookInvoice(found, invoice);
}

/** Posts a refund of a membership, by anyone, and makes out a credit note for it. False for a refund of something else. Idempotent. */
export async function bookMembershipRefund(refund: Refund): Promise<boolean> {
  const { id, amount, paymentIntent, isGood } = refund;
  const invoiceId = paymentIntent && (await subscriptions().invoiceOfPayment(paymentIntent));
  if (!invoiceId) return false;
  const invoice = await subscriptions().findInvoice(invoiceId);
  // Our own invoice comes first, even if the news of its payment got lost.
  if (invoice?.subscriptionId) await refresh(invoice.subscriptionId);
  if (invoice) {
    await postInvoice(invoice);
    await postRefund(invoice, refund);
  }
  const billed = await creditRefundOf(sourceOf(invoiceId), { id, amount, isFailed: !isGood, at: new Date() });
  if (!billed) return false;
  const { userId, currency } = billed;
  if (!isGood) {
    await noteStuckRefund({ id, paymentId: paymentIntent, eventId: null, userId, amount, currency, why: 'failed' });
  }
  await mailRefunded(userId, { id, amount, isGood, currency });
  return true;
}
