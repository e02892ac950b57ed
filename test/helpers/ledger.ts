import type { Connection } from 'mongoose';

/** Sums of postings by account, in cents; throws where a posting does not add up to 0. */
export async function ledgerOf(connection: Connection, postings: object): Promise<Record<string, number>> {
  const found = await connection.collection('ledger_postings').find(postings).toArray();
  const sums: Record<string, number> = {};
  for (const { _id, entries } of found) {
    const all = entries as { account: string; amount: number }[];
    if (all.reduce((sum, { amount }) => sum + amount, 0) !== 0) throw new Error(`${_id} does not add up`);
    for (const { account, amount } of all) sums[account] = (sums[account] ?? 0) + amount;
  }
  return sums;
}
