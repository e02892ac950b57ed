import { anyone, staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/announcements.ts';
import * as announcements from './announcements.service.ts';

const staff = staffWho('announcement.edit');

export const createAnnouncementAction = action(contracts.createAnnouncement, {
  access: staff,
  run: ({ body, user, viewer: { ip } }) => announcements.createAnnouncement(body, { id: user.id, ip }),
});

export const updateAnnouncementAction = action(contracts.updateAnnouncement, {
  access: staff,
  run: ({ params, body, user, viewer: { ip } }) =>
    announcements.updateAnnouncement(params.id, body, { id: user.id, ip }),
});

export const deleteAnnouncementAction = action(contracts.deleteAnnouncement, {
  access: staff,
  run: ({ params, user, viewer: { ip } }) => announcements.deleteAnnouncement(params.id, { id: user.id, ip }),
});

export const announcementRoutes: RouteTable = [
  action(contracts.activeAnnouncements, { access: anyone, run: () => announcements.listActive() }),
  action(contracts.listAnnouncements, {
    access: staff,
    async run({ query }) {
      const { announcements: shown, ...meta } = await announcements.listForStaff(query);
      return withBeside(shown, { meta });
    },
  }),
  createAnnouncementAction,
  updateAnnouncementAction,
  deleteAnnouncementAction,
];
