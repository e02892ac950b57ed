import type { Types } from 'mongoose';
import type { Migration } from '../../platform/migrations/migration.ts';

interface EventWithMoney {
  _id: Types.ObjectId;
  paid?: number;
  /** Payments before events had a ledger; their amounts are only in `paid`. */
  paymentIds?: string[];
  ledger?: { id: string; counted: number; worth: number }[];
  updatedAt?: Date;
}

interface Payment {
  _id: string;
  amount: number;
}

/** Payments used to be stored in the event. */
export const movePayments: Migration = {
  number: 5,
  name: 'move what was paid for films to accounts of their own',
  async run({ db, signal }) {
    const events = db.collection<EventWithMoney>('events');
    const accounts = db.collection('film_accounts');
    for await (const event of events.find({ paid: { $exists: true } })) {
      signal.throwIfAborted();
      const entries = entriesOf(event, await paymentsOf(event));
      if (entries.length > 0) {
        const paid = entries.reduce((sum, { amount }) => sum + amount, 0);
        const account = { paid, entries, version: entries.length };
        await accounts.updateOne({ _id: event._id }, { $setOnInsert: account }, { upsert: true });
      }
      await events.updateOne({ _id: event._id }, { $unset: { paid: true, paymentIds: true, ledger: true } });
    }

    async function paymentsOf({ paymentIds = [] }: EventWithMoney): Promise<Payment[]> {
      return db
        .collection<Payment>('payments')
        .find({ _id: { $in: paymentIds } }, { projection: { amount: 1 } })
        .toArray();
    }
  },
};

function entriesOf({ paid = 0, ledger = [], updatedAt }: EventWithMoney, payments: readonly Payment[]) {
  const at = updatedAt ?? new Date();
  const entries = ledger.flatMap(({ id: payment, counted, worth }) => [
    { payment, amount: counted, at },
    ...(worth === counted ? [] : [{ payment, amount: worth - counted, at }]),
  ]);
  for (const { _id: payment, amount } of payments) {
    if (!ledger.some(({ id }) => id === payment)) entries.push({ payment, amount, at });
  }
  const rest = paid - entries.reduce((sum, { amount }) => sum + amount, 0);
  // Without a record of the payment, keep the total.
  if (rest !== 0) entries.push({ payment: 'before-accounts', amount: rest, at });
  return entries;
}
