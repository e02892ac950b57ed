/** An entry of a pool's account, in cents. */
export interface PoolEntry {
  key: string;
  amount: number;
  contribution: string | null;
  recipient: string | null;
}

/** What of each contribution is still in the pool: rewards take the oldest first. Pure. */
export function remainders(entries: readonly PoolEntry[]): Map<string, number> {
  const left = new Map<string, number>();
  for (const { contribution, amount } of entries) {
    if (contribution !== null) left.set(contribution, (left.get(contribution) ?? 0) + amount);
  }
  let taken = takenBy(entries);
  for (const [id, amount] of left) {
    const used = Math.min(amount, taken);
    left.set(id, amount - used);
    taken -= used;
  }
  return left;
}

/** Cents that were given in all, without what went back. */
export function totalOf(entries: readonly PoolEntry[]): number {
  return entries.filter(({ contribution }) => contribution !== null).reduce((sum, { amount }) => sum + amount, 0);
}

/** Cents that a recipient can still take: an equal share of all that was given, less what they took. */
export function shareOf(entries: readonly PoolEntry[], recipients: readonly string[], recipient: string): number {
  const place = recipients.indexOf(recipient);
  if (place < 0) return 0;
  const total = totalOf(entries);
  const equal = Math.floor(total / recipients.length) + (place < total % recipients.length ? 1 : 0);
  const balance = entries.reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(0, Math.min(equal - takenBy(entries, recipient), balance));
}

function takenBy(entries: readonly PoolEntry[], recipient?: string): number {
  const own = entries.filter((each) =>
    recipient === undefined ? each.recipient !== null : each.recipient === recipient,
  );
  return own.reduce((sum, { amount }) => sum - amount, 0);
}
