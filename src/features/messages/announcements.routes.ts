import { anyone, staffMember } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/announcements.ts';
import * as announcements from './announcements.service.ts';

export const announcementRoutes: RouteTable = [
  action(contracts.activeAnnouncements, { access: anyone, run: () => announcements.listActive() }),
  action(contracts.createAnnouncement, {
    access: staffMember,
    run: ({ body, user }) => announcements.createAnnouncement(body, user.id),
  }),
  action(contracts.updateAnnouncement, {
    access: staffMember,
    run: ({ params, body }) => announcements.updateAnnouncement(params.id, body),
  }),
];
