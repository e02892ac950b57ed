import { anyone } from '../../../platform/http/access-rules.ts';
import { action } from '../../../platform/http/action.ts';
import { type RouteTable, withBeside, withOutcome } from '../../../platform/http/route.ts';
import * as contracts from '../../../shared/contracts/accounts.ts';
import { HOME } from '../../account-screens.ts';
import { activate } from '../addresses/activation.service.ts';
import { selfOf } from '../addresses/address-proof.service.ts';
import { carriedBy, together } from '../drafts/draft-sets.service.ts';
import { askForLink, resendVerification, resetPassword } from '../recovery/reset-password.service.ts';
import { claimPrepared, signIn, signOut } from '../sessions/start-session.service.ts';
import { enter } from './complete-sign-in.ts';
import { getUser, login, register } from './register.service.ts';

export const registerAction = action(contracts.register, {
  access: anyone,
  async run({ body, req, log }) {
    const { user, isNew } = await register(body, req, log);
    await signIn(req, user, log, { via: isNew ? 'register' : 'password', secondStep: null });
    return withOutcome(user, { isNew });
  },
});

export const logoutAction = action(contracts.logout, {
  access: anyone,
  async run({ req, res }) {
    await signOut(req, res);
    return null;
  },
});

export const resendVerificationAction = action(contracts.resendVerification, {
  access: anyone,
  async run({ body, viewer }) {
    await resendVerification(body.email, viewer);
    return null;
  },
});

export const forgotPasswordAction = action(contracts.forgotPassword, {
  access: anyone,
  async run({ body, viewer }) {
    await askForLink('reset', body.email, viewer);
    return null;
  },
});

export const activateAction = action(contracts.activate, {
  access: anyone,
  checkOrigin: true,
  async run({ params, viewer, log }) {
    const { user, carried } = await activate(params.token, { ip: viewer.ip, signedInAs: selfOf(viewer) });
    await claimPrepared(user, carried, log);
    return { email: user.email, isSignedIn: true };
  },
});

export const resetPasswordAction = action(contracts.resetPassword, {
  access: anyone,
  async run({ params, body, viewer, req, log }) {
    const { user, carried } = await resetPassword(params.token, body.password, viewer.ip, selfOf(viewer));
    const all = together(carried, carriedBy(viewer));
    const entered = await enter({ user, via: 'reset', isNew: false, next: HOME, carried: all }, { req, log });
    return withOutcome({ email: user.email, isSignedIn: !entered.needsSecondFactor }, { next: entered.next });
  },
});

/** Signing up, in and out, and the mailed links; what a signed-in person does with their account is in `users.routes.ts`. */
export const accountsRoutes: RouteTable = [
  registerAction,
  action(contracts.login, {
    access: anyone,
    async run({ body, req, log }) {
      const { user, secondStep } = await login(body, req);
      await signIn(req, user, log, { via: 'password', secondStep });
      return user;
    },
  }),
  logoutAction,
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
  resendVerificationAction,
  forgotPasswordAction,
  activateAction,
  resetPasswordAction,
];
