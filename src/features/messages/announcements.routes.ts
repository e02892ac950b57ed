import { anyone, staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/announcements.ts';
import * as announcements from './announcements.service.ts';

export const announcementRoutes: RouteTable = [
  action(contracts.activeAnnouncements, { access: anyone, run: () => announcements.listActive() }),
  action(contracts.createAnnouncement, {
    access: staffWho('announcement.edit'),
    run: ({ body, user }) => announcements.createAnnouncement(body, user.id),
  }),
  action(contracts.updateAnnouncement, {
    access: staffWho('announcement.edit'),
    run: ({ params, body }) => announcements.updateAnnouncement(params.id, body),
  }),
];
