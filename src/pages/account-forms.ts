import type { AccountDataForm } from '../features/account-data/account-data.forms.ts';
import type { AddressForm } from '../features/addresses/addresses.forms.ts';
import type { RecoveryForm } from '../features/recovery/recovery.forms.ts';
import type { SignInForm } from '../features/sign-in/sign-in.forms.ts';
import type { ErrorPages, FormPages } from '../features/users/form-pages.service.ts';
import type { Asked } from './account-asked.ts';
import { loginPage, registerPage } from './auth.pages.ts';
import { askLinkPage, secondStepPage } from './door.pages.ts';
import { refusalPage } from './error.page.ts';
import { linkPage } from './link.pages.ts';
import { sendPage } from './page-route.ts';
import type { AnyPage, Pages } from './render-page.tsx';

/** Forms that come back with words where they are refused. */
type AccountForm = SignInForm | RecoveryForm | AddressForm | AccountDataForm;

type Again = (asked: Asked, token: string) => AnyPage | Promise<AnyPage>;

const AGAIN: Record<AccountForm, Again> = {
  login: loginPage,
  register: registerPage,
  forgot: (asked) => askLinkPage('reset', asked),
  'sign-in-link': (asked) => askLinkPage('sign-in-link', asked),
  'second-step': secondStepPage,
  reset: (asked, token) => linkPage('reset', token, asked),
  activate: (asked, token) => linkPage('activate', token, asked),
  'change-email': (asked, token) => linkPage('change-email', token, asked),
  'use-sign-in-link': (asked, token) => linkPage('sign-in-link', token, asked),
  'keep-account': (asked, token) => linkPage('keep-account', token, asked),
};

/** Shows the account forms again with error messages. */
export function accountPages(pages: Pages): FormPages<AccountForm> & ErrorPages {
  return {
    async showAgain(name, form) {
      await sendPage(pages, form.req, form.res, await AGAIN[name](form, String(form.req.params.token ?? '')));
    },
    async renderError({ req, res, viewer, error }) {
      await sendPage(pages, req, res, await refusalPage(req, viewer, error));
    },
  };
}
