import { Types } from 'mongoose';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { MEMBERSHIPS } from '../../shared/catalogue.ts';
import type { Membership } from '../../shared/contracts/membership.ts';
import { isKeyOf } from '../../shared/known-values.ts';
import { MEMBERSHIP } from '../../shared/limits.ts';
import { MembershipModel, type StoredMembership } from './membership.model.ts';
import { subscriptions } from './membership.parts.ts';
import { isGood, toMembership } from './membership-state.ts';
import { refresh } from './refresh.ts';

const PAGE = '/settings/membership';

/** Whether a user publishes films without paying for each. */
export async function hasMembership(userId: string): Promise<boolean> {
  const stored = await MembershipModel.findById(userId).lean<StoredMembership>();
  return stored !== null && isGood(stored, Date.now());
}

/** A user's membership; asks the provider when news of a renewal are overdue. */
export async function membershipOf(userId: string): Promise<Membership> {
  const stored = await MembershipModel.findById(userId).lean<StoredMembership>();
  const { subscriptionId, status, periodEnd, askedAt } = stored ?? {};
  const isOverdue = status !== 'cancelled' && (periodEnd?.getTime() ?? Number.POSITIVE_INFINITY) < Date.now();
  const wasAsked = (askedAt?.getTime() ?? 0) > Date.now() - MEMBERSHIP.askAgain;
  if (!subscriptionId || !isOverdue || wasAsked) return toMembership(stored);
  try {
    await refresh(subscriptionId);
  } catch (error) {
    // Show what is known.
    if (!(error instanceof AppError) || error.code !== 'PROVIDER_DOWN') throw error;
  }
  return toMembership(await MembershipModel.findById(userId).lean<StoredMembership>());
}

/**
 * Opens the payment page of a membership. A user has one page at a time: an open one for the same plan is returned
 * again, any other is closed first. WRONG_STATE for members, or while another tab opens one.
 */
export async function startMembership(
  user: { id: string; email: string },
  plan: 'monthly' | 'yearly',
): Promise<{ id: string; url: string }> {
  const stored = await recordOf(user.id);
  if (stored.status === 'active' || stored.status === 'pastDue') throw memberAlready();
  const page = stored.pageId ? await subscriptions().findPage(stored.pageId) : null;
  if (page?.status === 'open' && page.url && stored.pagePlan === plan) return { id: page.id, url: page.url };
  const closed = page?.status === 'open' ? await subscriptions().closePage(page.id) : page;
  if (closed?.status === 'complete' && closed.subscriptionId) {
    const now = await refresh(closed.subscriptionId);
    if (now && now.status !== 'cancelled' && now.status !== 'none') throw memberAlready();
  }
  const { appOrigin } = platform().config;
  const round = page ? stored.round + 1 : stored.round;
  const opened = await subscriptions().open({
    userId: user.id,
    email: user.email,
    customerId: stored.customerId ?? null,
    plan,
    // Also the product’s name at the provider, which stays when the plan is switched.
    name: 'VidDay membership',
    amount: MEMBERSHIPS[plan].amount,
    successUrl: `${appOrigin}${PAGE}?paid=1`,
    cancelUrl: `${appOrigin}${PAGE}`,
    round,
  });
  if (!opened?.url) {
    throw new AppError('WRONG_STATE', { message: 'A payment page is already opening. Please try again in a moment.' });
  }
  await MembershipModel.updateOne(
    { _id: new Types.ObjectId(user.id), round: { $lte: round } },
    { $set: { pageId: opened.id, pagePlan: plan, round } },
  );
  return { id: opened.id, url: opened.url };
}

/** The open payment page of a user; null if there is none. */
export async function openPageOf(userId: string): Promise<string | null> {
  const stored = await MembershipModel.findById(userId).lean<StoredMembership>();
  const page = stored?.pageId ? await subscriptions().findPage(stored.pageId) : null;
  return page?.status === 'open' ? page.url : null;
}

/** How the last payment page of a user stands, if this is its id; otherwise null. */
export async function viewMembershipPage(
  id: string,
  userId: string,
): Promise<{ status: 'open' | 'paid' | 'expired'; amount: number } | null> {
  const { pageId, pagePlan } = (await MembershipModel.findById(userId).lean<StoredMembership>()) ?? {};
  const page = pageId === id ? await subscriptions().findPage(id) : null;
  if (!page || !pagePlan || !isKeyOf(MEMBERSHIPS, pagePlan)) return null;
  return { status: page.status === 'complete' ? 'paid' : page.status, amount: MEMBERSHIPS[pagePlan].amount };
}

/** The provider's page for the card. WRONG_STATE for users who never were members. */
export async function openPortal(userId: string): Promise<{ id: string; url: string }> {
  const stored = await MembershipModel.findById(userId).lean<StoredMembership>();
  if (!stored?.customerId) throw notMember();
  return subscriptions().openPortal(stored.customerId, `${platform().config.appOrigin}${PAGE}`);
}

/** Ends a membership with its period, or keeps it. Idempotent. WRONG_STATE without one. */
export async function setEnding(userId: string, isEnding: boolean): Promise<Membership> {
  const stored = await MembershipModel.findById(userId).lean<StoredMembership>();
  const isMember = stored?.status === 'active' || stored?.status === 'pastDue';
  if (!stored?.subscriptionId || !isMember) throw notMember();
  if (stored.isEnding !== isEnding) await subscriptions().setEnding(stored.subscriptionId, isEnding);
  await refresh(stored.subscriptionId);
  return toMembership(await MembershipModel.findById(userId).lean<StoredMembership>());
}

async function recordOf(userId: string): Promise<StoredMembership> {
  const known = await MembershipModel.findById(userId).lean<StoredMembership>();
  if (known) return known;
  try {
    return (await MembershipModel.create({ _id: userId })).toObject();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return recordOf(userId);
  }
}

/** For the data export; null for users who never were members. */
export async function exportMembership(userId: string): Promise<Membership | null> {
  const stored = await MembershipModel.findById(userId).lean<StoredMembership>();
  return stored && toMembership(stored);
}

/** Nobody is charged for an account that they left: ends the membership with its period. */
export async function endForDeletion(userId: string): Promise<void> {
  const { status, cancelAtPeriodEnd } = toMembership(await MembershipModel.findById(userId).lean<StoredMembership>());
  if ((status === 'active' || status === 'pastDue') && !cancelAtPeriodEnd) await setEnding(userId, true);
}

/**
 * Forgets the membership of a deleted account, once nothing charges for it any more: what was asked of the provider
 * before may have been missed or undone. PROVIDER_DOWN, so that the account waits.
 */
export async function forgetMembership(userId: string): Promise<void> {
  const stored = await MembershipModel.findById(userId).lean<StoredMembership>();
  const { pageId, subscriptionId, status } = stored ?? {};
  // Its news may not have come: it may have been paid.
  const page = pageId ? await subscriptions().closePage(pageId) : null;
  const running = status === 'cancelled' ? null : subscriptionId;
  for (const id of new Set([running, page?.subscriptionId])) if (id) await subscriptions().endNow(id);
  await MembershipModel.deleteOne({ _id: new Types.ObjectId(userId) });
}

function memberAlready(): AppError {
  return new AppError('WRONG_STATE', { message: 'You have a membership already. You weren’t charged again.' });
}

function notMember(): AppError {
  return new AppError('WRONG_STATE', { message: 'You have no membership at the moment.' });
}
