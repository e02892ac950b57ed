import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Order } from '../../shared/contracts/orders.ts';
import type { PostalAddress } from '../../shared/contracts/postcards.ts';
import { ADDRESS_TERM } from '../../shared/limits.ts';
import { requireDeliverable } from '../profiles/postal-address.service.ts';
import { moveParcel, tellStep } from './move-parcel.ts';
import { toOrder } from './parcel.dto.ts';
import { ParcelModel, type StoredParcel } from './parcel.model.ts';

const NOT_FOUND = 'The post can’t find the address';
const BATCH = 200;

/** Its maker refused the address, so nobody has it: its buyer has a week to mend it. */
export async function askForAddress({ _id }: Pick<StoredParcel, '_id'>): Promise<void> {
  await change(
    { _id, status: 'paid' },
    { claimedAt: null, dueAt: null, fixBy: new Date(Date.now() + ADDRESS_TERM) },
    NOT_FOUND,
  );
}

/**
 * Sends a parcel to another address, in the country that was paid for. NOT_FOUND for others, WRONG_STATE where none is asked
 * for, FIELDS_REFUSED.
 */
export async function mendAddress(id: string, shipTo: PostalAddress, userId: string): Promise<Order> {
  const parcel = await ParcelModel.findById(id).lean<StoredParcel>();
  if (!parcel || String(parcel.userId) !== userId) {
    throw new AppError('NOT_FOUND', { message: 'There is no such order.' });
  }
  if (!parcel.fixBy) throw notAsked();
  if (shipTo.country !== parcel.shipTo.country) {
    const message = 'It was paid to go to the other country. Cancel it, and order it again for this one.';
    throw new AppError('FIELDS_REFUSED', { message, fields: { 'shipTo.country': message } });
  }
  requireDeliverable(shipTo);
  const mended = await change(
    { _id: parcel._id, status: 'paid', fixBy: { $gt: new Date(0) } },
    { shipTo, fixBy: null, dueAt: new Date(), lateSince: null, tries: parcel.tries + 1 },
    'You mended the address',
  );
  if (!mended) throw notAsked();
  return toOrder(mended);
}

/** Gives up what nobody mended in time, so that its money goes back. */
export async function giveUpAddresses(now: Date): Promise<void> {
  const late = await ParcelModel.find({ fixBy: { $gt: new Date(0), $lte: now } })
    .limit(BATCH)
    .lean<StoredParcel[]>();
  for (const parcel of late) await moveParcel(parcel, { to: 'failed', text: NOT_FOUND, isUnclaimed: true });
}

type Change = Partial<Pick<StoredParcel, 'claimedAt' | 'dueAt' | 'lateSince' | 'fixBy' | 'shipTo' | 'tries'>>;

/** Changes a parcel that stays in its status, and tells everybody; null if it has moved on. */
async function change(filter: object, set: Change, text: string): Promise<StoredParcel | null> {
  const changed = await ParcelModel.findOneAndUpdate(
    filter,
    { $set: { ...set, isTold: false }, $push: { events: { at: new Date(), status: 'paid', text } } },
    { returnDocument: 'after' },
  ).lean<StoredParcel>();
  if (changed)
    await tellStep(changed).catch((err) => platform().log.warn({ err }, 'a change of address is not told yet'));
  return changed;
}

function notAsked(): AppError {
  return new AppError('WRONG_STATE', { message: 'This order goes to the address that it has.' });
}

/** What its maker knows a parcel by: another one for each address, as makers keep the first order of an id. */
export function makerOrderId({ _id, tries }: Pick<StoredParcel, '_id' | 'tries'>): string {
  return tries > 0 ? `${_id}-${tries}` : String(_id);
}

/** The parcel that a maker names; null for what can’t be one. */
export function parcelNamed(id: string): Types.ObjectId | null {
  const [own = ''] = id.split('-');
  return Types.ObjectId.isValid(own) ? new Types.ObjectId(own) : null;
}
