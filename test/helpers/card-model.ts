import type { CardOrder, CardOutcome, GiftCards } from '../../src/integrations/tremendous.ts';
import { AppError } from '../../src/platform/errors.ts';

/** What happens to the next call: it fails before or after the work, is refused, or has to be approved. */
export type CardMood = 'fine' | 'lost' | 'unheard' | 'refused' | 'held';

/** The partner in memory, for sequences; `sandbox/tremendous.ts` speaks its protocol. */
export interface CardModel extends GiftCards {
  /** Cents of an order that was executed; 0 for others. */
  spentOn(externalId: string): number;
  /** Ids of executed orders. */
  executed(): string[];
  /** Decides about everything that waits. */
  decideAll(isApproved: () => boolean): void;
}

/** @param mood asked for each call */
export function cardModel(mood: () => CardMood): CardModel {
  const orders = new Map<string, { order: CardOrder; status: 'EXECUTED' | 'FAILED' | 'HELD' }>();
  const down = () => new AppError('PROVIDER_DOWN', { message: 'The partner is away.' });
  const outcomeOf = (externalId: string): CardOutcome | null => {
    const found = orders.get(externalId);
    if (!found) return null;
    if (found.status === 'FAILED') return { state: 'failed', why: 'FAILED' };
    if (found.status === 'HELD') return { state: 'waiting' };
    return {
      state: 'done',
      rewardId: externalId,
      link: found.order.email === null ? `https://card.test/${externalId}` : null,
    };
  };
  return {
    isSandbox: true,
    products: async () => [
      { id: 'CARD', name: 'Card', category: 'visa_card', min: 1, max: 100_000, images: [], disclosure: '' },
    ],
    async order(order) {
      const now = mood();
      if (now === 'lost') throw down();
      if (now === 'refused') return { state: 'failed', why: 'out of stock' };
      const { externalId } = order;
      if (!orders.has(externalId)) orders.set(externalId, { order, status: now === 'held' ? 'HELD' : 'EXECUTED' });
      if (now === 'unheard') throw down();
      return outcomeOf(externalId) ?? { state: 'waiting' };
    },
    async find(externalId) {
      if (mood() === 'lost') throw down();
      return outcomeOf(externalId);
    },
    orderOf: async () => null,
    readWebhook: () => null,
    mailOf: async () => 'arrived',
    resend: async () => undefined,
    spentOn(externalId) {
      const found = orders.get(externalId);
      return found?.status === 'EXECUTED' ? found.order.amount : 0;
    },
    executed: () => [...orders].filter(([, { status }]) => status === 'EXECUTED').map(([id]) => id),
    decideAll(isApproved) {
      for (const found of orders.values()) {
        if (found.status === 'HELD') found.status = isApproved() ? 'EXECUTED' : 'FAILED';
      }
    },
  };
}
