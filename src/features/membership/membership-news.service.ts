import type { SubscriptionMessage } from '../../integrations/stripe-subscriptions.ts';
import { issueInvoice } from '../invoices/invoices.service.ts';
import { subscriptions } from './membership.parts.ts';
import { mailFailed, mailRenewed } from './membership-mails.ts';
import { refresh } from './refresh.ts';

/** Takes a verified webhook about a membership. Idempotent and independent of order: it asks how things stand now. */
export async function takeMembershipNews(message: SubscriptionMessage): Promise<void> {
  if (message.about === 'subscription') return void (await refresh(message.subscriptionId));
  const invoice = await subscriptions().findInvoice(message.invoiceId);
  const found = invoice?.subscriptionId ? await refresh(invoice.subscriptionId) : null;
  if (!invoice || !found) return;
  if (!invoice.isPaid) return mailFailed(found, invoice);
  const { id, total, tax, currency, at } = invoice;
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
  if (invoice.isRenewal) await mailRenewed(found, invoice);
}
