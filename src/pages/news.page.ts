import { NewsPage, newsHead } from '../../views/news.page.tsx';
import { listNews } from '../features/news/list-news.service.ts';
import { getProfile } from '../features/profiles/profiles.service.ts';
import { signedInUser } from '../platform/http/access-rules.ts';
import { NEWS_SHOWN } from '../shared/limits.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { page } from './render-page.tsx';
import { siteOf } from './site.ts';

/** `/notifications`: a user's news. */
export const newsPages: readonly PageRoute[] = [
  pageRoute('/notifications', signedInUser, async ({ user, viewer, query }) => {
    const isUnreadOnly = query.show === 'new';
    const [{ news, meta }, { timeZone }] = await Promise.all([
      listNews(user.id, { cursor: query.cursor, limit: NEWS_SHOWN, isUnread: isUnreadOnly }),
      getProfile(user.id),
    ]);
    const list = {
      news,
      unread: meta.unread,
      isUnreadOnly,
      nextCursor: meta.nextCursor,
      isLater: query.cursor !== undefined,
      now: Date.now(),
      timeZone: timeZone ?? 'UTC',
    };
    return page({ view: NewsPage, props: { site: siteOf(viewer), list }, head: newsHead() });
  }),
];
