import { createLimiter } from '../../platform/http/rate-limits.ts';
import { TEXTS } from '../../shared/limits.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { senderIdOf } from '../events/mails-to-others.service.ts';
import { texts } from '../texts/texts.parts.ts';

const DAY = 24 * 3600;
/** Texts of an account in a day. */
const ofAccount = createLimiter('texts-of-account', { points: TEXTS.perAccount, seconds: DAY });
const ofSite = createLimiter('texts-of-site', { points: TEXTS.perSite, seconds: DAY });

type Sender = Pick<EventRecord, 'id' | 'creatorId'>;

/** What a board says about texts that we send: how many are left today, and which ways we have. */
export interface TextOffer {
  left: number;
  isSandbox: boolean;
  hasWhatsApp: boolean;
}

export async function textOffer(event: EventRecord): Promise<TextOffer> {
  const used = await ofAccount.used(senderIdOf(event));
  const { isSandbox, hasWhatsApp } = texts();
  return { left: Math.max(0, TEXTS.perAccount - used), isSandbox, hasWhatsApp };
}

/**
 * Takes texts from the day of the account and the site; false when a limit is reached, without taking any.
 * @param parts as phone companies count them
 */
export async function takeTexts(event: Sender, parts: number): Promise<boolean> {
  let isOver = false;
  for (let n = 0; n < parts; n++) {
    const [mine, all] = [await ofAccount.count(senderIdOf(event)), await ofSite.count('all')];
    isOver ||= mine.isOver || all.isOver;
  }
  if (isOver) await giveBackTexts(event, parts);
  return !isOver;
}

/** For texts that do not go after all. */
export async function giveBackTexts(event: Sender, parts: number): Promise<void> {
  for (let n = 0; n < parts; n++) {
    await ofAccount.giveBack(senderIdOf(event));
    await ofSite.giveBack('all');
  }
}
