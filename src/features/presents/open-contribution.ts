import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { addressKey, createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import { hasLink } from '../../platform/mail/links.ts';
import { platform } from '../../platform/platform.ts';
import type { OpenedContribution } from '../../shared/contracts/contributions.ts';
import { kindOfKey } from '../../shared/keys.ts';
import { PRESENTS } from '../../shared/limits.ts';
import { feeFor } from '../../shared/presents.ts';
import { requireChangeable } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { payments } from '../orders/payments.parts.ts';
import { ContributionModel, type StoredContribution } from './contribution.model.ts';
import { takesMoney } from './takes-presents.service.ts';

const DAY = 24 * 3600;
const starts = createLimiter('contributions', { points: PRESENTS.perDay.startsPerAddress, seconds: DAY });

export interface Giver {
  contributor: { name: string; email?: string | undefined };
  message?: string | undefined;
  anonymous: boolean;
  receipt?: string | undefined;
  ip: string;
}

/** Opens a payment page for money in the pool. WRONG_STATE for a closed pool; LIMIT_REACHED, TOO_MANY_REQUESTS. */
export async function openPoolContribution(
  event: EventRecord,
  giver: Giver,
  amount: number,
): Promise<OpenedContribution> {
  await requireOpenPool(event);
  const fee = feeFor(amount, platform().config.cardFee);
  return open(event, giver, { kind: 'pool', amount, fee, quantity: 1 }, [
    { name: 'A present, from everyone', amount },
    ...(fee > 0 ? [{ name: 'Card fee', amount: fee }] : []),
  ]);
}

/** The same for trees, at any time before the event is gone. */
export async function openTreeContribution(
  event: EventRecord,
  giver: Giver,
  quantity: number,
): Promise<OpenedContribution> {
  requireOwned(event);
  const amount = quantity * PRESENTS.treePrice;
  const name = quantity === 1 ? 'A tree' : `${quantity} trees`;
  return open(event, giver, { kind: 'tree', amount, fee: 0, quantity }, [{ name, amount }]);
}

/** WRONG_STATE while nothing can be put in. */
async function requireOpenPool(event: EventRecord): Promise<void> {
  requireOwned(event);
  if (await takesMoney(event)) return;
  throw new AppError('WRONG_STATE', { message: 'This pool is closed. You weren’t charged.' });
}

function requireOwned(event: EventRecord): void {
  requireChangeable(event);
  if (event.ownership === 'user') return;
  throw new AppError('WRONG_STATE', { message: 'This works once the organiser has an account. You weren’t charged.' });
}

type What = Pick<StoredContribution, 'kind' | 'amount' | 'fee' | 'quantity'>;

async function open(
  event: EventRecord,
  { contributor, message, anonymous, receipt, ip }: Giver,
  what: What,
  lines: { name: string; amount: number }[],
): Promise<OpenedContribution> {
  refuseLinks({ 'contributor.name': contributor.name, message });
  const { isOver, secondsLeft } = await starts.count(addressKey(ip));
  if (isOver) throw tooMany(secondsLeft, 'That was a lot for one day. Please try again tomorrow.');
  const _id = new Types.ObjectId();
  const { name, email = null } = contributor;
  await ContributionModel.create({
    _id,
    eventId: event.id,
    ...what,
    name,
    email,
    message: message || null,
    anonymous,
  });
  try {
    await checkDay(event.id);
    const request = { contributionId: String(_id), eventId: event.id, lines, email, ...returnTo(event, receipt) };
    const opened = await payments().openContribution(request);
    if (!opened)
      throw new AppError('PROVIDER_DOWN', { message: 'We couldn’t open the payment page. Please try again.' });
    await ContributionModel.updateOne({ _id }, { $set: { paymentId: opened.id } });
    const { amount, fee } = what;
    return { id: String(_id), checkoutUrl: opened.url, amount, fee, total: amount + fee };
  } catch (error) {
    // Where the answer got lost, nobody has the page’s address.
    await ContributionModel.deleteOne({ _id, status: 'pending' });
    throw error;
  }
}

/** The new one is stored already, so that two at once can’t both pass. */
async function checkDay(eventId: string): Promise<void> {
  const since = new Date(Date.now() - DAY * 1000);
  const found = await ContributionModel.find(
    { eventId, status: { $in: ['pending', 'paid', 'refunded'] } },
    { amount: 1, createdAt: 1, status: 1 },
  ).lean<StoredContribution[]>();
  const today = found.filter(({ createdAt }) => createdAt > since);
  const isPending = ({ status, createdAt }: StoredContribution) =>
    status === 'pending' && createdAt.getTime() < Date.now() - PRESENTS.page;
  const cents = today.filter((each) => !isPending(each)).reduce((sum, { amount }) => sum + amount, 0);
  const isFull = found.filter((each) => !isPending(each)).length > PRESENTS.perEvent;
  if (!isFull && cents <= PRESENTS.perDay.centsPerEvent) return;
  const message = isFull
    ? 'No more fits in here. You weren’t charged.'
    : 'That’s all for today. Please try again tomorrow.';
  throw new AppError('LIMIT_REACHED', { message });
}

function returnTo({ uuid }: EventRecord, receipt: string | undefined) {
  const page = kindOfKey(receipt) === 'receipt' ? `/e/${uuid}/receipt/${receipt}` : `/e/${uuid}`;
  const here = platform().config.appOrigin + page;
  return {
    successUrl: `${here}?gave=1`,
    cancelUrl: here,
    expiresAt: Math.floor((Date.now() + PRESENTS.page) / 1000),
  };
}

/** Both are shown to others, and a name may go into mails. */
function refuseLinks(fields: Record<string, string | undefined>): void {
  const found = Object.entries(fields).filter(([, words]) => words && hasLink(words));
  if (found.length === 0) return;
  const message = 'Please leave out links.';
  throw new AppError('FIELDS_REFUSED', { message, fields: Object.fromEntries(found.map(([name]) => [name, message])) });
}
