import type { EarnedCode } from '../../src/shared/contracts/media.ts';
import { checkPromoCode } from '../../src/shared/contracts/promo.ts';
import { api } from '../runtime/api.ts';
import { forgetCode } from './kept-code.ts';

/** Whether a kept code can be used for this event. One that is used up or over is forgotten. */
export async function isUsable({ code }: EarnedCode, eventId: string | null): Promise<boolean> {
  try {
    const query = eventId === null ? {} : { eventId };
    const { valid, reason } = await api.call(checkPromoCode, { params: { code }, query });
    if (reason === 'usedUp' || reason === 'unknown') forgetCode();
    return valid;
  } catch {
    // Offline, or too many tries: people can still type it.
    return false;
  }
}
