import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/identities.ts';
import { recentProof } from '../two-factor/recent-proof.service.ts';
import { inPerson, ownAccount } from '../users/own-account.service.ts';
import { listIdentities, unlinkIdentity } from './identities.service.ts';

export const unlinkIdentityAction = action(contracts.unlinkIdentity, {
  access: ownAccount,
  requires: [inPerson, recentProof],
  run: ({ user, params, viewer }) => unlinkIdentity(user, params.provider, viewer.ip),
});

export const identityRoutes: RouteTable = [
  action(contracts.listIdentities, {
    access: ownAccount,
    requires: [inPerson],
    run: ({ user }) => listIdentities(user.id),
  }),
  unlinkIdentityAction,
];
