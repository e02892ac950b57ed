import type { Refund } from '../../integrations/stripe.ts';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { StuckRefund } from '../../shared/contracts/staff-orders.ts';
import { type StoredStuckRefund, StuckRefundModel } from './stuck-refund.model.ts';

/** As many as anybody handles in a day. */
const SHOWN = 50;

/** Puts a refund that did not go through on the list of the desk. Idempotent by its id. */
export async function noteStuckRefund({ id, ...facts }: Omit<StuckRefund, 'at'>): Promise<void> {
  const fresh = { ...facts, currency: facts.currency.toUpperCase(), at: new Date() };
  const done = await StuckRefundModel.updateOne({ _id: id }, { $setOnInsert: fresh }, { upsert: true });
  if (done.upsertedCount === 1) platform().log.error({ refund: id, why: facts.why }, 'a refund did not go through');
}

/** Asks for a refund; null where Stripe refuses it. */
export async function unlessRefused(ask: () => Promise<Refund>): Promise<Refund | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError && error.code === 'WRONG_STATE') return null;
    throw error;
  }
}

/** Refunds that need somebody, the oldest first; `count` stops at 50. */
export async function stuckRefunds(): Promise<{ count: number; refunds: StuckRefund[] }> {
  const found = await StuckRefundModel.find({ handledAt: null })
    .sort({ at: 1 })
    .limit(SHOWN)
    .lean<StoredStuckRefund[]>();
  return { count: found.length, refunds: found.map(toDto) };
}

/** NOT_FOUND for one that is not there, or was settled by somebody else. */
export async function findStuckRefund(id: string): Promise<StuckRefund> {
  const found = await StuckRefundModel.findOne({ _id: id, handledAt: null }).lean<StoredStuckRefund>();
  if (found) return toDto(found);
  throw new AppError('NOT_FOUND', { message: 'This is settled already, or there is no such refund.' });
}

/** Takes a refund off the list. Idempotent. */
export async function settleStuckRefund(id: string): Promise<void> {
  await StuckRefundModel.updateOne({ _id: id, handledAt: null }, { $set: { handledAt: new Date() } });
}

function toDto({ _id, paymentId, eventId, userId, amount, currency, why, at }: StoredStuckRefund): StuckRefund {
  return {
    id: _id,
    paymentId,
    eventId: eventId ? String(eventId) : null,
    userId: userId ? String(userId) : null,
    amount,
    currency,
    why,
    at: at.toISOString(),
  };
}
