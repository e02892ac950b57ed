import { type RouteTable, route } from '../../../platform/http/route.ts';
import * as contracts from '../../../shared/contracts/passkeys.ts';
import { guardedAccount, requireConfirmedAddress } from '../guarded-account.service.ts';
import { deviceName } from '../sign-in/device-name.ts';
import { requireRecentProof } from '../sign-in/recent-proof.ts';
import { signIn } from '../sign-in/sign-in.ts';
import {
  addPasskey,
  listPasskeys,
  offerPasskey,
  offerSignIn,
  removePasskey,
  renamePasskey,
  takePasskey,
} from './passkeys.service.ts';

export const passkeyRoutes: RouteTable = [
  route(contracts.listPasskeys, ({ params, viewer }) => listPasskeys(guardedAccount(viewer, params.id).id)),
  route(contracts.offerPasskey, async ({ params, body, viewer, req }) => {
    const user = guardedAccount(viewer, params.id);
    await requireRecentProof(req, user.id, body?.code);
    await requireConfirmedAddress(user.id);
    return offerPasskey(user);
  }),
  route(contracts.addPasskey, async ({ params, body, viewer, req }) => {
    const user = guardedAccount(viewer, params.id);
    await requireRecentProof(req, user.id, undefined);
    await requireConfirmedAddress(user.id);
    const name = body.name || deviceName(req.headers['user-agent']);
    return addPasskey(user, { ticket: body.ticket, answer: body.answer, name }, viewer.ip);
  }),
  route(contracts.renamePasskey, ({ params, body, viewer }) =>
    renamePasskey(guardedAccount(viewer, params.id).id, params.passkeyId, body.name),
  ),
  route(contracts.removePasskey, async ({ params, body, viewer, req }) => {
    const user = guardedAccount(viewer, params.id);
    await requireRecentProof(req, user.id, body?.code);
    return removePasskey(user, params.passkeyId, viewer.ip);
  }),
  route(contracts.offerSignIn, () => offerSignIn()),
  route(contracts.signInWithPasskey, async ({ body, viewer, req, log }) => {
    const { user, secondStep } = await takePasskey(body.ticket, body.answer, viewer.ip);
    await signIn(req, user, log, { via: 'passkey', secondStep });
    return user;
  }),
];
