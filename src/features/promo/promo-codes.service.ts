import { setTimeout as wait } from 'node:timers/promises';
import { Types } from 'mongoose';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { addressKey, createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import type { PromoCode, PromoCodeBody } from '../../shared/contracts/promo.ts';
import { PROMO, type PromoRefusal } from '../../shared/promo.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { requireEvent } from '../events/events.access.ts';
import { offerFor } from './promo.service.ts';
import { toPromoCode } from './promo-code.dto.ts';
import { PromoCodeModel, type StoredPromoCode } from './promo-code.model.ts';

const { perAccount, perAddress, window: seconds } = PROMO.checks;
const byAccount = createLimiter('promo-checks', { points: perAccount, seconds });
const byAddress = createLimiter('promo-checks-of-address', { points: perAddress, seconds });
const LISTED = 100;

export interface CheckedCode {
  valid: boolean;
  label?: string;
  /** Cents. */
  amountOff?: number;
  reason?: PromoRefusal;
}

/**
 * Tells whether a code can be used, after the same time for every code. TOO_MANY_REQUESTS for people who guess;
 * NOT_FOUND for an event that isn't theirs.
 */
export async function checkCode(
  { code, eventId }: { code: string; eventId: string | undefined },
  viewer: Viewer,
  userId: string,
): Promise<CheckedCode> {
  await countTry({ userId, ip: viewer.ip });
  const event = eventId === undefined ? null : (await requireEvent('event.pay', eventId, viewer)).event;
  const asked = { code, userId, eventId: event?.id ?? null, occasion: event?.occasion ?? null, cartId: null };
  const [offer] = await Promise.all([offerFor(asked), wait(PROMO.answerAfter)]);
  if (!offer.valid) return { valid: false, reason: offer.reason };
  const { label, kind, value } = offer;
  return { valid: true, label, ...(kind === 'amount' && { amountOff: value }) };
}

/** Counts a code that somebody tries, here or in a cart. TOO_MANY_REQUESTS for people who guess. */
export async function countTry({ userId, ip }: { userId: string; ip: string }): Promise<void> {
  const counts = await Promise.all([byAccount.count(userId), byAddress.count(addressKey(ip))]);
  const over = counts.find(({ isOver }) => isOver);
  if (over) throw tooMany(over.secondsLeft, 'That were many codes. Please wait a few minutes and try again.');
}

/** Codes that a user has earned, newest first. */
export async function codesOf(userId: string): Promise<PromoCode[]> {
  const found = await PromoCodeModel.find({ ownerUserId: new Types.ObjectId(userId) })
    .sort({ createdAt: -1 })
    .lean<StoredPromoCode[]>();
  return found.map(toPromoCode);
}

/** The newest codes by staff. */
export async function staffCodes(): Promise<PromoCode[]> {
  const found = await PromoCodeModel.find({ source: 'staff' })
    .sort({ createdAt: -1 })
    .limit(LISTED)
    .lean<StoredPromoCode[]>();
  return found.map(toPromoCode);
}

/** DUPLICATE if there is one of this name. */
export async function createCode(body: PromoCodeBody, actorId: string): Promise<PromoCode> {
  const { code, startsAt, endsAt, reason = null, ...limits } = body;
  const times = { startsAt: startsAt ? new Date(startsAt) : null, endsAt: endsAt ? new Date(endsAt) : null };
  try {
    const created = await PromoCodeModel.create({ _id: code, ...limits, ...times, source: 'staff' });
    const isoTimes = { startsAt: times.startsAt?.toISOString() ?? null, endsAt: times.endsAt?.toISOString() ?? null };
    const details = { code, ...limits, ...isoTimes, reason };
    await recordAudit({ actorId, subjectId: null, action: 'promo.created', details });
    return toPromoCode(created.toObject());
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AppError('DUPLICATE', { message: 'There is a code of this name already. Please choose another.' });
  }
}

/** Ends a code now; idempotent. NOT_FOUND if there is none. */
export async function endCode(code: string, actorId: string): Promise<PromoCode> {
  const now = new Date();
  const ended = await PromoCodeModel.findOneAndUpdate(
    { _id: code, $or: [{ endsAt: null }, { endsAt: { $gt: now } }] },
    { $set: { endsAt: now } },
    { returnDocument: 'before' },
  ).lean<StoredPromoCode>();
  if (ended) {
    const details = { code, before: ended.endsAt?.toISOString() ?? null, after: now.toISOString() };
    await recordAudit({ actorId, subjectId: null, action: 'promo.ended', details });
  }
  const known = await PromoCodeModel.findById(code).lean<StoredPromoCode>();
  if (!known) throw new AppError('NOT_FOUND', { message: 'There is no such code.' });
  return toPromoCode(known);
}

/** Erases what names a user: their unused codes, and themselves in others. */
export async function forgetOwner(userId: string): Promise<void> {
  const ownerUserId = new Types.ObjectId(userId);
  await PromoCodeModel.deleteMany({ ownerUserId, uses: { $size: 0 } });
  await PromoCodeModel.updateMany({ ownerUserId }, { $set: { ownerUserId: null } });
}
