import { z } from 'zod';
import { anyone } from '../../../platform/http/access-rules.ts';
import { type Form, form, ownForm } from '../../../platform/http/forms.ts';
import { safeNext } from '../../../platform/http/safe-next.ts';
import * as contracts from '../../../shared/contracts/accounts.ts';
import { type AccountPages, HOME, next } from '../../account-screens.ts';
import { disown } from '../addresses/activation.service.ts';
import {
  activateAction,
  forgotPasswordAction,
  resendVerificationAction,
  resetPasswordAction,
} from '../sign-in/sign-in.routes.ts';
import { confirmEmailAction } from '../users/users.routes.ts';

const nothing = z.object({});
const byToken = ({ params }: { params: Record<string, string> }) => ({ params: { token: params.token ?? '' } });

/**
 * What mails lead to, and what has them sent, as pages post it without script: a new password, a confirmed address,
 * another address. Who did it is told so on `/auth/done/WHAT`.
 */
export function recoveryForms(pages: AccountPages): Form[] {
  return [
    form(forgotPasswordAction, {
      path: '/auth/forgot-password',
      body: contracts.forgotPassword.body,
      input: ({ body }) => ({ body }),
      done: () => '/auth/forgot-password?sent=1',
      failed: (refused) => pages.showAgain('forgot', refused),
    }),
    form(resendVerificationAction, {
      path: '/auth/resend-verification',
      body: z.object(next),
      input: () => ({ body: {} }),
      done({ body }) {
        const url = new URL(safeNext(body.next, HOME), 'http://own.invalid');
        url.searchParams.set('note', 'mail-sent');
        return url.pathname + url.search;
      },
      failed: pages.renderError,
    }),
    form(activateAction, {
      path: '/auth/activate/:token',
      body: nothing,
      input: byToken,
      done: () => '/auth/done/confirmed',
      failed: (refused) => pages.showAgain('activate', refused),
    }),
    ownForm({
      path: '/auth/activate/:token/not-mine',
      access: anyone,
      limit: 'sign-in',
      body: nothing,
      async run({ params, viewer }) {
        await disown(params.token ?? '', viewer.ip);
        return '/auth/done/disowned';
      },
      failed: (refused) => pages.showAgain('activate', refused),
    }),
    form(resetPasswordAction, {
      path: '/auth/reset-password/:token',
      body: contracts.resetPassword.body,
      input: (sent) => ({ ...byToken(sent), body: sent.body }),
      done: ({ outcome }) => outcome.next,
      failed: (refused) => pages.showAgain('reset', refused),
    }),
    form(confirmEmailAction, {
      path: '/auth/change-email/:token',
      body: nothing,
      input: byToken,
      done: ({ data }) => (data.isDone ? '/auth/done/email-changed' : `/auth/done/waiting-for-${data.waitingFor}`),
      failed: (refused) => pages.showAgain('change-email', refused),
    }),
  ];
}
