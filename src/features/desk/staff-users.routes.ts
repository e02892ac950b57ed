import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/staff-users.ts';
import { recentSecondStep } from '../two-factor/recent-proof.service.ts';
import { listUsers, searchUsers } from '../users/find-users.service.ts';
import * as users from './staff-users.service.ts';

const editor = staffWho('user.edit');

export const changeUserRoleAction = action(contracts.changeUserRole, {
  access: editor,
  requires: [recentSecondStep],
  run: ({ params, body, user, viewer: { ip } }) => users.setRole({ id: user.id, ip }, params.id, body),
});

export const suspendUserAction = action(contracts.suspendUser, {
  access: editor,
  requires: [recentSecondStep],
  run: ({ params, body, user, viewer: { ip } }) => users.suspendAccount({ id: user.id, ip }, params.id, body),
});

export const liftUserAction = action(contracts.liftUser, {
  access: editor,
  run: ({ params, body, user, viewer: { ip } }) => users.liftAccount({ id: user.id, ip }, params.id, body.note),
});

export const signOutUserAction = action(contracts.signOutUser, {
  access: editor,
  requires: [recentSecondStep],
  run: ({ params, body, user, viewer: { ip } }) => users.signOutEverywhere({ id: user.id, ip }, params.id, body.note),
});

export const staffUserRoutes: RouteTable = [
  action(contracts.listStaffUsers, {
    access: staffWho('user.read'),
    async run({ query }) {
      if (query.q) {
        const found = await searchUsers(query.q);
        return withBeside(found, { meta: { total: found.length, nextCursor: null } });
      }
      const { users: shown, total, nextCursor } = await listUsers(query);
      return withBeside(shown, { meta: { total, nextCursor } });
    },
  }),
  changeUserRoleAction,
  suspendUserAction,
  liftUserAction,
  signOutUserAction,
];
