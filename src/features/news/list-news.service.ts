import { type QueryFilter, Types } from 'mongoose';
import type { NewsCounts, Notification } from '../../shared/contracts/notifications.ts';
import { NewsModel, type StoredNews } from './news.model.ts';
import { countNews, shownNews } from './shown-news.ts';

export interface NewsQuestion {
  cursor?: string | undefined;
  limit: number;
  isUnread?: boolean;
}

/** A user's news, newest first; `cursor` is the last id seen. */
export async function listNews(
  userId: string,
  { cursor, limit, isUnread = false }: NewsQuestion,
): Promise<{ news: Notification[]; meta: { total: number; nextCursor: string | null } & NewsCounts }> {
  const wanted: QueryFilter<StoredNews> = { userId, ...(isUnread && { readAt: null }) };
  const [found, total, counts] = await Promise.all([
    NewsModel.find({ ...wanted, ...(await after(userId, cursor)) })
      .sort({ at: -1, _id: -1 })
      .limit(limit + 1)
      .lean<StoredNews[]>(),
    NewsModel.countDocuments(wanted),
    countNews(userId),
  ]);
  const news = await shownNews(found.slice(0, limit));
  const nextCursor = found.length > limit ? (news.at(-1)?.id ?? null) : null;
  return { news, meta: { total, nextCursor, ...counts } };
}

/** What comes after a cursor; everything if it is unknown. */
async function after(userId: string, cursor: string | undefined): Promise<QueryFilter<StoredNews>> {
  if (!cursor || !Types.ObjectId.isValid(cursor)) return {};
  const last = await NewsModel.findOne({ _id: cursor, userId }).lean<StoredNews>();
  return last ? { $or: [{ at: { $lt: last.at } }, { at: last.at, _id: { $lt: last._id } }] } : {};
}
