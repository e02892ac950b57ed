import { anyone } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/passkeys.ts';
import { deviceName } from '../sessions/device-name.service.ts';
import { signIn } from '../sessions/sessions.service.ts';
import { confirmedAddress } from '../users/confirmed-address.service.ts';
import { inPerson, ownAccount } from '../users/own-account.service.ts';
import {
  addPasskey,
  listPasskeys,
  offerPasskey,
  offerSignIn,
  removePasskey,
  renamePasskey,
  takePasskey,
} from './passkeys.service.ts';
import { recentProof } from './recent-proof.service.ts';

export const renamePasskeyAction = action(contracts.renamePasskey, {
  access: ownAccount,
  requires: [inPerson],
  run: ({ user, params, body }) => renamePasskey(user.id, params.passkeyId, body.name),
});

export const removePasskeyAction = action(contracts.removePasskey, {
  access: ownAccount,
  requires: [inPerson, recentProof],
  run: ({ user, params, viewer }) => removePasskey(user, params.passkeyId, viewer.ip),
});

export const passkeyRoutes: RouteTable = [
  action(contracts.listPasskeys, {
    access: ownAccount,
    requires: [inPerson],
    run: ({ user }) => listPasskeys(user.id),
  }),
  action(contracts.offerPasskey, {
    access: ownAccount,
    requires: [inPerson, recentProof, confirmedAddress],
    run: ({ user }) => offerPasskey(user),
  }),
  action(contracts.addPasskey, {
    access: ownAccount,
    requires: [inPerson, ({ req, user }) => recentProof({ req, user }), confirmedAddress],
    run({ user, body, viewer, req }) {
      const name = body.name || deviceName(req.headers['user-agent']);
      return addPasskey(user, { ticket: body.ticket, answer: body.answer, name }, viewer.ip);
    },
  }),
  renamePasskeyAction,
  removePasskeyAction,
  action(contracts.offerSignIn, { access: anyone, run: () => offerSignIn() }),
  action(contracts.signInWithPasskey, {
    access: anyone,
    async run({ body, viewer, req, log }) {
      const { user, secondStep } = await takePasskey(body.ticket, body.answer, viewer.ip);
      await signIn(req, user, log, { via: 'passkey', secondStep });
      return user;
    },
  }),
];
