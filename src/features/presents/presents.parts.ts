import type { TreePlanting } from '../../integrations/ecologi.ts';
import type { GiftCards } from '../../integrations/tremendous.ts';
import { part } from '../../platform/part.ts';

/** Tremendous, or its sandbox without a key. */
export const giftCards = part<GiftCards>('gift cards');

/** Ecologi, or its sandbox without a key. */
export const treePlanting = part<TreePlanting>('tree planting');
