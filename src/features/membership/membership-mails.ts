import type { Subscription, SubscriptionInvoice } from '../../integrations/stripe-subscriptions.ts';
import { platform } from '../../platform/platform.ts';
import { money } from '../../shared/format.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { MEMBERSHIP } from '../../shared/limits.ts';
import { getProfile } from '../profiles/profiles.service.ts';
import { findUser } from '../users/users.service.ts';
import type { StoredMembership } from './membership.model.ts';

/* Mails to members. Each once, by its key. */

const PAGE = '/settings/membership';
const STAY = 'Films you’ve published stay, for good.';

/** After a failed renewal, with each attempt. */
export async function mailFailed(found: Subscription, { id, attempts, total, currency }: SubscriptionInvoice) {
  const day = await daysOf(found.userId);
  const until = day(new Date(found.periodStart.getTime() + MEMBERSHIP.grace));
  const again = found.nextAttempt ? `We’ll try again on ${day(found.nextAttempt)}. ` : '';
  const what = `Your card didn’t work for ${money(total, { currency })}, so you weren’t charged. ${again}You can publish films until ${until}. ${STAY}`;
  await mail(found.userId, `failed:${id}:${attempts}`, { what, label: 'Change the card', path: PAGE });
}

/** The first payment; not of members from before there was this mail. */
export async function mailStarted(found: Subscription, { id, total, currency, at }: SubscriptionInvoice) {
  if (at.getTime() < Date.now() - MEMBERSHIP.pageKept) return;
  const day = await daysOf(found.userId);
  const what = `You’re a member now, until ${day(found.periodEnd)}; then it renews by itself. We charged ${money(total, { currency })}. You can cancel in two taps.`;
  await mail(found.userId, `started:${id}`, { what, label: 'See the invoice', path: '/settings/invoices' });
}

export async function mailRenewed(found: Subscription, { id, total, currency }: SubscriptionInvoice) {
  const day = await daysOf(found.userId);
  const what = `Your membership is renewed until ${day(found.periodEnd)}. We charged ${money(total, { currency })}.`;
  await mail(found.userId, `renewed:${id}`, { what, label: 'See the invoice', path: '/settings/invoices' });
}

/** The plan was switched in the middle of a period. */
export async function mailSwitched(found: Subscription, { id, total, due, currency }: SubscriptionInvoice) {
  const day = await daysOf(found.userId);
  const paid = due > 0 ? `We charged ${money(due, { currency })}` : 'There was nothing to pay';
  const rest =
    total < 0 ? `, and ${money(-total, { currency })} that you’ve paid already goes towards the next ones` : '';
  const what = `Your membership is ${found.plan} now. ${paid}${rest}. It renews on ${day(found.periodEnd)}.`;
  await mail(found.userId, `switched:${id}`, { what, label: 'See the invoice', path: '/settings/invoices' });
}

/** Money of a membership was given back. @param amount cents */
export async function mailRefunded(
  userId: string,
  refund: { id: string; amount: number; currency: string; isGood: boolean },
) {
  const { id, amount, currency, isGood } = refund;
  const sum = money(amount, { currency });
  const what = isGood
    ? `We’ve given ${sum} of your membership back. Your bank needs a few days to show it.`
    : `The refund of ${sum} didn’t go through. Please write to us.`;
  const key = `refund:${id}:${isGood ? 'given' : 'failed'}`;
  await mail(userId, key, { what, label: 'See the credit note', path: '/settings/invoices' });
}

/** It was cancelled and runs until the end of its period. */
export async function mailEnding({ id, userId, periodEnd }: Subscription) {
  const day = await daysOf(userId);
  const what = `Your membership is cancelled. You keep it until ${day(periodEnd)}, and we won’t charge you again. ${STAY}`;
  await mail(userId, `ending:${id}:${periodEnd.getTime()}`, { what, label: 'Keep it after all', path: PAGE });
}

/** It has ended. @param before what was known of it */
export async function mailEnded({ id, userId }: Subscription, before: StoredMembership | null) {
  const why =
    before?.status === 'pastDue'
      ? 'We couldn’t charge your card, so your membership has ended.'
      : 'Your membership has ended.';
  const what = `${why} ${STAY} New films cost what they cost without one.`;
  await mail(userId, `ended:${id}`, { what, label: 'Have a look', path: PAGE });
}

async function daysOf(userId: string): Promise<(when: Date) => string> {
  const { timeZone, language } = await getProfile(userId);
  const format = new Intl.DateTimeFormat(language ?? 'en', { dateStyle: 'long', timeZone: timeZone ?? 'UTC' });
  return (when) => format.format(when);
}

async function mail(userId: string, key: string, { what, label, path }: { what: string; label: string; path: string }) {
  const user = await findUser(userId);
  if (!user) return;
  const { config, queue } = platform();
  const uniqueKey = `membership:${key}`;
  const values = { firstName: user.firstName, what, label, url: `${config.appOrigin}${path}` };
  await queue.enqueue(mailJobs.send, { key: uniqueKey, to: user.email, template: 'membership', values }, { uniqueKey });
}
