import { defineFeature } from '../../platform/manifest/feature.ts';
import { movePayments } from './move-payments.ts';

/** Payments for films: one account for each event. */
export const orders = defineFeature({ name: 'orders', migrations: [movePayments] });
