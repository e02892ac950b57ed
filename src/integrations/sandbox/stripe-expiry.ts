import type { Notify } from './stripe-answers.ts';
import { toSession } from './stripe-payments.ts';
import { SessionModel } from './stripe-store.ts';

/** Closes an open session; null where there is none. */
export async function expireSession(filter: Record<string, unknown>, appOrigin: string) {
  const expired = await SessionModel.findOneAndUpdate(
    { ...filter, status: 'open' },
    { $set: { status: 'expired' } },
    { returnDocument: 'after' },
  ).lean();
  return expired && toSession(expired, appOrigin);
}

/** Closes sessions whose time is over, as the vendor does by itself. */
export async function expireOld(appOrigin: string, notify: Notify): Promise<void> {
  for (;;) {
    const expired = await expireSession({ expiresAt: { $lte: new Date() } }, appOrigin);
    if (!expired) return;
    notify('checkout.session.expired', expired);
  }
}
