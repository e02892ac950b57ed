import { type RouteTable, route, withBeside } from '../../platform/http/route.ts';
import { endSession } from '../../platform/http/sessions.ts';
import * as contracts from '../../shared/contracts/accounts.ts';
import { getUser, login, register } from './accounts.service.ts';
import { signIn } from './sign-in.ts';

export const accountsRoutes: RouteTable = [
  route(contracts.register, async ({ body, req, log }) => {
    const user = await register(body);
    await signIn(req, user, log);
    return user;
  }),
  route(contracts.login, async ({ body, viewer, req, log }) => {
    const user = await login(body, viewer.ip);
    await signIn(req, user, log);
    return user;
  }),
  route(contracts.logout, async ({ req, res }) => {
    await endSession(req, res);
    return null;
  }),
  route(contracts.whoAmI, async ({ viewer }) => {
    const user = viewer.user && (await getUser(viewer.user.id));
    return withBeside(user, { isImpersonated: viewer.isImpersonated });
  }),
];
