import { Types } from 'mongoose';
import type { Refund } from '../../integrations/stripe.ts';
import { onItsOwn } from '../../platform/on-its-own.ts';
import { platform } from '../../platform/platform.ts';
import { WHY_POOLS_GO_BACK } from '../../shared/contracts/contributions.ts';
import { money } from '../../shared/format.ts';
import { PRESENTS } from '../../shared/limits.ts';
import { type EventRecord, findEvents } from '../events/find-events.service.ts';
import { tellNews } from '../events/makers-news.service.ts';
import { payments } from '../orders/payments.parts.ts';
import { unlessRefused } from '../orders/stuck-refunds.service.ts';
import { ContributionModel, type StoredContribution } from './contribution.model.ts';
import {
  bookContributionDispute,
  bookContributionRefund,
  bookRefusedReturn,
  bookReturnedBefore,
} from './contribution-returns.service.ts';
import { PoolModel, type StoredPool } from './pool.model.ts';
import { enter, type PoolAccount, poolOf } from './pool-account.ts';
import { type PoolEntry, remainders } from './pool-shares.ts';
import { mailGiver } from './present-mails.ts';
import { returnsOf } from './returns-of.ts';

/** Pools that are looked at in one go. */
const BATCH = 200;

type Why = (typeof WHY_POOLS_GO_BACK)[number];
/** In words for those who get it back. */
const WHY: Record<Why, string> = {
  deleted: 'The VidDay that you chipped in for was deleted',
  ungiven: 'There was no film in the end',
  unclaimed: 'Nobody took what you chipped in for a year',
};

/** Why a pool closed for good; null for others. */
export function whyClosed({ closedAt, closedWhy }: Pick<PoolAccount, 'closedAt' | 'closedWhy'>): Why | null {
  if (closedAt === null) return null;
  // Pools that closed earlier hold the words.
  return WHY_POOLS_GO_BACK.find((why) => closedWhy === why || closedWhy === WHY[why]) ?? 'unclaimed';
}

/** Finds pools whose money has to go back, and gives it back. Idempotent; every hour. */
export async function returnDuePools(now = Date.now()): Promise<number> {
  let given = 0;
  const pools: StoredPool[] = [];
  for await (const pool of PoolModel.find({ closedAt: null, balance: { $gt: 0 } })
    .lean<StoredPool[]>()
    .cursor()) {
    pools.push(pool);
    if (pools.length === BATCH) given += await returnDue(pools.splice(0), now);
  }
  return given + (await returnDue(pools, now));
}

async function returnDue(pools: readonly StoredPool[], now: number): Promise<number> {
  const events = new Map((await findEvents(pools.map(({ _id }) => String(_id)))).map((event) => [event.id, event]));
  let given = 0;
  for (const pool of pools) {
    const id = String(pool._id);
    const why = whyBack(events.get(id) ?? null, pool, now);
    if (!why) continue;
    if ((await onItsOwn(`pool ${id}`, () => givePoolBack(id, why))) === null) given++;
  }
  return given;
}

/** Why a pool goes back now; null if it stays. @param now milliseconds since 1970 */
function whyBack(event: EventRecord | null, { movedAt }: StoredPool, now: number): Why | null {
  if (!event) return 'deleted';
  const isOver = (since: Date | null | undefined, wait: number) => !since || since.getTime() < now - wait;
  if (event.status === 'deleted') return isOver(event.deletedAt, PRESENTS.backAfterDeletion) ? 'deleted' : null;
  if (event.deliveredAt === null) {
    const isLate = isOver(movedAt, PRESENTS.backUngiven) && isOver(event.deadline, PRESENTS.backUngiven);
    const isPlanned = event.deliverAt !== null && event.deliverAt.getTime() > now;
    return isLate && !isPlanned ? 'ungiven' : null;
  }
  const isUnclaimed = isOver(movedAt, PRESENTS.backUnclaimed) && isOver(event.deliveredAt, PRESENTS.backUnclaimed);
  return isUnclaimed ? 'unclaimed' : null;
}

/** Closes a pool for good and gives back what is in it, to those whose money is left. Idempotent. */
export async function givePoolBack(eventId: string, why: Why): Promise<void> {
  const closed = { closedAt: new Date(), closedWhy: why, isReturning: true };
  await PoolModel.updateOne({ _id: eventId, closedAt: null }, { $set: closed });
  await continueReturn(eventId);
  const note = 'What was left in the pool is on its way back to those who chipped in.';
  await tellNews({ eventId, type: 'reward', key: `back:${eventId}`, facts: { note } });
}

/** Continues what a crash interrupted, or what came back into a closed pool. */
export async function rescueReturns(): Promise<void> {
  const found = await PoolModel.find({ isReturning: true }, { _id: 1 }).lean();
  for (const { _id } of found) await onItsOwn(`pool ${_id}`, () => continueReturn(String(_id)));
}

async function continueReturn(eventId: string): Promise<void> {
  await bookEarlierReturns(eventId);
  const account = await enter(eventId, (now) => {
    if (now.closedAt === null) return [];
    return [...remainders(now.entries)]
      .filter(([, left]) => left > 0)
      .map(([contribution, left]) => ({
        key: `back:${contribution}:${now.version}`,
        amount: -left,
        contribution,
      }));
  });
  const { entries, version } = account;
  const reason = WHY[whyClosed(account) ?? 'unclaimed'];
  const failed: string[] = [];
  for (const { entry, stored } of await unrefunded(entries)) {
    const back = { entry, entries, why: reason };
    const why = await onItsOwn(`refund of ${entry.key}`, () => refund(stored, back));
    if (why !== null) failed.push(why);
  }
  if (failed.length > 0) return;
  await PoolModel.updateOne({ _id: eventId, version, balance: 0 }, { $set: { isReturning: false } });
}

/** What staff or a bank took already, and no message told us, is not to go back twice. */
async function bookEarlierReturns(eventId: string): Promise<void> {
  const left = [...remainders((await poolOf(eventId)).entries)].filter(([, amount]) => amount > 0);
  for (const [id] of left) {
    const stored = await ContributionModel.findById(id).lean<StoredContribution>();
    if (!stored?.paymentIntent) continue;
    const { refunds, disputes } = await returnsOf(stored.paymentIntent);
    for (const made of refunds) await bookContributionRefund(made);
    for (const claim of disputes) await bookContributionDispute(claim);
  }
}

/** Entries that took money out, without its refund. */
async function unrefunded(entries: readonly PoolEntry[]): Promise<{ entry: PoolEntry; stored: StoredContribution }[]> {
  const out = entries.filter(({ key, amount }) => key.startsWith('back:') && amount < 0);
  const ids = [...new Set(out.flatMap(({ contribution }) => contribution ?? []))].map((id) => new Types.ObjectId(id));
  const found =
    ids.length === 0 ? [] : await ContributionModel.find({ _id: { $in: ids } }).lean<StoredContribution[]>();
  return out.flatMap((entry) => {
    const stored = found.find(({ _id }) => String(_id) === entry.contribution);
    return stored && !stored.returned.includes(entry.key) ? [{ entry, stored }] : [];
  });
}

interface Back {
  entry: PoolEntry;
  entries: readonly PoolEntry[];
  why: string;
}

async function refund(stored: StoredContribution, { entry, entries, why }: Back): Promise<void> {
  const { _id, paymentIntent } = stored;
  if (!paymentIntent)
    return platform().log.error({ contribution: String(_id) }, 'a contribution names no payment intent');
  const { key } = entry;
  const wanted = -entry.amount + feeBack(stored, entry, entries);
  const { made, refused } = await ask(stored, { paymentIntent, key, wanted });
  const of = { eventId: String(stored.eventId), paymentId: stored.paymentId ?? null };
  if (made) await bookContributionRefund(made);
  else if (refused > 0) await bookRefusedReturn(of, { ...entry, refused });
  else await bookReturnedBefore(of, entry);
  await ContributionModel.updateOne({ _id }, { $addToSet: { returned: key } });
  if (made) await mailGiver(stored, key, `${why}, so ${money(made.amount)} is on its way back to you.`);
}

/** Asks for a refund of an entry, or finds it. `refused`: cents that Stripe does not give back; 0 where nothing is left. */
async function ask(
  { amount, fee }: StoredContribution,
  { paymentIntent, key, wanted }: { paymentIntent: string; key: string; wanted: number },
): Promise<{ made: Refund | null; refused: number }> {
  for (let refused = 0; ; ) {
    const { refunds, taken } = await returnsOf(paymentIntent);
    const known = refunds.find(({ entry }) => entry === key);
    const left = Math.min(amount + fee - taken, wanted);
    if (known || left <= 0) return { made: known ?? null, refused: 0 };
    // Asked again only where somebody else gave a part back meanwhile.
    if (left === refused) return { made: null, refused };
    const asked = { paymentIntent, amount: left, key: `pool:${key}:${left}`, why: 'pool' as const, entry: key };
    const made = await unlessRefused(() => payments().refund(asked));
    if (made) return { made, refused: 0 };
    refused = left;
  }
}

/** The card’s cost goes back in proportion; all of it with all of the money, in however many parts. */
function feeBack({ fee, amount }: StoredContribution, entry: PoolEntry, entries: readonly PoolEntry[]): number {
  const before = entries
    .slice(0, entries.indexOf(entry))
    .filter(({ key, contribution }) => key.startsWith('back:') && contribution === entry.contribution)
    .reduce((sum, each) => sum - each.amount, 0);
  const upTo = (back: number) => Math.round((fee * back) / amount);
  return upTo(before - entry.amount) - upTo(before);
}
