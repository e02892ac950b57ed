import type { Payments } from '../../integrations/stripe.ts';
import { part } from '../../platform/part.ts';

/** Stripe, or its sandbox without keys. */
export const payments = part<Payments>('payments');
