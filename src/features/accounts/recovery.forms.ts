import { z } from 'zod';
import { type Form, form } from '../../platform/http/forms.ts';
import { safeNext } from '../../platform/http/safe-next.ts';
import * as contracts from '../../shared/contracts/accounts.ts';
import { type AccountPages, HOME, next } from './account-pages.forms.ts';
import { askForLink, resendVerification, resetPassword } from './links/account-links.service.ts';
import { activate, disown } from './links/activation.service.ts';
import { confirmEmailChange } from './links/change-email.service.ts';
import { carriedBy, together } from './sign-in/carried.ts';
import { claimPrepared } from './sign-in/sign-in.ts';
import { selfOf } from './ways-in/address-proof.ts';
import { enter } from './ways-in/way-in.ts';

/**
 * What mails lead to, and what has them sent, as pages post it without script: a new password, a confirmed address,
 * another address. Who did it is told so on `/auth/done/WHAT`.
 */
export function recoveryForms(pages: AccountPages): Form[] {
  return [
    form({
      path: '/auth/forgot-password',
      limit: 'sign-in',
      body: contracts.forgotPassword.body,
      async handle({ body, viewer }) {
        await askForLink('reset', body.email, viewer);
        return '/auth/forgot-password?sent=1';
      },
      refused: (refused) => pages.showAgain('forgot', refused),
    }),
    form({
      path: '/auth/resend-verification',
      limit: 'sign-in',
      body: z.object(next),
      async handle({ body, viewer }) {
        await resendVerification(undefined, viewer);
        const url = new URL(safeNext(body.next, HOME), 'http://own.invalid');
        url.searchParams.set('note', 'mail-sent');
        return url.pathname + url.search;
      },
      refused: pages.renderError,
    }),
    form({
      path: '/auth/activate/:token',
      limit: 'sign-in',
      body: z.object({}),
      async handle({ params, viewer, log }) {
        const { user, carried } = await activate(params.token ?? '', { ip: viewer.ip, signedInAs: selfOf(viewer) });
        await claimPrepared(user, carried, log);
        return '/auth/done/confirmed';
      },
      refused: (refused) => pages.showAgain('activate', refused),
    }),
    form({
      path: '/auth/activate/:token/not-mine',
      limit: 'sign-in',
      body: z.object({}),
      async handle({ params, viewer }) {
        await disown(params.token ?? '', viewer.ip);
        return '/auth/done/disowned';
      },
      refused: (refused) => pages.showAgain('activate', refused),
    }),
    form({
      path: '/auth/reset-password/:token',
      limit: 'sign-in',
      body: contracts.resetPassword.body,
      async handle({ params, body, viewer, req, log }) {
        const { user, carried } = await resetPassword(params.token ?? '', body.password, viewer.ip, selfOf(viewer));
        const all = together(carried, carriedBy(viewer));
        const way = { user, via: 'reset', isNew: false, next: HOME, carried: all } as const;
        return (await enter(way, { req, log })).next;
      },
      refused: (refused) => pages.showAgain('reset', refused),
    }),
    form({
      path: '/auth/change-email/:token',
      limit: 'sign-in',
      body: z.object({}),
      async handle({ params, viewer }) {
        const { isDone, waitingFor } = await confirmEmailChange(params.token ?? '', viewer.ip);
        return isDone ? '/auth/done/email-changed' : `/auth/done/waiting-for-${waitingFor}`;
      },
      refused: (refused) => pages.showAgain('change-email', refused),
    }),
  ];
}
