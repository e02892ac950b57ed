import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/second-factor.ts';
import { recentSignIn } from '../sessions/fresh-sign-in.service.ts';
import { confirmedAddress } from '../users/confirmed-address.service.ts';
import { inPerson, ownAccount } from '../users/own-account.service.ts';
import { recentSignInOrPassword, rememberSecondStep } from './recent-proof.service.ts';
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  secondFactorState,
  setUpSecondFactor,
  turnOffSecondFactor,
} from './second-factor.service.ts';

export const confirmSecondFactorAction = action(contracts.confirmSecondFactor, {
  access: ownAccount,
  requires: [inPerson, recentSignIn],
  async run({ user, body, viewer, req }) {
    const { recoveryCodes, secondStep } = await confirmSecondFactor(user, body.code, viewer.ip);
    await rememberSecondStep(req, secondStep);
    return { recoveryCodes };
  },
});

export const turnOffSecondFactorAction = action(contracts.turnOffSecondFactor, {
  access: ownAccount,
  requires: [inPerson, recentSignInOrPassword],
  run: ({ user, body, viewer }) => turnOffSecondFactor(user, body.code, viewer.ip),
});

export const renewRecoveryCodesAction = action(contracts.renewRecoveryCodes, {
  access: ownAccount,
  requires: [inPerson, recentSignIn],
  run: async ({ user, body, viewer }) => ({ recoveryCodes: await renewRecoveryCodes(user, body.code, viewer.ip) }),
});

export const secondFactorRoutes: RouteTable = [
  action(contracts.getSecondFactor, {
    access: ownAccount,
    requires: [inPerson],
    run: ({ user }) => secondFactorState(user.id),
  }),
  action(contracts.setUpSecondFactor, {
    access: ownAccount,
    requires: [inPerson, recentSignIn, confirmedAddress],
    run: ({ user }) => setUpSecondFactor(user),
  }),
  confirmSecondFactorAction,
  turnOffSecondFactorAction,
  renewRecoveryCodesAction,
];
