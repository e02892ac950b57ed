import { anyone } from '../../../platform/http/access-rules.ts';
import { action } from '../../../platform/http/action.ts';
import { type RouteTable, withOutcome } from '../../../platform/http/route.ts';
import * as contracts from '../../../shared/contracts/second-factor.ts';
import { takeSecondStep } from '../sign-in/complete-sign-in.ts';
import {
  confirmedAddress,
  inPerson,
  ownAccount,
  recentSignIn,
  recentSignInOrPassword,
} from '../users/own-account.service.ts';
import { rememberSecondStep } from './recent-proof.service.ts';
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

export const secondStepAction = action(contracts.secondStep, {
  access: anyone,
  async run({ body, req, log }) {
    const { user, via } = await takeSecondStep(body.code, { req, log });
    return withOutcome(user, { via });
  },
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
  secondStepAction,
];
