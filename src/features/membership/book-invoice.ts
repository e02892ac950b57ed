import type { Subscription, SubscriptionInvoice } from '../../integrations/stripe-subscriptions.ts';
import { type Billed, issueCredit, issueInvoice } from '../invoices/invoices.service.ts';
import { isGone } from '../users/user-deletion.service.ts';
import { postInvoice } from './membership-ledger.ts';
import { mailFailed, mailRenewed, mailStarted, mailSwitched } from './membership-mails.ts';
import { sourceOf } from './source-of.ts';

/** Posts a payment of a membership, makes out our invoice for it, and tells of renewals and switches. Idempotent. */
export async function bookInvoice(found: Subscription, invoice: SubscriptionInvoice): Promise<void> {
  const { isPaid, reason, attempts } = invoice;
  if (isPaid) {
    await postInvoice(invoice);
    await billMembership(found, invoice);
  }
  if (await isGone(found.userId)) return;
  if (!isPaid) {
    if (reason === 'renewal' && attempts > 0) await mailFailed(found, invoice);
    return;
  }
  if (reason === 'start') await mailStarted(found, invoice);
  if (reason === 'renewal') await mailRenewed(found, invoice);
  if (reason === 'switch') await mailSwitched(found, invoice);
}

/** A credit note where more is given back than the new plan costs: the rest pays the next periods. */
async function billMembership(found: Subscription, invoice: SubscriptionInvoice): Promise<void> {
  const { id, total, tax, currency, at, unused, correctsId } = invoice;
  if (total === 0) return;
  const lines = [{ label: `Membership, ${found.plan}`, quantity: 1, amount: total + unused }];
  if (unused > 0) lines.push({ label: 'Membership, time not used', quantity: 1, amount: -unused });
  const { userId, cardLast4 } = found;
  const source = sourceOf(id);
  const billed: Billed = { source, userId, eventId: null, lines, tax, total, currency, cardLast4, paidAt: at };
  if (total < 0) await issueCredit(billed, sourceOf(correctsId ?? id));
  else await issueInvoice(billed);
}
