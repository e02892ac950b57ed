import { signedInUser } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/notifications.ts';
import { inPerson } from '../users/own-account.service.ts';
import { listNews } from './list-news.service.ts';
import { markAllNews, markNews } from './mark-news.service.ts';

export const readAllAction = action(contracts.readNotifications, {
  access: signedInUser,
  requires: [inPerson],
  run: ({ user }) => markAllNews(user.id, 'read'),
});

export const newsRoutes: RouteTable = [
  action(contracts.listNotifications, {
    access: signedInUser,
    async run({ user, query }) {
      const { news, meta } = await listNews(user.id, { ...query, isUnread: query.unread === 'true' });
      return withBeside(news, { meta });
    },
  }),
  // Who acts for somebody leaves their news as they are.
  action(contracts.readNotification, {
    access: signedInUser,
    requires: [inPerson],
    run: ({ user, params }) => markNews(user.id, params.id, 'read'),
  }),
  action(contracts.seeNotification, {
    access: signedInUser,
    requires: [inPerson],
    run: ({ user, params }) => markNews(user.id, params.id, 'seen'),
  }),
  readAllAction,
  action(contracts.seeNotifications, {
    access: signedInUser,
    requires: [inPerson],
    run: ({ user }) => markAllNews(user.id, 'seen'),
  }),
];
