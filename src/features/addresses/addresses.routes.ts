import { anyone } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/accounts.ts';
import { handOver } from '../drafts/hand-over.service.ts';
import { askerOf } from '../two-factor/recent-proof.service.ts';
import { inPerson, ownAccount, selfOf } from '../users/own-account.service.ts';
import { activate, resendVerification } from './activation.service.ts';
import { askToChangeEmail, confirmEmailChange } from './change-email.service.ts';

export const resendVerificationAction = action(contracts.resendVerification, {
  access: anyone,
  async run({ body, viewer }) {
    await resendVerification(body.email, viewer);
    return null;
  },
});

export const activateAction = action(contracts.activate, {
  access: anyone,
  checkOrigin: true,
  async run({ params, viewer, log }) {
    const { user, drafts } = await activate(params.token, { ip: viewer.ip, signedInAs: selfOf(viewer) });
    await handOver(user, drafts, log);
    return { email: user.email, isSignedIn: true };
  },
});

export const changeEmailAction = action(contracts.changeEmail, {
  access: ownAccount,
  requires: [inPerson],
  run: ({ user, body, req }) => askToChangeEmail(user.id, body, askerOf(req)),
});

export const confirmEmailAction = action(contracts.confirmEmail, {
  access: anyone,
  async run({ params, viewer }) {
    const { email, isDone, waitingFor } = await confirmEmailChange(params.token, viewer.ip);
    return { email, isDone, waitingFor };
  },
});

/** Confirming the address of an account, and changing it. */
export const addressRoutes: RouteTable = [
  resendVerificationAction,
  activateAction,
  changeEmailAction,
  confirmEmailAction,
];
