import type { Dispute, Payment, PaymentRequest, Payments, Refund } from '../../src/integrations/stripe.ts';
import type { PaymentMessage } from '../../src/integrations/stripe-messages.ts';
import { AppError } from '../../src/platform/errors.ts';

/** The vendor in memory, for sequences that would take minutes over HTTP; `sandbox/stripe.ts` speaks its protocol. */
export interface StripeModel extends Payments {
  sessionsOf(eventId: string): Payment[];
  /** Somebody pays; null for a session that is not open. */
  pay(id: string): PaymentMessage | null;
  /** The same page a second time, as if closing the first had not worked. */
  twin(id: string): void;
  timeOut(id: string): PaymentMessage | null;
  giveBack(id: string, amount: number): PaymentMessage | null;
  /** A bank does not take the last refund of a session. */
  failRefund(id: string): PaymentMessage | null;
  dispute(id: string): PaymentMessage | null;
  decide(id: string, status: 'won' | 'lost'): PaymentMessage | null;
  /** Cents of a session that are ours now. */
  netOf(id: string): number;
}

export function stripeModel(): StripeModel {
  const sessions = new Map<string, Payment & { url: string }>();
  const byEvent = new Map<string, string[]>();
  const byKey = new Map<string, string>();
  const refunds = new Map<string, Refund[]>();
  const disputes = new Map<string, Dispute[]>();
  const intentOf = (id: string) => `pi_${id}`;
  const copyOf = (id: string): Payment | null => {
    const found = sessions.get(id);
    return found ? { ...found } : null;
  };
  const refundsFor = (paymentIntent: string) => refunds.get(paymentIntent) ?? [];
  const takenOf = (paymentIntent: string) =>
    [
      ...refundsFor(paymentIntent).filter(({ isGood }) => isGood),
      ...(disputes.get(paymentIntent) ?? []).filter(({ status }) => status !== 'won'),
    ].reduce((sum, { amount }) => sum + amount, 0);
  const addRefund = (
    paymentIntent: string,
    amount: number,
    key: string | null,
    { isExcess = false, entry = null }: { isExcess?: boolean; entry?: string | null } = {},
  ): Refund => {
    const list = refundsFor(paymentIntent);
    const known = list.find((each) => key !== null && each.key === key);
    if (known) return known;
    const refund = {
      id: `re_${paymentIntent}_${list.length}`,
      paymentIntent,
      amount,
      isGood: true,
      key,
      isExcess,
      entry,
    };
    refunds.set(paymentIntent, [...list, refund]);
    return refund;
  };
  const end = (id: string, status: 'paid' | 'expired'): PaymentMessage | null => {
    const found = sessions.get(id);
    if (found?.status !== 'open') return null;
    sessions.set(id, {
      ...found,
      status,
      ...(status === 'paid' && { paymentIntent: intentOf(id), cardLast4: '4242' }),
    });
    const payment = copyOf(id);
    return payment && { about: 'session', payment };
  };

  return {
    async open(request: PaymentRequest) {
      const key = JSON.stringify(request);
      const known = byKey.get(key);
      const id = known ?? `cs_test_${sessions.size}`;
      if (!known) {
        const { eventId, userId, amount, target, cart } = request;
        const asked = { amount, target };
        const agreed = { orderId: cart?.orderId ?? null, cartId: cart?.id ?? null, contributionId: null };
        const fresh = { paymentIntent: null, cardLast4: null, currency: 'usd', tax: 0, status: 'open' as const };
        sessions.set(id, { id, url: `https://stripe.test/${id}`, eventId, userId, amount, asked, ...agreed, ...fresh });
        byKey.set(key, id);
        byEvent.set(eventId, [...(byEvent.get(eventId) ?? []), id]);
      }
      return sessions.get(id) ?? null;
    },
    async openContribution({ contributionId, eventId, lines }) {
      const id = `cs_test_of_${contributionId}`;
      const amount = lines.reduce((sum, line) => sum + line.amount, 0);
      const none = {
        userId: '',
        asked: null,
        orderId: null,
        cartId: null,
        paymentIntent: null,
        cardLast4: null,
        tax: 0,
      };
      const url = `https://stripe.test/${id}`;
      const fresh = { id, url, eventId, contributionId, amount, currency: 'usd', status: 'open' as const, ...none };
      if (!sessions.has(id)) byEvent.set(eventId, [...(byEvent.get(eventId) ?? []), id]);
      sessions.set(id, sessions.get(id) ?? fresh);
      return sessions.get(id) ?? null;
    },
    find: async (id) => copyOf(id),
    async expire(id) {
      end(id, 'expired');
      return copyOf(id);
    },
    findByIntent: async (paymentIntent) => copyOf(paymentIntent.replace(/^pi_/, '')),
    async refund({ paymentIntent, amount, key, why, entry = null }) {
      const isKnown = refundsFor(paymentIntent).some((each) => each.key === key);
      const left = (copyOf(paymentIntent.replace(/^pi_/, ''))?.amount ?? 0) - takenOf(paymentIntent);
      if (!isKnown && amount > left) throw new AppError('WRONG_STATE', { message: 'Stripe refused this refund.' });
      return addRefund(paymentIntent, amount, key, { isExcess: why === 'not-due', entry });
    },
    refundsOf: async (paymentIntent) => refundsFor(paymentIntent),
    disputesOf: async (paymentIntent) => disputes.get(paymentIntent) ?? [],
    sessionsSince: () => stream([...sessions.values()]),
    refundsSince: () => stream([...refunds.values()].flat()),
    disputesSince: () => stream([...disputes.values()].flat()),
    readWebhook: () => null,
    sessionsOf: (eventId) => (byEvent.get(eventId) ?? []).flatMap((id) => copyOf(id) ?? []),
    pay: (id) => end(id, 'paid'),
    twin(id) {
      const found = sessions.get(id);
      if (!found) return;
      const copy = { ...found, id: `cs_test_${sessions.size}`, status: 'open' as const, paymentIntent: null };
      sessions.set(copy.id, copy);
      byEvent.set(found.eventId, [...(byEvent.get(found.eventId) ?? []), copy.id]);
    },
    timeOut: (id) => end(id, 'expired'),
    giveBack(id, amount) {
      const found = sessions.get(id);
      if (found?.status !== 'paid') return null;
      const left = found.amount - takenOf(intentOf(id));
      if (left <= 0) return null;
      return { about: 'refund', refund: addRefund(intentOf(id), Math.min(left, amount), null) };
    },
    failRefund(id) {
      const list = refundsFor(intentOf(id));
      const last = list.findLast(({ isGood, isExcess }) => isGood && !isExcess);
      if (!last) return null;
      const failed = { ...last, isGood: false };
      refunds.set(
        intentOf(id),
        list.map((each) => (each.id === last.id ? failed : each)),
      );
      return { about: 'refund', refund: failed };
    },
    dispute(id) {
      const found = sessions.get(id);
      if (found?.status !== 'paid' || disputes.has(intentOf(id))) return null;
      const amount = found.amount - takenOf(intentOf(id));
      if (amount <= 0) return null;
      const dispute: Dispute = { id: `du_${id}`, paymentIntent: intentOf(id), amount, status: 'open' };
      disputes.set(intentOf(id), [dispute]);
      return { about: 'dispute', dispute };
    },
    decide(id, status) {
      const [open] = disputes.get(intentOf(id)) ?? [];
      if (open?.status !== 'open') return null;
      const dispute: Dispute = { ...open, status };
      disputes.set(intentOf(id), [dispute]);
      return { about: 'dispute', dispute };
    },
    netOf(id) {
      const found = sessions.get(id);
      return found?.status === 'paid' ? found.amount - takenOf(intentOf(id)) : 0;
    },
  };
}

async function* stream<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items;
}
