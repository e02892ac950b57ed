import type { Subscription, SubscriptionInvoice } from '../../integrations/stripe-subscriptions.ts';
import { issueInvoice } from '../invoices/invoices.service.ts';
import { mailFailed, mailRenewed } from './membership-mails.ts';

/** Makes out our invoice for a payment of a membership, and tells of renewals that worked or failed. Idempotent. */
export async function bookInvoice(found: Subscription, invoice: SubscriptionInvoice): Promise<void> {
  const { id, isPaid, isRenewal, attempts, total, tax, currency, at } = invoice;
  if (!isPaid) {
    if (isRenewal && attempts > 0) await mailFailed(found, invoice);
    return;
  }
  if (total > 0) {
    await issueInvoice({
      source: `membership:${id}`,
      userId: found.userId,
      eventId: null,
      lines: [{ label: `Membership, ${found.plan}`, quantity: 1, amount: total }],
      tax,
      total,
      currency,
      cardLast4: found.cardLast4,
      paidAt: at,
    });
  }
  if (isRenewal) await mailRenewed(found, invoice);
}
