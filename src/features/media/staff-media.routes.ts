import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/staff-media.ts';
import { recentSecondStep } from '../two-factor/recent-proof.service.ts';
import { listModerated, moderate, originalForStaff } from './moderate-clips.service.ts';

const moderator = staffWho('media.moderate');

export const moderateMediaAction = action(contracts.moderateMedia, {
  access: moderator,
  run: ({ params, body: { note, ...wish }, user, viewer: { ip } }) =>
    moderate(params.id, wish, { id: user.id, ip, note }),
});

export const downloadOriginalAction = action(contracts.downloadOriginal, {
  access: staffWho('media.download'),
  requires: [recentSecondStep],
  run: ({ params, body: { note }, user, viewer: { ip } }) => originalForStaff(params.id, { id: user.id, ip, note }),
});

export const staffMediaRoutes: RouteTable = [
  action(contracts.listStaffMedia, {
    access: moderator,
    async run({ query }) {
      const { clips, total, nextCursor } = await listModerated(query);
      return withBeside(clips, { meta: { total, nextCursor } });
    },
  }),
  moderateMediaAction,
  downloadOriginalAction,
];
