import { EventModel, type StoredEvent } from './event.model.ts';

type Money = Pick<StoredEvent, 'paid' | 'paymentIds' | 'ledger'>;

const FIELDS = { paid: 1, paymentIds: 1, ledger: 1 } as const;

/**
 * Counts a payment once, however often it is told, and only what of it the event still needs: two payments for the same film
 * are never both counted, in whatever order and process they arrive.
 * @param target what the event was to have paid in all with it, in cents; null counts the whole
 * @returns the cents that were counted; null where the event has gone
 */
export async function countPayment(
  eventId: string,
  paymentId: string,
  { amount, target }: { amount: number; target: number | null },
): Promise<number | null> {
  for (;;) {
    const event = await EventModel.findById(eventId, FIELDS).lean<Money>();
    if (!event) return null;
    const known = (event.ledger ?? []).find(({ id }) => id === paymentId);
    if (known) return known.counted;
    // Counted before the ledger was kept.
    if (event.paymentIds.includes(paymentId)) return amount;
    const counted = target === null ? amount : Math.max(0, Math.min(amount, target - event.paid));
    const done = await EventModel.updateOne(
      { _id: eventId, paid: event.paid, 'ledger.id': { $ne: paymentId } },
      { $inc: { paid: counted }, $push: { ledger: { id: paymentId, counted, worth: counted } } },
    );
    if (done.modifiedCount === 1) return counted;
  }
}

/**
 * Sets what a counted payment is worth after refunds and lost disputes. What was never counted is taken first. May be
 * repeated; true where it changed what the event has paid.
 * @param amount cents of the whole payment
 * @param taken cents of it that went back
 */
export async function takeFromPayment(
  eventId: string,
  paymentId: string,
  { amount, taken }: { amount: number; taken: number },
): Promise<boolean> {
  for (;;) {
    const event = await EventModel.findById(eventId, FIELDS).lean<Money>();
    const entry = event?.ledger?.find(({ id }) => id === paymentId);
    if (!event || (!entry && !event.paymentIds.includes(paymentId))) return false;
    if (!entry) {
      await EventModel.updateOne(
        { _id: eventId, 'ledger.id': { $ne: paymentId } },
        { $push: { ledger: { id: paymentId, counted: amount, worth: amount } } },
      );
      continue;
    }
    const worth = Math.max(0, Math.min(entry.counted, amount - taken));
    if (worth === entry.worth) return false;
    const done = await EventModel.updateOne(
      { _id: eventId, ledger: { $elemMatch: { id: paymentId, worth: entry.worth } } },
      { $set: { 'ledger.$.worth': worth }, $inc: { paid: worth - entry.worth } },
    );
    if (done.modifiedCount === 1) return true;
  }
}
