import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import { OrderModel, type StoredOrder, waitsUntil } from './order.model.ts';
import type { OrderRecord } from './orders.parts.ts';

/** Stores what a buyer agrees to. Idempotent: the same content is the same order, which waits for its money from now on. */
export async function placeOrder(content: Omit<OrderRecord, 'id'>): Promise<OrderRecord> {
  const id = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 40);
  await OrderModel.updateOne({ _id: id }, { $setOnInsert: { ...content, _id: id } }, { upsert: true });
  await OrderModel.updateOne({ _id: id, expiresAt: { $ne: null } }, { $set: { expiresAt: waitsUntil() } });
  return { ...content, id };
}

/** An order by its id; null if there is none. */
export async function findOrder(id: string): Promise<OrderRecord | null> {
  const found = await OrderModel.findById(id).lean<StoredOrder>();
  return found ? toRecord(found) : null;
}

/** Keeps an order for good, once it takes effect. */
export async function keepOrder(id: string): Promise<void> {
  await OrderModel.updateOne({ _id: id }, { $unset: { expiresAt: true } });
}

/** A user's orders that took effect, for the data export. */
export async function ordersOf(userId: string): Promise<OrderRecord[]> {
  const found = await OrderModel.find({ userId: new Types.ObjectId(userId), expiresAt: null }).lean<StoredOrder[]>();
  return found.map(toRecord);
}

function toRecord(stored: StoredOrder): OrderRecord {
  const { _id, eventId, userId, cartId, promoCode, country, postalCode } = stored;
  const { lines, discount, shipping, credit, film, total, currency, email } = stored;
  return {
    id: String(_id),
    eventId: String(eventId),
    userId: String(userId),
    cartId: cartId ? String(cartId) : null,
    lines: lines.map(({ id, label, quantity, unitAmount, amount, kind }) => ({
      id,
      label,
      quantity,
      unitAmount,
      amount,
      kind,
    })),
    promoCode: promoCode ?? null,
    discount,
    shipping,
    credit,
    film: { target: film.target, covered: film.covered, due: film.due, cash: film.cash },
    total,
    currency,
    email,
    country: country ?? null,
    postalCode: postalCode ?? null,
  };
}
