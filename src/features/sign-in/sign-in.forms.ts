import * as z from 'zod';
import { anyone } from '../../platform/http/access-rules.ts';
import { type Form, form, ownForm } from '../../platform/http/forms.ts';
import { safeNext } from '../../platform/http/safe-next.ts';
import { withMark } from '../../shared/analytics-marks.ts';
import { loginBody, registerBody } from '../../shared/contracts/accounts.ts';
import { codeBody } from '../../shared/contracts/second-factor.ts';
import { checkPassword } from '../credentials/password-check.service.ts';
import type { FormPages } from '../users/form-pages.service.ts';
import { HOME, next } from '../users/own-account.service.ts';
import { completeSignIn } from './complete-sign-in.service.ts';
import { register } from './register.service.ts';
import { secondStepAction } from './sign-in.routes.ts';
import { requestSignInLinkAction } from './sign-in-link.routes.ts';
import { enterByLink } from './sign-in-link.service.ts';

export type SignInForm = 'login' | 'register' | 'sign-in-link' | 'use-sign-in-link' | 'second-step';

/**
 * Signing up and in, as pages post it without script: `POST /auth/login`, `/auth/register`, `/auth/sign-in-link` and
 * `/auth/second-step`; `next` is where to go on.
 */
export function signInForms(pages: FormPages<SignInForm>): Form[] {
  return [
    // The API takes password and code in one call; pages ask for the code on a second page.
    ownForm({
      path: '/auth/login',
      access: anyone,
      limit: 'sign-in',
      body: loginBody.omit({ code: true }).extend(next),
      async run({ body, req, log }) {
        const user = await checkPassword(body, req);
        const way = { user, via: 'password', isNew: false, next: safeNext(body.next, HOME) } as const;
        return (await completeSignIn(way, { req, log })).next;
      },
      failed: (refused) => pages.showAgain('login', refused),
    }),
    // People who have an account already may have to go on to its second step.
    ownForm({
      path: '/auth/register',
      access: anyone,
      limit: 'sign-in',
      body: registerBody.extend(next),
      async run({ body, req, log }) {
        const { user, isNew } = await register(body, req, log);
        const via = isNew ? 'register' : 'password';
        return (await completeSignIn({ user, via, isNew, next: safeNext(body.next, HOME) }, { req, log })).next;
      },
      failed: (refused) => pages.showAgain('register', refused),
    }),
    form(requestSignInLinkAction, {
      path: '/auth/sign-in-link',
      body: loginBody.pick({ email: true }).extend(next),
      input: ({ body }) => ({ body }),
      done({ body }) {
        const onwards = safeNext(body.next, '');
        return `/auth/sign-in-link?sent=1${onwards && `&next=${encodeURIComponent(onwards)}`}`;
      },
      failed: (refused) => pages.showAgain('sign-in-link', refused),
    }),
    // Only a page can ask whether to hand over this browser's drafts too.
    ownForm({
      path: '/auth/sign-in-link/:token',
      access: anyone,
      limit: 'sign-in',
      body: z.object({ withOwn: z.string().max(10).optional(), code: z.string().max(40).optional() }),
      async run({ params, body, viewer, req, log }) {
        const withOwn = body.withOwn !== undefined;
        return (await enterByLink(params.token ?? '', { viewer, req, log, withOwn, code: body.code })).next;
      },
      failed: (refused) => pages.showAgain('use-sign-in-link', refused),
    }),
    form(secondStepAction, {
      path: '/auth/second-step',
      body: codeBody.extend({ ...next, kind: z.string().max(20).optional() }),
      input: ({ body }) => ({ body }),
      done: ({ body, outcome }) => withMark(safeNext(body.next, HOME), { name: 'login', method: outcome.via }),
      failed: (refused) => pages.showAgain('second-step', refused),
    }),
  ];
}
