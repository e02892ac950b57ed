import type { Subscriptions } from '../../integrations/stripe-subscriptions.ts';
import { part } from '../../platform/part.ts';

/** Stripe, or its sandbox without keys. */
export const subscriptions = part<Subscriptions>('subscriptions');
