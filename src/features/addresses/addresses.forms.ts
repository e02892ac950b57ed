import * as z from 'zod';
import { anyone } from '../../platform/http/access-rules.ts';
import { type Form, form, ownForm } from '../../platform/http/forms.ts';
import { safeNext } from '../../platform/http/safe-next.ts';
import { changeEmailBody } from '../../shared/contracts/accounts.ts';
import type { ErrorPages, FormPages, SettingsPages } from '../users/form-pages.service.ts';
import { HOME, next, own } from '../users/own-account.service.ts';
import { disown } from './activation.service.ts';
import { activateAction, changeEmailAction, confirmEmailAction, resendVerificationAction } from './addresses.routes.ts';

const nothing = z.object({});
const byToken = ({ params }: { params: Record<string, string> }) => ({ params: { token: params.token ?? '' } });

export type AddressForm = 'activate' | 'change-email';

/** Confirming and changing an address, as pages post it without script. `/auth/done/WHAT` reports the result. */
export function addressForms(pages: FormPages<AddressForm> & SettingsPages<'email'> & ErrorPages): Form[] {
  return [
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
    form(changeEmailAction, {
      path: '/settings/profile/email',
      body: changeEmailBody,
      input: (sent) => ({ params: own(sent), body: sent.body }),
      done: () => '/settings/profile?saved=email-asked#account',
      failed: (refused) => pages.showSettings('email', refused),
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
