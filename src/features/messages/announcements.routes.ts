import { type RouteTable, route } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/announcements.ts';
import * as announcements from './announcements.service.ts';

export const announcementRoutes: RouteTable = [
  route(contracts.activeAnnouncements, () => announcements.listActive()),
  route(contracts.createAnnouncement, ({ body, viewer }) =>
    announcements.createAnnouncement(body, viewer.user?.id ?? ''),
  ),
  route(contracts.updateAnnouncement, ({ params, body }) => announcements.updateAnnouncement(params.id, body)),
];
