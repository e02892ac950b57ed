import type { AccountForm, AccountPages } from '../features/accounts/account-pages.forms.ts';
import type { Asked } from './account-asked.ts';
import { loginPage, registerPage } from './auth.pages.ts';
import { askLinkPage, secondStepPage } from './door.pages.ts';
import { refusalPage } from './error.page.ts';
import { linkPage } from './link.pages.ts';
import { sendPage } from './page-route.ts';
import type { AnyPage, Pages } from './render-page.tsx';

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
export function accountPages(pages: Pages): AccountPages {
  return {
    async showAgain(name, form) {
      await sendPage(pages, form.req, form.res, await AGAIN[name](form, String(form.req.params.token ?? '')));
    },
    async renderError({ req, res, viewer, error }) {
      await sendPage(pages, req, res, await refusalPage(req, viewer, error));
    },
  };
}
