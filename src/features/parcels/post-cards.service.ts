import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import type { Order } from '../../shared/contracts/orders.ts';
import type { PostalAddress } from '../../shared/contracts/postcards.ts';
import type { ParcelStatus } from '../../shared/transitions.ts';
import type { BoughtThings } from '../checkout/things-cart.service.ts';
import { createParcel } from './create-parcel.ts';
import { freeUnits, freeUnitsAt } from './paid-units.ts';
import { toOrder } from './parcel.dto.ts';
import { ParcelModel, type StoredParcel } from './parcel.model.ts';

/** What is not waited for: not every maker tells us that a card has arrived. */
export const CARD_IS_OVER: readonly ParcelStatus[] = ['shipped', 'delivered', 'failed', 'cancelled'];

export interface PaidCards {
  left: number;
  /** Cents for one. */
  unitAmount: number;
}

/** A postcard that was paid for and not sent, for at least this price; null without one. @param least cents */
export async function freeCard(eventId: string, userId: string, least: number): Promise<BoughtThings | null> {
  const free = await freeUnitsAt(eventId, userId, ['postcard']);
  // What a payment is for that has just arrived is not free.
  return free.find(({ bought, unitAmount }) => bought.isSettled && unitAmount >= least)?.bought ?? null;
}

/** Cards that a user has paid for at an event and not sent, by the cents that were paid for each. */
export async function paidCards(eventId: string, userId: string): Promise<PaidCards[]> {
  const free = await freeUnitsAt(eventId, userId, ['postcard']);
  return free.filter(({ bought }) => bought.isSettled).map(({ left, unitAmount }) => ({ left, unitAmount }));
}

/** Whether a card has a parcel that was not cancelled. */
export async function isPosted(postcardId: string): Promise<boolean> {
  return (await ParcelModel.exists({ postcardId, status: { $ne: 'cancelled' } })) !== null;
}

/** Whether a card is still to be posted for somebody other than this user, who paid for it. */
export async function isPaidByAnother(postcardId: string, userId: string): Promise<boolean> {
  const open = { postcardId, status: { $nin: [...CARD_IS_OVER] } };
  return (await ParcelModel.exists({ ...open, userId: { $ne: new Types.ObjectId(userId) } })) !== null;
}

interface Card {
  postcardId: string;
  shipTo: PostalAddress;
  filmId: string;
  /** Null: as soon as it can’t be cancelled any more. */
  sendAt: Date | null;
  /** Cents that posting it there costs. */
  least: number;
}

/** Posts a card that was paid; false where nothing is left that is enough for it. Idempotent by the card. */
export async function postCard(bought: BoughtThings, { least, ...card }: Card): Promise<boolean> {
  if (await isPosted(card.postcardId)) return true;
  const free = await freeUnits(bought, 'postcard');
  if (!free || free.unitAmount < least) return isPosted(card.postcardId);
  try {
    await createParcel(bought, { product: 'postcard', quantity: 1, ...card });
    return true;
  } catch (error) {
    // Another run may have taken what was left for the same card.
    if (error instanceof AppError && error.code === 'WRONG_STATE') return isPosted(card.postcardId);
    throw error;
  }
}

/** Until when the addresses of an event's cards can be mended, by the card; without those that need nothing. */
export async function addressesToMend(eventId: string): Promise<ReadonlyMap<string, Date>> {
  const of = { eventId: new Types.ObjectId(eventId), postcardId: { $ne: null }, fixBy: { $ne: null } };
  const found = await ParcelModel.find(of, { postcardId: 1, fixBy: 1 }).lean<StoredParcel[]>();
  return new Map(found.flatMap(({ postcardId, fixBy }) => (fixBy ? [[String(postcardId), fixBy] as const] : [])));
}

/** The order of a card, for who paid for it; null for others, and while there is none. */
export async function orderOfCard(postcardId: string, userId: string | null): Promise<Order | null> {
  const last = await lastOfCard(postcardId);
  return last && String(last.userId) === userId ? toOrder(last) : null;
}

/** Whether a parcel is the one that its card stands as. */
export async function isLastOfCard(parcelId: string, postcardId: string): Promise<boolean> {
  return String((await lastOfCard(postcardId))?._id) === parcelId;
}

async function lastOfCard(postcardId: string): Promise<StoredParcel | null> {
  const [last] = await ParcelModel.find({ postcardId }).sort({ _id: -1 }).limit(1).lean<StoredParcel[]>();
  return last ?? null;
}
