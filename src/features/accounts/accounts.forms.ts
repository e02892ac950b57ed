import { z } from 'zod';
import { type Form, form, type RefusedForm } from '../../platform/http/forms.ts';
import { safeNext } from '../../platform/http/safe-next.ts';
import { endSession } from '../../platform/http/sessions.ts';
import { loginBody, registerBody } from '../../shared/contracts/accounts.ts';
import { login, register } from './accounts.service.ts';
import { signIn } from './sign-in.ts';

/** Shows a form again with status `error.status`, the words of `error.fields` and what was typed into it. */
export interface AccountPages {
  renderLogin(form: RefusedForm): Promise<void> | void;
  renderRegister(form: RefusedForm): Promise<void> | void;
  /** Signing out can only be refused for its origin or for being too often. */
  renderError(form: RefusedForm): Promise<void> | void;
}

const HOME = '/dashboard';
const next = { next: z.string().max(500).optional() };

/** `POST /auth/login`, `/auth/register` and `/auth/logout`, as pages post them without script; `next` is where to go on. */
export function accountForms(pages: AccountPages): Form[] {
  return [
    form({
      path: '/auth/login',
      limit: 'sign-in',
      body: loginBody.extend(next),
      async handle({ body, viewer, req, log }) {
        const user = await login(body, viewer.ip);
        await signIn(req, user, log);
        return safeNext(body.next, HOME);
      },
      refused: pages.renderLogin,
    }),
    form({
      path: '/auth/register',
      limit: 'sign-in',
      body: registerBody.extend(next),
      async handle({ body, req, log }) {
        const user = await register(body);
        await signIn(req, user, log);
        return safeNext(body.next, HOME);
      },
      refused: pages.renderRegister,
    }),
    form({
      path: '/auth/logout',
      body: z.object(next),
      async handle({ body, req, res }) {
        await endSession(req, res);
        return safeNext(body.next, '/');
      },
      refused: pages.renderError,
    }),
  ];
}
