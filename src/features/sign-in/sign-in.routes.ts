import { anyone } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withOutcome } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/accounts.ts';
import { secondStep } from '../../shared/contracts/second-factor.ts';
import { signIn } from '../sessions/sessions.service.ts';
import { needsSecondFactor } from '../two-factor/second-factor.service.ts';
import { takeSecondStep } from './complete-sign-in.service.ts';
import { login } from './login.service.ts';
import { alreadyThere, register } from './register.service.ts';

const registerAction = action(contracts.register, {
  access: anyone,
  async run({ body, req, log }) {
    const { user, isNew } = await register(body, req, log);
    // A call has no second step to go on to.
    if (!isNew && (await needsSecondFactor(user.id))) throw alreadyThere('SECOND_FACTOR_NEEDED');
    await signIn(req, user, log, { via: isNew ? 'register' : 'password', secondStep: null });
    return user;
  },
});

export const secondStepAction = action(secondStep, {
  access: anyone,
  async run({ body, req, log }) {
    const { user, via } = await takeSecondStep(body.code, { req, log });
    return withOutcome(user, { via });
  },
});

/** Signing up and in with a password, and the second step of every way in that has one. */
export const signInRoutes: RouteTable = [
  registerAction,
  action(contracts.login, {
    access: anyone,
    async run({ body, req, log }) {
      const { user, secondStep } = await login(body, req);
      await signIn(req, user, log, { via: 'password', secondStep });
      return user;
    },
  }),
  secondStepAction,
];
