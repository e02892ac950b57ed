import { isDuplicateKey } from '../../platform/errors.ts';
import { PoolModel, type StoredPool } from './pool.model.ts';
import type { PoolEntry } from './pool-shares.ts';

export interface PoolAccount {
  balance: number;
  entries: PoolEntry[];
  version: number;
  isOpen: boolean;
  closedAt: Date | null;
  closedWhy: string | null;
}

type NewEntry = Pick<PoolEntry, 'key' | 'amount'> & Partial<PoolEntry>;

const NEW: PoolAccount = { balance: 0, entries: [], version: 0, isOpen: true, closedAt: null, closedWhy: null };

/** The account of an event's pool; an empty one where nothing was paid. */
export async function poolOf(eventId: string): Promise<PoolAccount> {
  return toAccount(await PoolModel.findById(eventId).lean<StoredPool>());
}

function toAccount(stored: StoredPool | null): PoolAccount {
  if (!stored) return NEW;
  const { balance, entries, version, isOpen, closedAt, closedWhy } = stored;
  return {
    balance,
    version,
    isOpen,
    closedAt: closedAt ?? null,
    closedWhy: closedWhy ?? null,
    entries: entries.map(({ key, amount, contribution, recipient }) => ({
      key,
      amount,
      contribution: contribution ?? null,
      recipient: recipient ?? null,
    })),
  };
}

/**
 * Adds entries in one atomic step. An entry is made once; what is decided from the account is decided again if another
 * process was faster.
 * @param decide what to add; asked several times, so without effects
 * @returns the account with the entries
 */
export async function enter(
  eventId: string,
  decide: (account: PoolAccount) => readonly NewEntry[],
): Promise<PoolAccount> {
  for (;;) {
    const account = await poolOf(eventId);
    const fresh = decide(account)
      .filter(({ key }) => !entryOf(account, key))
      .map((entry) => ({ contribution: null, recipient: null, ...entry }));
    if (fresh.length === 0) return account;
    const balance = account.balance + fresh.reduce((sum, { amount }) => sum + amount, 0);
    if (balance < 0) throw new Error(`The pool of ${eventId} would be overdrawn`);
    if (await store(eventId, account, fresh, balance)) {
      return { ...account, balance, entries: [...account.entries, ...fresh], version: account.version + 1 };
    }
  }
}

/** An entry by its key. */
export function entryOf({ entries }: Pick<PoolAccount, 'entries'>, key: string): PoolEntry | undefined {
  return entries.find((entry) => entry.key === key);
}

/** False if the account has changed since it was read. */
async function store(eventId: string, { version, closedAt }: PoolAccount, fresh: PoolEntry[], balance: number) {
  const at = new Date();
  try {
    const done = await PoolModel.updateOne(
      { _id: eventId, version },
      {
        // What comes into a closed pool goes back, too.
        $set: { balance, movedAt: at, ...(closedAt !== null && { isReturning: true }) },
        $inc: { version: 1 },
        $push: { entries: { $each: fresh.map((entry) => ({ ...entry, at })) } },
      },
      { upsert: version === 0 },
    );
    return done.modifiedCount + done.upsertedCount === 1;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Opens or closes a pool for contributions. */
export async function setOpen(eventId: string, isOpen: boolean): Promise<void> {
  const none = { balance: 0, entries: [], version: 0 };
  await PoolModel.updateOne({ _id: eventId }, { $set: { isOpen }, $setOnInsert: none }, { upsert: true });
}
