import { anyone } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/accounts.ts';
import { ownAccount, ownAccountOrAdmin } from './own-account.service.ts';
import { toUserDto } from './user-record.service.ts';
import { changeNames, getUser, noSuchUser } from './users.service.ts';

/** Who is signed in, and users by id. */
export const usersRoutes: RouteTable = [
  action(contracts.whoAmI, {
    access: anyone,
    async run({ viewer }) {
      const { user: own, isImpersonated } = viewer;
      const user = own && (await getUser(own.id));
      const told = user && { ...user, role: own.role };
      return withBeside(told, { isImpersonated, ...(own?.waitingRole && { waitingRole: own.waitingRole }) });
    },
  }),
  action(contracts.checkUser, {
    access: anyone,
    run: ({ body, viewer }) => ({
      state: viewer.user?.email === body.email ? ('signed-in' as const) : ('unknown' as const),
    }),
  }),
  action(contracts.getUser, {
    access: ownAccountOrAdmin,
    async run({ params }) {
      const user = await getUser(params.id);
      if (!user) throw noSuchUser();
      return user;
    },
  }),
  action(contracts.updateUser, {
    access: ownAccount,
    run: async ({ user, body }) => toUserDto(await changeNames(user.id, body)),
  }),
];
