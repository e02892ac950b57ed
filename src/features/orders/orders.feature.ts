import { defineFeature } from '../../platform/manifest/feature.ts';
import { exempt } from '../../platform/manifest/personal-data.ts';
import { movePayments } from './move-payments.ts';
import { ordersOf } from './place-order.service.ts';

/** Money: orders with their lines, one account of films for each event, and the ledger. */
export const orders = defineFeature({
  name: 'orders',
  migrations: [movePayments],
  // The law requires that orders outlive the account, like payments.
  accountData: {
    fields: { 'orders.email': exempt('Part of what was sold, which the law wants kept as it was.') },
    export: { orders: ordersOf },
  },
});
