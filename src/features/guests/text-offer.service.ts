import { createLimiter } from '../../platform/http/rate-limits.ts';
import { TEXTS } from '../../shared/limits.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { senderIdOf } from '../events/mails-to-others.service.ts';
import { texts } from '../texts/texts.parts.ts';

/** Texts of an account in a day. */
export const textsOfAccount = createLimiter('texts-of-account', { points: TEXTS.perAccount, seconds: 24 * 3600 });

/** What a board says about texts that we send: how many are left today, and which ways we have. */
export interface TextOffer {
  left: number;
  isSandbox: boolean;
  hasWhatsApp: boolean;
}

export async function textOffer(event: EventRecord): Promise<TextOffer> {
  const used = await textsOfAccount.used(senderIdOf(event));
  const { isSandbox, hasWhatsApp } = texts();
  return { left: Math.max(0, TEXTS.perAccount - used), isSandbox, hasWhatsApp };
}
