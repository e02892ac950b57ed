import { type RouteTable, route, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/accounts.ts';
import { getUser, login, register } from './accounts.service.ts';
import { askForLink, resendVerification, resetPassword } from './links/account-links.service.ts';
import { activate } from './links/activation.service.ts';
import { carriedBy, together } from './sign-in/carried.ts';
import { claimPrepared, signIn, signOut } from './sign-in/sign-in.ts';
import { selfOf } from './ways-in/address-proof.ts';
import { enter } from './ways-in/way-in.ts';

/** Signing up, in and out, and the mailed links; what a signed-in person does with their account is in `users.routes.ts`. */
export const accountsRoutes: RouteTable = [
  route(contracts.register, async ({ body, req, log }) => {
    const { user, isNew } = await register(body, req, log);
    await signIn(req, user, log, { via: isNew ? 'register' : 'password', secondStep: null });
    return user;
  }),
  route(contracts.login, async ({ body, req, log }) => {
    const { user, secondStep } = await login(body, req);
    await signIn(req, user, log, { via: 'password', secondStep });
    return user;
  }),
  route(contracts.logout, async ({ req, res }) => {
    await signOut(req, res);
    return null;
  }),
  route(contracts.whoAmI, async ({ viewer }) => {
    const { user: own, isImpersonated } = viewer;
    const user = own && (await getUser(own.id));
    const told = user && { ...user, role: own.role };
    return withBeside(told, { isImpersonated, ...(own?.waitingRole && { waitingRole: own.waitingRole }) });
  }),
  route(contracts.checkUser, ({ body, viewer }) => ({
    state: viewer.user?.email === body.email ? ('signed-in' as const) : ('unknown' as const),
  })),
  route(contracts.resendVerification, async ({ body, viewer }) => {
    await resendVerification(body.email, viewer);
    return null;
  }),
  route(contracts.forgotPassword, async ({ body, viewer }) => {
    await askForLink('reset', body.email, viewer);
    return null;
  }),
  route(
    contracts.activate,
    async ({ params, viewer, log }) => {
      const { user, carried } = await activate(params.token, { ip: viewer.ip, signedInAs: selfOf(viewer) });
      await claimPrepared(user, carried, log);
      return { email: user.email, isSignedIn: true };
    },
    { checkOrigin: true },
  ),
  route(contracts.resetPassword, async ({ params, body, viewer, req, log }) => {
    const { user, carried } = await resetPassword(params.token, body.password, viewer.ip, selfOf(viewer));
    const way = { user, via: 'reset', isNew: false, next: '/', carried: together(carried, carriedBy(viewer)) } as const;
    const { needsSecondFactor } = await enter(way, { req, log });
    return { email: user.email, isSignedIn: !needsSecondFactor };
  }),
];
