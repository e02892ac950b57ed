import type { NewsCounts, Notification } from '../../shared/contracts/notifications.ts';
import { findEvents } from '../events/find-events.service.ts';
import { NewsModel, type StoredNews } from './news.model.ts';
import { toNotification } from './news-words.ts';

export async function countNews(userId: string): Promise<NewsCounts> {
  const [unseen, unread] = await Promise.all([
    NewsModel.countDocuments({ userId, seenAt: null }),
    NewsModel.countDocuments({ userId, readAt: null }),
  ]);
  return { unseen, unread };
}

/** For the wire, in words of today’s event: titles change. */
export async function shownNews(stored: readonly StoredNews[]): Promise<Notification[]> {
  const events = await findEvents(stored.flatMap(({ eventId }) => (eventId ? [String(eventId)] : [])));
  const byId = new Map(events.map((event) => [event.id, event]));
  return stored.map((each) => toNotification(each, byId.get(String(each.eventId)) ?? null));
}
