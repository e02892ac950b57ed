import * as z from 'zod';
import { type Form, form } from '../../platform/http/forms.ts';
import { changeEmailBody } from '../../shared/contracts/accounts.ts';
import type { ErrorPages, FormPages, SettingsPages } from '../users/form-pages.service.ts';
import { HOME, own } from '../users/own-account.service.ts';
import {
  deleteAccountAction,
  exportAccountAction,
  keepAccountAction,
  keepAccountByLinkAction,
} from './account-data.routes.ts';

const PAGE = '/settings/profile';

export type AccountDataForm = 'keep-account';

/** The export, deleting an account and keeping it, as pages post them without script. */
export function accountDataForms(
  pages: FormPages<AccountDataForm> & SettingsPages<'export' | 'delete'> & ErrorPages,
): Form[] {
  return [
    form(exportAccountAction, {
      path: `${PAGE}/export`,
      body: z.object({}),
      input: (sent) => ({ params: own(sent) }),
      done: () => null,
      failed: (refused) => pages.showSettings('export', refused),
    }),
    form(deleteAccountAction, {
      path: `${PAGE}/delete`,
      body: changeEmailBody.omit({ email: true }).extend({ sure: z.literal('yes') }),
      input: (sent) => ({ params: own(sent), body: sent.body }),
      done: () => '/auth/done/deleted',
      failed: (refused) => pages.showSettings('delete', refused),
    }),
    form(keepAccountByLinkAction, {
      path: '/auth/keep-account/:token',
      body: z.object({}),
      input: ({ params }) => ({ params: { token: params.token ?? '' } }),
      done: () => '/auth/done/kept',
      failed: (refused) => pages.showAgain('keep-account', refused),
    }),
    // Posted from the bar of every page while the account is due for deletion.
    form(keepAccountAction, {
      path: '/auth/keep-account',
      body: z.object({}),
      input: (sent) => ({ params: own(sent) }),
      done: () => HOME,
      failed: pages.renderError,
    }),
  ];
}
