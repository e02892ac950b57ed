import type { Membership } from '../../shared/contracts/membership.ts';
import { MEMBERSHIP } from '../../shared/limits.ts';
import type { StoredMembership } from './membership.model.ts';

/** Whether films can be published with a membership at a time. Pure. */
export function isGood(
  { status, periodStart, periodEnd }: Pick<StoredMembership, 'status' | 'periodStart' | 'periodEnd'>,
  now: number,
): boolean {
  // The provider may tell of a renewal a little later.
  if (status === 'active') return now < (periodEnd?.getTime() ?? 0) + MEMBERSHIP.late;
  return status === 'pastDue' && now < (periodStart?.getTime() ?? 0) + MEMBERSHIP.grace;
}

export function toMembership(stored: StoredMembership | null, now = Date.now()): Membership {
  const { status = 'none', plan, periodStart, periodEnd, isEnding = false, cardLast4, nextAttempt } = stored ?? {};
  const isLate = status === 'pastDue';
  const grace = isLate && periodStart ? new Date(periodStart.getTime() + MEMBERSHIP.grace) : null;
  return {
    status,
    plan: plan ?? null,
    currentPeriodEnd: periodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd: isEnding,
    isGood: stored !== null && isGood(stored, now),
    cardLast4: cardLast4 ?? null,
    dueSince: isLate ? (periodStart?.toISOString() ?? null) : null,
    nextAttempt: isLate ? (nextAttempt?.toISOString() ?? null) : null,
    graceUntil: grace?.toISOString() ?? null,
  };
}
