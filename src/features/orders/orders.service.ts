import type { PipelineStage } from 'mongoose';
import { joinedIn } from '../../platform/database/joined.ts';
import { isDuplicateKey } from '../../platform/errors.ts';
import { readOnce } from '../../platform/read-once.ts';
import { FilmAccountModel, type StoredFilmAccount } from './film-account.model.ts';

interface Account {
  paid: number;
  entries: readonly { payment: string; amount: number }[];
  version: number;
}

/** Cents paid for the films of these events, minus refunds. */
export async function paidForEvents(eventIds: readonly string[]): Promise<Map<string, number>> {
  const found =
    eventIds.length === 0 ? [] : await FilmAccountModel.find({ _id: { $in: eventIds } }, { paid: 1 }).lean();
  const known = new Map(found.map(({ _id, paid }) => [String(_id), paid]));
  return new Map(eventIds.map((id) => [id, known.get(id) ?? 0]));
}

/** Cents paid for the films of an event, minus refunds. */
export function paidFor(event: { id: string }): Promise<number> {
  return readOnce(
    event,
    'paid',
    async () => (await FilmAccountModel.findById(event.id, { paid: 1 }).lean())?.paid ?? 0,
  );
}

/** A stage that adds the account of an event, by the field with its id; `joinedPaid` reads it. */
export function joinPaid(localField: string): PipelineStage.Lookup {
  return { $lookup: { from: FilmAccountModel.collection.name, localField, foreignField: '_id', as: 'filmAccounts' } };
}

/** Cents paid according to `joinPaid`. */
export function joinedPaid(document: object): number {
  const [account] = joinedIn<StoredFilmAccount>(document, 'filmAccounts');
  return account?.paid ?? 0;
}

/** Booked cents of a payment; null if it was not booked. */
export async function countedOf(eventId: string, payment: string): Promise<number | null> {
  return amountsOf(await accountOf(eventId), payment)[0] ?? null;
}

/**
 * Books a payment once, and only the part that the event still needs: two payments for the same film are never both
 * booked, in whatever order and process they arrive.
 * @param target total that the event was to have paid, in cents; null books the whole payment
 * @returns booked cents
 */
export async function countPayment(
  eventId: string,
  payment: string,
  { amount, target }: { amount: number; target: number | null },
): Promise<number> {
  for (;;) {
    const account = await accountOf(eventId);
    const [known] = amountsOf(account, payment);
    if (known !== undefined) return known;
    const counted = target === null ? amount : Math.max(0, Math.min(amount, target - account.paid));
    if (await addEntry(eventId, account, payment, counted)) return counted;
  }
}

/**
 * Updates a booked payment after refunds and lost disputes; what did not pay for the film is refunded first. Idempotent;
 * true if the event's total changed.
 * @param amount cents of the whole payment
 * @param taken refunded cents
 * @param film what of the payment was for the film, and what membership covers whatever comes back; default: all of it
 */
export async function takeFromPayment(
  eventId: string,
  payment: string,
  { amount, taken, film }: { amount: number; taken: number; film?: { cash: number; covered: number } | null },
): Promise<boolean> {
  for (;;) {
    const account = await accountOf(eventId);
    const amounts = amountsOf(account, payment);
    const [counted] = amounts;
    if (counted === undefined) return false;
    const worth = amounts.reduce((sum, each) => sum + each, 0);
    const covered = Math.min(counted, film?.covered ?? 0);
    const wanted = covered + worthOf(counted - covered, { cash: film?.cash ?? counted, amount, taken });
    if (wanted === worth) return false;
    if (await addEntry(eventId, account, payment, wanted - worth)) return true;
  }
}

/** A film that a code made free of charge goes back with the last cent of its order. */
function worthOf(counted: number, { cash, amount, taken }: { cash: number; amount: number; taken: number }): number {
  if (cash === 0) return taken >= amount && amount > 0 ? 0 : counted;
  const left = Math.max(0, Math.min(cash, amount - taken));
  return Math.min(counted, Math.round((counted * left) / cash));
}

async function accountOf(eventId: string): Promise<Account> {
  const account = await FilmAccountModel.findById(eventId).lean<StoredFilmAccount>();
  return account ?? { paid: 0, entries: [], version: 0 };
}

function amountsOf({ entries }: Account, payment: string): number[] {
  return entries.filter((entry) => entry.payment === payment).map(({ amount }) => amount);
}

/** False if the account has changed since it was read. */
async function addEntry(eventId: string, { version }: Account, payment: string, amount: number): Promise<boolean> {
  try {
    const done = await FilmAccountModel.updateOne(
      { _id: eventId, version },
      { $inc: { paid: amount, version: 1 }, $push: { entries: { payment, amount, at: new Date() } } },
      { upsert: version === 0 },
    );
    return done.modifiedCount + done.upsertedCount === 1;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
