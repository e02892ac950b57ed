import { type QueryFilter, Types, type UpdateQuery } from 'mongoose';
import { isDuplicateKey } from '../../platform/errors.ts';
import type { NewsFacts, NewsType } from '../../shared/contracts/notifications.ts';
import type { MakersNews } from '../events/domain-events.ts';
import { findEvent } from '../events/find-events.service.ts';
import { makersOf } from '../events/makers-news.service.ts';
import { getUsers } from '../users/users.service.ts';
import { announceNews, type NewsChange } from './announce-news.ts';
import { NewsModel, type StoredNews } from './news.model.ts';
import { mailNewsSoon } from './news-mails.ts';

/** How long news of the same kind is gathered in one line. */
const GATHERED = 3_600_000;
const GATHERING: readonly NewsType[] = ['clipArrived', 'guestbook', 'present'];

/** News for one user. */
export interface GivenNews {
  type: NewsType;
  eventId: string | null;
  key: string;
  stamp?: string | undefined;
  facts?: Omit<NewsFacts, 'count'> | undefined;
}

/** Tells everybody who looks after an event, but who did it. Nothing of deleted and suspended events. */
export async function tellMakersOf({ by, ...news }: MakersNews): Promise<void> {
  const event = await findEvent(news.eventId);
  if (!event || event.status === 'deleted' || event.status === 'suspended') return;
  const makers = makersOf(event).filter((id) => id !== by?.userId);
  const email = by?.email?.trim().toLowerCase();
  const own = email ? (await getUsers(makers)).filter((user) => user.email === email).map(({ id }) => id) : [];
  for (const userId of makers) if (!own.includes(userId)) await tellUser(userId, news);
  // The clip that failed before is in now.
  if (news.type === 'clipArrived') await forget({ eventId: news.eventId, key: `clipFailed:${news.key}` });
}

/** Tells one user, live in all their tabs. Idempotent; safe in several processes at once. */
export async function tellUser(userId: string, news: GivenNews): Promise<void> {
  const change = GATHERING.includes(news.type) ? await gather(userId, news) : await put(userId, news);
  if (!change) return;
  await announceNews(userId, change);
  if (change.stored) await mailNewsSoon(change.stored);
}

/** Deletes lines, such as of what was undone, and tells the bells. */
export async function forget(of: QueryFilter<StoredNews>): Promise<void> {
  const gone = await NewsModel.find(of, { userId: 1 }).lean<Pick<StoredNews, '_id' | 'userId'>[]>();
  if (gone.length === 0) return;
  await NewsModel.deleteMany({ _id: { $in: gone.map(({ _id }) => _id) } });
  for (const id of new Set(gone.map(({ userId }) => String(userId)))) await announceNews(id, { stored: null });
}

/** A clip or a line is gone: it is taken out of what was gathered. */
export async function takeBack(eventId: string, itemId: string): Promise<void> {
  await NewsModel.updateMany({ eventId, 'items.id': itemId }, { $pull: { items: { id: itemId } } });
  await forget({ eventId, type: { $in: GATHERING }, items: { $size: 0 } });
  await forget({ eventId, key: `clipFailed:${itemId}` });
}

async function put(userId: string, news: GivenNews): Promise<NewsChange | null> {
  const { type, stamp = '', facts = {} } = news;
  const key = `${type}:${news.key}`;
  return write({ userId, key, stamp: { $ne: stamp } }, { $set: { ...fresh(), stamp, facts } }, news);
}

/** Grows the line of the last hour unless it was read, or starts one after it. */
async function gather(userId: string, news: GivenNews): Promise<NewsChange | null> {
  const { type, eventId, facts: { names = [], ...facts } = {} } = news;
  if (await NewsModel.exists({ userId, eventId, 'items.id': news.key })) return null;
  const last = await NewsModel.findOne({ userId, type, eventId }).sort({ startedAt: -1 }).lean<StoredNews>();
  const isOpen = last && !last.readAt && Date.now() - last.startedAt.getTime() < GATHERED;
  // Named after the line before it, so that two processes start the same one.
  const key = isOpen ? last.key : `${type}:${eventId}:${last?._id ?? 'first'}`;
  const item = { id: news.key, name: names[0] ?? '' };
  return write(
    { userId, key, 'items.id': { $ne: item.id } },
    {
      $set: { ...fresh(), ...(facts.isFirst && { 'facts.isFirst': true }) },
      $push: { items: item },
    },
    news,
  );
}

function fresh(): Pick<StoredNews, 'at' | 'seenAt' | 'readAt' | 'mailedAt' | 'mailedBy'> {
  return { at: new Date(), seenAt: null, readAt: null, mailedAt: null, mailedBy: null };
}

/** Null for old news: its key is taken by a line that the filter leaves out. */
async function write(
  filter: QueryFilter<StoredNews>,
  update: UpdateQuery<StoredNews>,
  { type, eventId }: GivenNews,
): Promise<NewsChange | null> {
  const startedAt = new Date();
  const first = { type, eventId: eventId && new Types.ObjectId(eventId), startedAt };
  try {
    const stored = await NewsModel.findOneAndUpdate(
      filter,
      { ...update, $setOnInsert: first },
      { upsert: true, returnDocument: 'after' },
    ).lean<StoredNews>();
    return stored && { stored, isNew: stored.startedAt.getTime() === startedAt.getTime() };
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}
