import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { ADD_ONS } from '../../shared/catalogue.ts';
import type { Order, OrderGlance, ParcelProduct } from '../../shared/contracts/orders.ts';
import type { PostalAddress } from '../../shared/contracts/postcards.ts';
import { isKeyOf } from '../../shared/known-values.ts';
import { boughtThings, ownBought } from '../checkout/things-cart.service.ts';
import { noSuchEvent, requireChangeable } from '../events/events.access.ts';
import { type EventRecord, findEvent, joinEvent, joinedEvent } from '../events/find-events.service.ts';
import { findFilmToKeep } from '../films/film-to-keep.service.ts';
import { checkFilm } from '../films/film-versions.service.ts';
import type { SettledOrder } from '../orders/domain-events.ts';
import { coversPostage } from '../orders/unit-values.service.ts';
import { listCountries } from '../profiles/countries.service.ts';
import { problemsOfAddress, requireDeliverable } from '../profiles/postal-address.service.ts';
import { createParcel } from './create-parcel.ts';
import { isMade, thingOf } from './made-things.service.ts';
import { moveParcel } from './move-parcel.ts';
import { freeUnits, freeUnitsAt } from './paid-units.ts';
import { toGlance, toOrder } from './parcel.dto.ts';
import { ParcelModel, type StoredParcel } from './parcel.model.ts';
import { CANCELLED_BY_BUYER } from './parcel-mails.ts';

/** Orders of one event: nobody has more. */
const SHOWN = 100;

interface Asked {
  cartId: string;
  product: ParcelProduct;
  quantity: number;
  shipTo: PostalAddress;
  filmId?: string | undefined;
}

/**
 * Orders what was paid. FIELDS_REFUSED for an address that the post can’t find or that costs more postage than was paid,
 * WRONG_STATE for what is not paid.
 */
export async function orderThing(asked: Asked, userId: string): Promise<Order> {
  const { cartId, product, quantity, shipTo, filmId } = asked;
  const bought = await ownBought(cartId, userId);
  const event = await findEvent(bought.order.eventId);
  if (!event || event.creatorId !== userId) throw noSuchEvent();
  requireChangeable(event);
  if (!isMade(product)) throw new AppError('WRONG_STATE', { message: 'We don’t make this at the moment.' });
  requireDeliverable(shipTo);
  if (!coversPostage(bought.order, shipTo.country)) {
    const message = 'Postage to this country costs more than was paid. Please choose another address, or write to us.';
    throw new AppError('FIELDS_REFUSED', { message, fields: { 'shipTo.country': message } });
  }
  if (filmId && (await findFilmToKeep(event, filmId)) === null) {
    throw new AppError('FIELDS_REFUSED', {
      message: 'There is no such version of the film.',
      fields: { filmId: 'There is no such version of the film.' },
    });
  }
  const isMaking = event.status === 'finalizing';
  const chosen = filmId ?? (isMaking ? null : event.currentFilmId);
  return toOrder(await createParcel(bought, { product, quantity, shipTo, filmId: chosen }));
}

/** Orders what a cart bought with an address; what has none waits for one. Idempotent. */
export async function orderSettledThings({ order }: SettledOrder): Promise<void> {
  const bought = order.cartId === null ? null : await boughtThings(order.cartId);
  const { shipTo } = bought ?? {};
  if (!bought || !shipTo || problemsOfAddress(shipTo).length > 0) return;
  // The address may have been changed while its page for another country was open.
  if (!coversPostage(bought.order, shipTo.country)) return;
  const tooOldFilmId = await outdatedBy(bought.order);
  for (const product of ['dvd', 'usb', 'videobook'] as const) {
    const free = isMade(product) ? await freeUnits(bought, product) : null;
    // The film of this order may still have to be made.
    if (free) await createIfLeft(bought, { product, quantity: free.left, shipTo, filmId: null, tooOldFilmId });
  }
}

/** The current film where an order pays for the one that follows it; otherwise null. */
async function outdatedBy({ eventId, film }: SettledOrder['order']): Promise<string | null> {
  const event = film.due + film.covered > 0 ? await findEvent(eventId) : null;
  return event?.currentFilmId && (await checkFilm(event)).isOutdated ? event.currentFilmId : null;
}

/** Somebody may order or refund it meanwhile. */
async function createIfLeft(...given: Parameters<typeof createParcel>): Promise<void> {
  try {
    await createParcel(...given);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'WRONG_STATE')) throw error;
  }
}

interface Page {
  cursor?: string | undefined;
  limit: number;
  eventId?: string | undefined;
}

/** A user’s orders, newest first. @param cursor id of the last one seen */
export async function listOrdersOf(userId: string, { cursor, limit, eventId }: Page) {
  const own = { userId: new Types.ObjectId(userId), ...(eventId && { eventId: new Types.ObjectId(eventId) }) };
  const after = cursor && Types.ObjectId.isValid(cursor) ? { _id: { $lt: new Types.ObjectId(cursor) } } : {};
  const [found, total] = await Promise.all([
    ParcelModel.find({ ...own, ...after })
      .sort({ _id: -1 })
      .limit(limit + 1)
      .lean<StoredParcel[]>(),
    ParcelModel.countDocuments(own),
  ]);
  const shown = found.slice(0, limit);
  return { orders: shown.map(toOrder), total, nextCursor: found.length > limit ? String(shown.at(-1)?._id) : null };
}

/** A user's last orders that were not cancelled, newest first, with their events; none of deleted ones. */
export async function lastOrdersOf(userId: string, limit: number): Promise<{ order: Order; event: EventRecord }[]> {
  const found = await ParcelModel.aggregate<StoredParcel>([
    { $match: { userId: new Types.ObjectId(userId), status: { $ne: 'cancelled' } } },
    { $sort: { _id: -1 } },
    { $limit: limit },
    joinEvent('eventId'),
  ]);
  return found.flatMap((parcel) => {
    const event = joinedEvent(parcel);
    return event && event.status !== 'deleted' ? [{ order: toOrder(parcel), event }] : [];
  });
}

/** Orders of an event by anybody, newest first. @param but a user whose own are left out */
export async function ordersAt(eventId: string, but: string | null = null): Promise<OrderGlance[]> {
  const of = { eventId: new Types.ObjectId(eventId), ...(but && { userId: { $ne: new Types.ObjectId(but) } }) };
  const found = await ParcelModel.find(of).sort({ _id: -1 }).limit(SHOWN).lean<StoredParcel[]>();
  return found.map(toGlance);
}

/** Takes an order back, with its money. NOT_FOUND for others, WRONG_STATE once it may have reached its maker. */
export async function cancelParcel(id: string, userId: string): Promise<Order> {
  const parcel = await ParcelModel.findById(id).lean<StoredParcel>();
  if (!parcel || String(parcel.userId) !== userId) {
    throw new AppError('NOT_FOUND', { message: 'There is no such order.' });
  }
  const cancelled = await moveParcel(parcel, { to: 'cancelled', text: CANCELLED_BY_BUYER, isUnclaimed: true });
  if (cancelled) return toOrder(cancelled);
  const now = await ParcelModel.findById(id, { status: 1 }).lean<Pick<StoredParcel, 'status'>>();
  throw new AppError('WRONG_STATE', { message: (now && TOO_LATE[now.status]) ?? BEING_MADE });
}

const BEING_MADE = 'It’s too late to cancel: it’s being made.';
const TOO_LATE: Partial<Record<StoredParcel['status'], string>> = {
  cancelled: 'It’s cancelled already.',
  failed: 'It couldn’t be made, so there’s nothing to cancel.',
  shipped: 'It’s too late to cancel: it’s in the post.',
  delivered: 'It’s too late to cancel: it has arrived.',
};

/** What was paid for at an event and has no address yet. */
export interface WaitingThing {
  cartId: string;
  product: ParcelProduct;
  name: string;
  left: number;
  /** Where the postage that was paid is enough: ISO 3166-1 alpha-2. */
  countries: string[];
}

/** What a user has paid for at an event and that still needs an address. */
export async function waitingThings(eventId: string, userId: string): Promise<WaitingThing[]> {
  const products = (['dvd', 'usb', 'videobook'] as const).filter(isMade);
  const free = await freeUnitsAt(eventId, userId, products);
  const codes = listCountries('name').map(({ code }) => code);
  return free.map(({ bought, product, left }) => {
    const { addOn, name } = thingOf(product);
    const line = bought.order.lines.find(({ id }) => id === addOn && isKeyOf(ADD_ONS, id));
    const countries = codes.filter((code) => coversPostage(bought.order, code));
    return { cartId: bought.cartId, product, name: line?.label ?? name, left, countries };
  });
}
