import { AppError } from '../../platform/errors.ts';
import { type RouteTable, route } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/accounts.ts';
import { getUser } from './accounts.service.ts';
import { refuseImpersonated } from './audit/impersonation.service.ts';
import { guardedAccount } from './guarded-account.service.ts';
import { askToChangeEmail, confirmEmailChange } from './links/change-email.service.ts';
import { changePassword, noSuchUser, requireSelf, requireSelfOrAdmin, updateUser } from './own-account.service.ts';
import { askingBy } from './sign-in/recent-proof.ts';
import { requireFresh, stayAlone } from './sign-in/sign-in.ts';
import { endSignIn, endSignIns, listSignIns } from './sign-in/sign-ins.service.ts';

/** What a signed-in person does with their account. */
export const usersRoutes: RouteTable = [
  route(contracts.getUser, async ({ params, viewer }) => {
    requireSelfOrAdmin(viewer, params.id);
    const user = await getUser(params.id);
    if (!user) throw noSuchUser();
    return user;
  }),
  route(contracts.updateUser, async ({ params, body, viewer }) => {
    requireSelf(viewer, params.id);
    return updateUser(params.id, body);
  }),
  route(contracts.changeEmail, async ({ params, body, viewer, req }) => {
    requireSelf(viewer, params.id);
    refuseImpersonated(viewer);
    return askToChangeEmail(params.id, body, askingBy(req));
  }),
  route(contracts.confirmEmail, async ({ params, viewer }) => {
    const { email, isDone, waitingFor } = await confirmEmailChange(params.token, viewer.ip);
    return { email, isDone, waitingFor };
  }),
  route(contracts.changePassword, async ({ params, body, viewer, req }) => {
    requireSelf(viewer, params.id);
    refuseImpersonated(viewer);
    const user = await changePassword(params.id, body, askingBy(req));
    await stayAlone(req);
    return user;
  }),
  route(contracts.listSessions, async ({ params, viewer, req }) => {
    const user = guardedAccount(viewer, params.id);
    return listSignIns(user.id, req.session.signInId);
  }),
  route(contracts.endOneSession, async ({ params, viewer, req }) => {
    requireSelf(viewer, params.id);
    refuseImpersonated(viewer);
    requireFresh(req);
    const isEnded = await endSignIn(params.sessionId, params.id);
    if (!isEnded) throw new AppError('NOT_FOUND', { message: 'This session has ended already.' });
    return null;
  }),
  route(contracts.endOtherSessions, async ({ params, viewer, req }) => {
    refuseImpersonated(viewer);
    const isSelf = viewer.user?.id === params.id;
    requireSelfOrAdmin(viewer, params.id);
    if (!isSelf && !(await getUser(params.id))) throw noSuchUser();
    requireFresh(req);
    const ended = await endSignIns(params.id, isSelf ? req.session.signInId : undefined);
    return { ended };
  }),
];
