import { type RouteTable, route } from '../../../platform/http/route.ts';
import * as contracts from '../../../shared/contracts/account-data.ts';
import { refuseImpersonated } from '../audit/impersonation.service.ts';
import { requireSelf } from '../own-account.service.ts';
import { askingBy } from '../sign-in/recent-proof.ts';
import { requireFresh, signOut } from '../sign-in/sign-in.ts';
import { askForDeletion, keepAccount, keepAccountByToken } from './account-deletion.service.ts';
import { sendExport } from './account-export.service.ts';

/** What a person has a right to: to go, to stay after all, and to take their data along. */
export const accountDataRoutes: RouteTable = [
  route(contracts.deleteAccount, async ({ params, body, viewer, req, res }) => {
    requireSelf(viewer, params.id);
    refuseImpersonated(viewer);
    const given = { password: body.currentPassword, code: body.code };
    const asked = await askForDeletion(params.id, { ...askingBy(req), ...given });
    await signOut(req, res);
    return asked;
  }),
  route(contracts.keepAccount, async ({ params, viewer }) => {
    requireSelf(viewer, params.id);
    refuseImpersonated(viewer);
    return keepAccount(params.id, viewer.ip);
  }),
  route(contracts.keepAccountByLink, async ({ params, viewer }) => {
    const { email } = await keepAccountByToken(params.token, viewer.ip);
    return { email };
  }),
  route(contracts.exportAccount, async ({ params, viewer, req, res }) => {
    requireSelf(viewer, params.id);
    refuseImpersonated(viewer);
    requireFresh(req);
    await sendExport(params.id, viewer.ip, res);
    return {};
  }),
];
