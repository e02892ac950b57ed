import { AppError } from '../../platform/errors.ts';
import { MEMBERSHIPS } from '../../shared/catalogue.ts';
import type { Membership, PlanSwitch } from '../../shared/contracts/membership.ts';
import { MEMBERSHIP } from '../../shared/limits.ts';
import { MembershipModel, type StoredMembership } from './membership.model.ts';
import { subscriptions } from './membership.parts.ts';
import { toMembership } from './membership-state.ts';
import { refresh } from './refresh.ts';

type Plan = PlanSwitch['plan'];

/** What a switch to the other plan costs now. WRONG_STATE for users who can't switch. */
export async function previewSwitch(userId: string, plan: Plan): Promise<PlanSwitch> {
  const { subscriptionId } = await switchable(userId, plan);
  const at = inSeconds(new Date());
  const price = await subscriptions().priceSwitch({ subscriptionId, plan, amount: MEMBERSHIPS[plan].amount, at });
  if (!price) throw cantSwitch('You have no membership at the moment.');
  const { due, unused, credit, periodEnd } = price;
  return { plan, due, unused, credit, currentPeriodEnd: periodEnd.toISOString(), shownAt: at.toISOString() };
}

/**
 * Switches to the other plan for the price shown at a time. Idempotent. WRONG_STATE for users who can't switch, for a price
 * that was shown too long ago, and when the card is declined, which changes nothing.
 */
export async function switchPlan(
  userId: string,
  { plan, shownAt }: { plan: Plan; shownAt: Date },
): Promise<Membership> {
  const now = toMembership(await MembershipModel.findById(userId).lean<StoredMembership>());
  if (now.status === 'active' && now.plan === plan) return now;
  const { subscriptionId, periodStart } = await switchable(userId, plan);
  const at = inSeconds(shownAt);
  const age = Date.now() - at.getTime();
  if (age < 0 || age > MEMBERSHIP.shown || at < inSeconds(periodStart ?? at)) {
    throw cantSwitch('The price has changed since you saw it. Please look at it again.');
  }
  const amount = MEMBERSHIPS[plan].amount;
  const { declined } = await subscriptions().switchPlan({ subscriptionId, plan, amount, at });
  if (declined !== null) throw cantSwitch(`${declined} Nothing has changed, and you weren’t charged.`);
  await refresh(subscriptionId);
  return toMembership(await MembershipModel.findById(userId).lean<StoredMembership>());
}

async function switchable(userId: string, plan: Plan): Promise<StoredMembership & { subscriptionId: string }> {
  const stored = await MembershipModel.findById(userId).lean<StoredMembership>();
  const { subscriptionId, status } = stored ?? {};
  if (!stored || !subscriptionId || status === 'none' || status === 'cancelled') {
    throw cantSwitch('You have no membership at the moment.');
  }
  if (status === 'pastDue') throw cantSwitch('A payment is missing. Please change the card first.');
  if (stored.isEnding) throw cantSwitch('Your membership is cancelled. Keep it first, then switch.');
  if (stored.plan === plan) throw cantSwitch(`You’re on the ${plan} plan already.`);
  return { ...stored, subscriptionId };
}

/** The provider counts in seconds. */
function inSeconds(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000);
}

function cantSwitch(message: string): AppError {
  return new AppError('WRONG_STATE', { message });
}
