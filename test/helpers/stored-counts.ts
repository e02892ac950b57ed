import type { Connection } from 'mongoose';

/** Counted without being content of anybody's: limits, visitors' sessions, and what processes tell each other for a minute. */
export const PASSING: readonly string[] = ['figures', 'outbox', 'rate_limits', 'sessions'];

/** How many documents each collection has, to see that a refusal stored nothing; `besides` are collections that don't count. */
export async function storedCounts(
  connection: Connection,
  besides: readonly string[],
): Promise<Record<string, number>> {
  const { db } = connection;
  if (!db) throw new Error('There is no connection');
  const uncounted = new Set([...PASSING, ...besides]);
  const names = (await db.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !uncounted.has(name))
    .sort();
  const counts = names.map(async (name) => [name, await db.collection(name).countDocuments()] as const);
  return Object.fromEntries(await Promise.all(counts));
}
