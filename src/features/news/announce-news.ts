import { platform } from '../../platform/platform.ts';
import type { StoredNews } from './news.model.ts';
import { countNews, shownNews } from './shown-news.ts';

/** A line that was added or changed; null: several, or one that is gone. */
export type NewsChange = { stored: StoredNews; isNew: boolean } | { stored: null };

/** Tells all open tabs of a user. */
export async function announceNews(userId: string, change: NewsChange): Promise<void> {
  const [shown] = change.stored ? await shownNews([change.stored]) : [];
  const isNew = change.stored !== null && change.isNew;
  platform().sockets.emitToUser(userId, isNew ? 'notification:created' : 'notification:updated', {
    notification: shown ?? null,
    ...(await countNews(userId)),
  });
}
