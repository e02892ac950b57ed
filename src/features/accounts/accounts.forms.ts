import { z } from 'zod';
import { type Form, form } from '../../platform/http/forms.ts';
import { safeNext } from '../../platform/http/safe-next.ts';
import { withMark } from '../../shared/analytics-marks.ts';
import { loginBody, registerBody } from '../../shared/contracts/accounts.ts';
import { codeBody } from '../../shared/contracts/second-factor.ts';
import { type AccountPages, HOME, next } from './account-pages.forms.ts';
import { checkPassword, register } from './accounts.service.ts';
import { enterByLink, mailSignInLink } from './links/sign-in-link.service.ts';
import { signIn, signOut } from './sign-in/sign-in.ts';
import { enter, takeSecondStep } from './ways-in/way-in.ts';

/**
 * Ways in and out as pages post them without script: `POST /auth/login`, `/auth/register`, `/auth/sign-in-link`,
 * `/auth/second-step` and `/auth/logout`; `next` is where to go on.
 */
export function accountForms(pages: AccountPages): Form[] {
  return [
    form({
      path: '/auth/login',
      limit: 'sign-in',
      body: loginBody.omit({ code: true }).extend(next),
      async handle({ body, req, log }) {
        const user = await checkPassword(body, req);
        const way = { user, via: 'password', isNew: false, next: safeNext(body.next, HOME) } as const;
        return (await enter(way, { req, log })).next;
      },
      refused: (refused) => pages.showAgain('login', refused),
    }),
    form({
      path: '/auth/register',
      limit: 'sign-in',
      body: registerBody.extend(next),
      async handle({ body, req, log }) {
        const { user, isNew } = await register(body, req, log);
        await signIn(req, user, log, { via: isNew ? 'register' : 'password', secondStep: null });
        const name = isNew ? 'sign_up' : 'login';
        return withMark(safeNext(body.next, HOME), { name, method: 'password' });
      },
      refused: (refused) => pages.showAgain('register', refused),
    }),
    form({
      path: '/auth/sign-in-link',
      limit: 'sign-in',
      body: loginBody.pick({ email: true }).extend(next),
      async handle({ body, viewer, req }) {
        await mailSignInLink(body, { viewer, req });
        const onwards = safeNext(body.next, '');
        return `/auth/sign-in-link?sent=1${onwards && `&next=${encodeURIComponent(onwards)}`}`;
      },
      refused: (refused) => pages.showAgain('sign-in-link', refused),
    }),
    form({
      path: '/auth/sign-in-link/:token',
      limit: 'sign-in',
      body: z.object({ withOwn: z.string().max(10).optional(), code: z.string().max(40).optional() }),
      async handle({ params, body, viewer, req, log }) {
        const withOwn = body.withOwn !== undefined;
        return (await enterByLink(params.token ?? '', { viewer, req, log, withOwn, code: body.code })).next;
      },
      refused: (refused) => pages.showAgain('use-sign-in-link', refused),
    }),
    form({
      path: '/auth/second-step',
      limit: 'sign-in',
      body: codeBody.extend({ ...next, kind: z.string().max(20).optional() }),
      async handle({ body, req, log }) {
        const { via } = await takeSecondStep(body.code, { req, log });
        return withMark(safeNext(body.next, HOME), { name: 'login', method: via });
      },
      refused: (refused) => pages.showAgain('second-step', refused),
    }),
    form({
      path: '/auth/logout',
      body: z.object(next),
      async handle({ body, req, res }) {
        await signOut(req, res);
        return safeNext(body.next, '/');
      },
      refused: pages.renderError,
    }),
  ];
}
