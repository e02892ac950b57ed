import { ErrorPage, errorHead } from '../../views/error.page.tsx';
import { LoginPage, loginHead } from '../../views/login.page.tsx';
import { RegisterPage, registerHead } from '../../views/register.page.tsx';
import type { AccountPages } from '../features/accounts/accounts.forms.ts';
import type { RefusedForm } from '../platform/http/forms.ts';
import { safeNext } from '../platform/http/safe-next.ts';
import { type PageRoute, sendPage } from './page-route.ts';
import { type Pages, page } from './render-page.tsx';
import { siteOf } from './site.ts';

export const authPages: readonly PageRoute[] = [
  {
    path: '/auth/login',
    access: 'anyone',
    load({ viewer, query }) {
      if (viewer.user) return { redirect: safeNext(query.next, '/dashboard') };
      return page({ view: LoginPage, props: { site: siteOf(viewer), next: query.next ?? null }, head: loginHead() });
    },
  },
  {
    path: '/auth/register',
    access: 'anyone',
    load({ viewer, query }) {
      if (viewer.user) return { redirect: safeNext(query.next, '/dashboard') };
      const props = { site: siteOf(viewer), next: query.next ?? null };
      return page({ view: RegisterPage, props, head: registerHead() });
    },
  },
];

/** The forms again, with words beside what was refused. */
export function accountPages(pages: Pages): AccountPages {
  const refusal = ({ viewer, values, error }: RefusedForm) => ({
    site: siteOf(viewer),
    next: textOf(values.next) || null,
    error: error.fields ? null : error.message,
    fields: error.fields ?? {},
  });
  return {
    renderLogin(form) {
      const props = { ...refusal(form), email: textOf(form.values.email) };
      const shown = page({ view: LoginPage, props, head: loginHead(), status: form.error.status });
      return sendPage(pages, form.req, form.res, shown);
    },
    renderRegister(form) {
      const values = { firstName: textOf(form.values.firstName), email: textOf(form.values.email) };
      const props = { ...refusal(form), values };
      const shown = page({ view: RegisterPage, props, head: registerHead(), status: form.error.status });
      return sendPage(pages, form.req, form.res, shown);
    },
    renderError: ({ req, res, viewer, error }) => {
      const props = { status: error.status, message: error.message };
      const site = siteOf(viewer);
      const head = errorHead(props);
      return sendPage(
        pages,
        req,
        res,
        page({ view: ErrorPage, props: { site, ...props }, head, status: error.status }),
      );
    },
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
