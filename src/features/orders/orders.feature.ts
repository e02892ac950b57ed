import { defineFeature } from '../../platform/manifest/feature.ts';
import { movePayments } from './move-payments.ts';
import { type Memberships, memberships, type PromoCodes, promoCodes } from './orders.parts.ts';
import { ordersOf } from './place-order.service.ts';

/** Money: orders with their lines, one account of films for each event, and the ledger. */
export const orders = defineFeature({
  name: 'orders',
  migrations: [movePayments],
  // The law requires that orders outlive the account, like payments.
  accountData: { export: { orders: ordersOf } },
  provides: () => [promoCodes.is(NO_CODES), memberships.is(NO_MEMBERS)],
});

/** Until the features to the right provide theirs. */
const NO_CODES: PromoCodes = {
  offerFor: async () => ({ valid: false, reason: 'unknown' }),
  discountOf: () => 0,
  countUse: async () => undefined,
  giveBack: async () => undefined,
};
const NO_MEMBERS: Memberships = { hasMembership: async () => false };
