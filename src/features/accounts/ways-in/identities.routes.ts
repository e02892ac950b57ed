import { type RouteTable, route } from '../../../platform/http/route.ts';
import * as contracts from '../../../shared/contracts/identities.ts';
import { guardedAccount } from '../guarded-account.service.ts';
import { requireRecentProof } from '../sign-in/recent-proof.ts';
import { listIdentities, unlinkIdentity } from './identities.service.ts';

export const identityRoutes: RouteTable = [
  route(contracts.listIdentities, ({ params, viewer }) => listIdentities(guardedAccount(viewer, params.id).id)),
  route(contracts.unlinkIdentity, async ({ params, body, viewer, req }) => {
    const user = guardedAccount(viewer, params.id);
    await requireRecentProof(req, user.id, body?.code);
    return unlinkIdentity(user, params.provider, viewer.ip);
  }),
];
