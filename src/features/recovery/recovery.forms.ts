import { type Form, form } from '../../platform/http/forms.ts';
import * as contracts from '../../shared/contracts/accounts.ts';
import type { FormPages, SettingsPages } from '../users/form-pages.service.ts';
import { own } from '../users/own-account.service.ts';
import { changePasswordAction, forgotPasswordAction, resetPasswordAction } from './recovery.routes.ts';

export type RecoveryForm = 'forgot' | 'reset';

/** A new password, as pages post it without script. */
export function recoveryForms(pages: FormPages<RecoveryForm> & SettingsPages<'password'>): Form[] {
  return [
    form(forgotPasswordAction, {
      path: '/auth/forgot-password',
      body: contracts.forgotPassword.body,
      input: ({ body }) => ({ body }),
      done: () => '/auth/forgot-password?sent=1',
      failed: (refused) => pages.showAgain('forgot', refused),
    }),
    form(resetPasswordAction, {
      path: '/auth/reset-password/:token',
      body: contracts.resetPassword.body,
      input: ({ params, body }) => ({ params: { token: params.token ?? '' }, body }),
      done: ({ outcome }) => outcome.next,
      failed: (refused) => pages.showAgain('reset', refused),
    }),
    form(changePasswordAction, {
      path: '/settings/profile/password',
      body: contracts.changePasswordBody,
      input: (sent) => ({ params: own(sent), body: sent.body }),
      done: () => '/settings/profile?saved=password#account',
      failed: (refused) => pages.showSettings('password', refused),
    }),
  ];
}
