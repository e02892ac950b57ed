import type { SubscriptionMessage } from '../../integrations/stripe-subscriptions.ts';
import { bookInvoice } from './book-invoice.ts';
import { subscriptions } from './membership.parts.ts';
import { refresh } from './refresh.ts';

/** Takes a verified webhook about a membership. Idempotent and independent of order: it asks how things stand now. */
export async function takeMembershipNews(message: SubscriptionMessage): Promise<void> {
  if (message.about === 'subscription') return void (await refresh(message.subscriptionId));
  const invoice = await subscriptions().findInvoice(message.invoiceId);
  const found = invoice?.subscriptionId ? await refresh(invoice.subscriptionId) : null;
  // `refresh` has booked the latest one; news of an earlier one may come late.
  if (invoice && found && found.latestInvoice?.id !== invoice.id) await bookInvoice(found, invoice);
}
