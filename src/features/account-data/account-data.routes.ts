import { anyone } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/account-data.ts';
import { recentSignIn } from '../sessions/fresh-sign-in.service.ts';
import { signOut } from '../sessions/sessions.service.ts';
import { askerOf } from '../two-factor/recent-proof.service.ts';
import { inPerson, ownAccount } from '../users/own-account.service.ts';
import { askForDeletion, keepAccount, keepAccountByToken } from './account-deletion.service.ts';
import { sendExport } from './account-export.service.ts';

export const deleteAccountAction = action(contracts.deleteAccount, {
  access: ownAccount,
  requires: [inPerson],
  async run({ user, body, req, res }) {
    const asked = await askForDeletion(user.id, { ...askerOf(req), password: body.currentPassword, code: body.code });
    await signOut(req, res);
    return asked;
  },
});

export const keepAccountAction = action(contracts.keepAccount, {
  access: ownAccount,
  requires: [inPerson],
  run: ({ user, viewer }) => keepAccount(user.id, viewer.ip),
});

export const keepAccountByLinkAction = action(contracts.keepAccountByLink, {
  access: anyone,
  async run({ params, viewer }) {
    const { email } = await keepAccountByToken(params.token, viewer.ip);
    return { email };
  },
});

/** Streams the answer itself. */
export const exportAccountAction = action(contracts.exportAccount, {
  access: ownAccount,
  requires: [inPerson, recentSignIn],
  async run({ user, viewer, res }) {
    await sendExport(user.id, viewer.ip, res);
    return {};
  },
});

/** Deleting an account, keeping it after all, and the copy of one person's data. */
export const accountDataRoutes: RouteTable = [
  deleteAccountAction,
  keepAccountAction,
  keepAccountByLinkAction,
  exportAccountAction,
];
