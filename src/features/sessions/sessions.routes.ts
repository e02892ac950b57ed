import { AppError } from '../../platform/errors.ts';
import { anyone } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/accounts.ts';
import { inPerson, ownAccount, ownAccountOrAdmin } from '../users/own-account.service.ts';
import { getUser, noSuchUser } from '../users/users.service.ts';
import { recentSignIn } from './fresh-sign-in.service.ts';
import { signOut } from './sessions.service.ts';
import { endSignIn, endSignIns, listSignIns } from './sign-ins.service.ts';

export const logoutAction = action(contracts.logout, {
  access: anyone,
  async run({ req, res }) {
    await signOut(req, res);
    return null;
  },
});

export const endSessionAction = action(contracts.endOneSession, {
  access: ownAccount,
  requires: [inPerson, recentSignIn],
  async run({ user, params }) {
    const isEnded = await endSignIn(params.sessionId, user.id);
    if (!isEnded) throw new AppError('NOT_FOUND', { message: 'This session has ended already.' });
    return null;
  },
});

/** A user's sign-ins, and ending them. */
export const sessionRoutes: RouteTable = [
  logoutAction,
  action(contracts.listSessions, {
    access: ownAccount,
    requires: [inPerson],
    run: ({ user, req }) => listSignIns(user.id, req.session.signInId),
  }),
  endSessionAction,
  action(contracts.endOtherSessions, {
    access: ownAccountOrAdmin,
    requires: [
      inPerson,
      async ({ user, params }) => {
        if (user.id !== params.id && !(await getUser(params.id))) throw noSuchUser();
      },
      recentSignIn,
    ],
    async run({ user, params, req }) {
      const ended = await endSignIns(params.id, user.id === params.id ? req.session.signInId : undefined);
      return { ended };
    },
  }),
];
