import { AppError } from '../../platform/errors.ts';
import type { NewsCounts, Notification } from '../../shared/contracts/notifications.ts';
import { announceNews } from './announce-news.ts';
import { NewsModel, type StoredNews } from './news.model.ts';
import { countNews, shownNews } from './shown-news.ts';

/** How far a user got with a line: read is seen too. */
export type Mark = 'seen' | 'read';

/** Marks a line, in all tabs. Idempotent; NOT_FOUND for another user’s. */
export async function markNews(userId: string, id: string, mark: Mark): Promise<Notification> {
  const at = new Date();
  const own = { _id: id, userId };
  const seen = await NewsModel.updateOne({ ...own, seenAt: null }, { $set: { seenAt: at } });
  const read = mark === 'read' ? await NewsModel.updateOne({ ...own, readAt: null }, { $set: { readAt: at } }) : null;
  const stored = await NewsModel.findOne(own).lean<StoredNews>();
  const [shown] = stored ? await shownNews([stored]) : [];
  if (!stored || !shown) throw new AppError('NOT_FOUND', { message: 'This news is gone.' });
  if (seen.modifiedCount + (read?.modifiedCount ?? 0) > 0) await announceNews(userId, { stored, isNew: false });
  return shown;
}

/** Marks all of a user’s news. Idempotent. */
export async function markAllNews(userId: string, mark: Mark): Promise<NewsCounts> {
  const now = new Date();
  const seen = await NewsModel.updateMany({ userId, seenAt: null }, { $set: { seenAt: now } });
  const read = mark === 'read' ? await NewsModel.updateMany({ userId, readAt: null }, { $set: { readAt: now } }) : null;
  if (seen.modifiedCount + (read?.modifiedCount ?? 0) > 0) await announceNews(userId, { stored: null });
  return countNews(userId);
}
