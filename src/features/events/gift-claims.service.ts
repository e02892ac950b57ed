import { createHash } from 'node:crypto';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Undelivered } from '../../shared/contracts/events.ts';
import { listNames } from '../../shared/format.ts';
import type { EventRecord } from './find-events.service.ts';
import { GiftMailModel, type StoredGiftMail } from './gift-mail.model.ts';

/* Each film goes once to each address or number, whatever crashes and however often it is given. */

/** How many recipients of a delivery it went out to, and why others got nothing. */
export interface Sent {
  sent: number;
  undelivered: Undelivered[];
}

interface Claim {
  deliveryId: string;
  /** Takes from the limits; false when one is reached. */
  take(): Promise<boolean>;
}

/**
 * Claims an address or number for an event's current film. `claimed`: by this delivery, now or before a crash; `taken`: by
 * another one, so nothing goes; `limit`: nothing may go.
 */
export async function claimGift(
  event: EventRecord,
  at: string,
  { deliveryId, take }: Claim,
): Promise<'claimed' | 'taken' | 'limit'> {
  const _id = giftIdOf(event, at);
  const claimed = await claim(_id, hash(at), deliveryId);
  if (claimed === 'again') return 'claimed';
  if (claimed === 'taken') return 'taken';
  if (!(await take())) {
    await GiftMailModel.deleteOne({ _id, deliveryId });
    return 'limit';
  }
  await GiftMailModel.updateOne({ _id }, { $set: { isCounted: true } });
  return 'claimed';
}

/** It did not arrive, so that it may go there again. */
export async function releaseGift(event: EventRecord, at: string): Promise<void> {
  await GiftMailModel.deleteOne({ _id: giftIdOf(event, at) });
}

/** WRONG_STATE if all of them got the current film. */
export async function refuseSecond(
  event: EventRecord,
  people: readonly { at: string; firstName: string }[],
  what: 'email' | 'text',
): Promise<void> {
  const ids = new Set(people.map(({ at }) => giftIdOf(event, at)));
  if ((await GiftMailModel.countDocuments({ _id: { $in: [...ids] }, isCounted: true })) < ids.size) return;
  const who = listNames(people.map(({ firstName }) => firstName));
  throw new AppError('WRONG_STATE', {
    message: `${who} already got the ${what} for this film. We only send it once. Hand over the link yourself this time.`,
  });
}

export function giftUrl({ privateKey }: EventRecord): string {
  return `${platform().config.appOrigin}/e/${privateKey}`;
}

export function addressOf(email: string | null | undefined): string {
  return (email ?? '').trim().toLowerCase();
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** `again`: claimed earlier by this delivery, which may have crashed; `taken`: by another one for the same film. */
async function claim(_id: string, address: string, deliveryId: string): Promise<'new' | 'again' | 'taken'> {
  // A delivery that ran during a render is repeated with the new film.
  if (await GiftMailModel.exists({ deliveryId, address, isCounted: true })) return 'again';
  try {
    const set = { $set: { deliveryId, address }, $setOnInsert: { createdAt: new Date() } };
    await GiftMailModel.updateOne({ _id, isCounted: false }, set, { upsert: true });
    return 'new';
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const known = await GiftMailModel.findById(_id).lean<StoredGiftMail>();
    return known?.deliveryId === deliveryId ? 'again' : 'taken';
  }
}

function giftIdOf({ currentFilmId }: Pick<EventRecord, 'currentFilmId'>, at: string): string {
  return hash(`${currentFilmId}\n${at}`);
}
