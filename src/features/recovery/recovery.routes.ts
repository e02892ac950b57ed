import { anyone } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withOutcome } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/accounts.ts';
import { askForLink } from '../credentials/mailed-links.service.ts';
import { draftsOf, unionOf } from '../drafts/draft-sets.service.ts';
import { stayAlone } from '../sessions/sessions.service.ts';
import { completeSignIn } from '../sign-in/complete-sign-in.service.ts';
import { askerOf } from '../two-factor/recent-proof.service.ts';
import { HOME, inPerson, ownAccount, selfOf } from '../users/own-account.service.ts';
import { changePassword } from './change-password.service.ts';
import { resetPassword } from './reset-password.service.ts';

export const forgotPasswordAction = action(contracts.forgotPassword, {
  access: anyone,
  async run({ body, viewer }) {
    await askForLink('reset', body.email, viewer);
    return null;
  },
});

export const resetPasswordAction = action(contracts.resetPassword, {
  access: anyone,
  async run({ params, body, viewer, req, log }) {
    const { user, drafts } = await resetPassword(params.token, body.password, viewer.ip, selfOf(viewer));
    const all = unionOf(drafts, draftsOf(viewer));
    const entered = await completeSignIn({ user, via: 'reset', isNew: false, next: HOME, drafts: all }, { req, log });
    return withOutcome({ email: user.email, isSignedIn: !entered.needsSecondFactor }, { next: entered.next });
  },
});

export const changePasswordAction = action(contracts.changePassword, {
  access: ownAccount,
  requires: [inPerson],
  run: ({ user, body, req }) => changePassword(user.id, body, askerOf(req), () => stayAlone(req)),
});

/** New passwords: with the old one, or by a mailed link. */
export const recoveryRoutes: RouteTable = [forgotPasswordAction, resetPasswordAction, changePasswordAction];
