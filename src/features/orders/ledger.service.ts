import { isDuplicateKey } from '../../platform/errors.ts';
import type { LedgerLine } from '../../shared/contracts/staff-orders.ts';
import type { LedgerAccount, LedgerEntry } from './ledger-entries.service.ts';
import { PostingModel, type StoredPosting } from './posting.model.ts';

export interface Posting {
  /** The same key is posted once. */
  key: string;
  /** Null for a membership. */
  eventId: string | null;
  paymentId: string;
  currency: string;
  entries: readonly LedgerEntry[];
}

/** Appends a posting; idempotent by key, whatever the second one contains. Answers whether it is new. */
export async function post({ key, currency, entries, ...of }: Posting): Promise<boolean> {
  if (entries.length === 0) return false;
  try {
    await PostingModel.create({
      _id: key,
      ...of,
      currency: currency.toUpperCase(),
      entries: [...entries],
      at: new Date(),
    });
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

/** Balances of the accounts by their payment, in the smallest unit of its currency. */
export async function balancesOf(paymentId: string): Promise<Partial<Record<LedgerAccount, number>>> {
  const postings = await PostingModel.find({ paymentId }).lean<StoredPosting[]>();
  const balances: Partial<Record<LedgerAccount, number>> = {};
  for (const { account, amount } of postings.flatMap(({ entries }) => entries)) {
    balances[account] = (balances[account] ?? 0) + amount;
  }
  return balances;
}

/** Payments of memberships with a posting since then. */
export async function membershipPayments(since: Date): Promise<string[]> {
  const postings = await PostingModel.find({ eventId: null, at: { $gte: since } }, 'paymentId').lean();
  return [...new Set(postings.map(({ paymentId }) => paymentId))];
}

/** All postings of an event, the oldest first. */
export async function ledgerOf(eventId: string): Promise<LedgerLine[]> {
  const postings = await PostingModel.find({ eventId }).sort({ at: 1 }).lean<StoredPosting[]>();
  return postings.map(({ _id, paymentId, currency, at, entries }) => ({
    key: _id,
    paymentId,
    currency,
    at: at.toISOString(),
    entries: entries.map(({ account, amount }) => ({ account, amount })),
  }));
}
