/** What a card costs its receiver. `percent` is of the whole charge, `cents` is added. */
export interface CardFee {
  percent: number;
  cents: number;
}

/** Default of the configuration. */
export const CARD_FEE: CardFee = { percent: 2.9, cents: 30 };

/** Cents added to a contribution, so that all of it arrives after the card's cost. */
export function feeFor(amount: number, { percent, cents }: CardFee): number {
  // Whole numbers: a percentage has two decimals at most.
  const left = 10_000 - Math.round(percent * 100);
  return Math.ceil(((amount + cents) * 10_000) / left) - amount;
}

export const CONTRIBUTION_KINDS = ['pool', 'tree'] as const;
export const CONTRIBUTION_STATUSES = ['pending', 'paid', 'refunded'] as const;
export const REWARD_STATUSES = ['offered', 'ordered', 'delivered', 'failed', 'returned'] as const;

/** Amounts to choose from, in cents. */
export const POOL_AMOUNTS = [1000, 2000, 5000] as const;
