import { AppError } from '../../../platform/errors.ts';
import { anyone } from '../../../platform/http/access-rules.ts';
import { action } from '../../../platform/http/action.ts';
import type { RouteTable } from '../../../platform/http/route.ts';
import * as contracts from '../../../shared/contracts/accounts.ts';
import { askToChangeEmail, confirmEmailChange } from '../addresses/change-email.service.ts';
import { changePassword, noSuchUser, updateUser } from '../recovery/change-password.service.ts';
import { endSignIn, endSignIns, listSignIns } from '../sessions/sign-ins.service.ts';
import { stayAlone } from '../sessions/start-session.service.ts';
import { getUser } from '../sign-in/register.service.ts';
import { askingBy } from '../two-factor/recent-proof.service.ts';
import { inPerson, ownAccount, ownAccountOrAdmin, recentSignIn } from './own-account.service.ts';

export const changeEmailAction = action(contracts.changeEmail, {
  access: ownAccount,
  requires: [inPerson],
  run: ({ user, body, req }) => askToChangeEmail(user.id, body, askingBy(req)),
});

export const confirmEmailAction = action(contracts.confirmEmail, {
  access: anyone,
  async run({ params, viewer }) {
    const { email, isDone, waitingFor } = await confirmEmailChange(params.token, viewer.ip);
    return { email, isDone, waitingFor };
  },
});

export const changePasswordAction = action(contracts.changePassword, {
  access: ownAccount,
  requires: [inPerson],
  async run({ user, body, req }) {
    const changed = await changePassword(user.id, body, askingBy(req));
    await stayAlone(req);
    return changed;
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

/** What a signed-in person does with their account. */
export const usersRoutes: RouteTable = [
  action(contracts.getUser, {
    access: ownAccountOrAdmin,
    async run({ params }) {
      const user = await getUser(params.id);
      if (!user) throw noSuchUser();
      return user;
    },
  }),
  action(contracts.updateUser, { access: ownAccount, run: ({ user, body }) => updateUser(user.id, body) }),
  changeEmailAction,
  confirmEmailAction,
  changePasswordAction,
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
