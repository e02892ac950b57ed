import { toInvoice, toMemberSession, toSubscription } from './stripe-member-answers.ts';
import {
  BAD_CARD,
  changeMember,
  MemberModel,
  nowInSeconds,
  periodAfter,
  type StoredMember,
  sumsOf,
} from './stripe-member-store.ts';

export interface SandboxMember {
  id: string;
  name: string;
  amount: number;
  session: 'open' | 'complete' | 'expired';
  status: string;
  cardLast4: string;
  cancelUrl: string;
  /** Where its portal leads back to. */
  returnPath: string;
}

/** What people and time do to subscriptions at the vendor. */
export interface SandboxMembers {
  find(id: string): Promise<SandboxMember | null>;
  /** Somebody taps Subscribe. Answers where to go on; null for a page that is not open. */
  subscribe(id: string): Promise<string | null>;
  /** A new card, which also pays what is due; or one that will be declined. */
  changeCard(id: string, isGood: boolean): Promise<void>;
  /** The period is over: it renews, the card is declined, another attempt fails, or it ends. */
  endPeriod(id: string): Promise<void>;
  /** The last attempt failed: the vendor gives up. */
  giveUp(id: string): Promise<void>;
}

type Send = (type: string, object: object) => Promise<void>;

export function membersAt(appOrigin: string, send: Send): SandboxMembers {
  const told = async (type: string, member: StoredMember) => {
    await send(type, toInvoice(member));
    await send('customer.subscription.updated', toSubscription(member));
  };
  const get = (id: string) => MemberModel.findById(id).lean<StoredMember>().exec();

  return {
    async find(id) {
      const member = await get(id);
      if (!member) return null;
      const { name, amount, session, status, cardLast4, cancelUrl } = member;
      return { id, name, amount, session, status, cardLast4, cancelUrl, returnPath: new URL(cancelUrl).pathname };
    },
    async subscribe(id) {
      const known = await get(id);
      if (!known) return null;
      const start = nowInSeconds();
      const period = { periodStart: start, periodEnd: periodAfter(start, known.interval) };
      const facts = { session: 'complete' as const, status: 'active' as const, isPaid: true, invoices: 1, attempts: 1 };
      const member = (await changeMember(id, { session: 'open' }, { ...facts, ...period })) ?? (await get(id));
      if (member?.session !== 'complete') return null;
      await send('invoice.paid', toInvoice(member));
      await send('checkout.session.completed', toMemberSession(member, appOrigin));
      return member.successUrl;
    },
    async changeCard(id, isGood) {
      const cardLast4 = isGood ? '4242' : BAD_CARD;
      const member = await changeMember(id, {}, { cardLast4 });
      const paid = isGood && (await changeMember(id, { statuses: ['past_due'] }, { status: 'active', isPaid: true }));
      if (paid) await told('invoice.paid', paid);
      else if (member) await send('customer.subscription.updated', toSubscription(member));
    },
    async endPeriod(id) {
      const known = await get(id);
      if (!known) return;
      const { status, isEnding, periodEnd, interval, cardLast4, invoices, attempts } = known;
      if (status === 'active' && isEnding) return end(id, periodEnd);
      const next = status === 'active' && {
        periodStart: periodEnd,
        periodEnd: periodAfter(periodEnd, interval),
        invoices: invoices + 1,
        reason: 'subscription_cycle' as const,
        balance: sumsOf(known).credit,
        unused: 0,
      };
      const isPaid = cardLast4 !== BAD_CARD || sumsOf({ ...known, ...next }).due === 0;
      const member = await changeMember(
        id,
        { statuses: ['active', 'past_due'] },
        { ...next, status: isPaid ? 'active' : 'past_due', isPaid, attempts: next ? 1 : attempts + 1 },
      );
      if (member) await told(isPaid ? 'invoice.paid' : 'invoice.payment_failed', member);
    },
    giveUp: (id) => end(id, nowInSeconds()),
  };

  async function end(id: string, endedAt: number): Promise<void> {
    const member = await changeMember(id, { statuses: ['active', 'past_due'] }, { status: 'canceled', endedAt });
    if (member) await send('customer.subscription.deleted', toSubscription(member));
  }
}
