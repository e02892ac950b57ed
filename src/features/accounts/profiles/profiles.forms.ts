import { z } from 'zod';
import { signedInUser } from '../../../platform/http/access-rules.ts';
import { type Form, form, ownForm } from '../../../platform/http/forms.ts';
import { endSession } from '../../../platform/http/sessions.ts';
import { changeEmailBody, changePasswordBody } from '../../../shared/contracts/accounts.ts';
import { profileBody } from '../../../shared/contracts/profiles.ts';
import { NOTIFICATION_NAMES } from '../../../shared/notifications.ts';
import { type AccountPages, own, type SettingsPages } from '../../account-screens.ts';
import {
  deleteAccountAction,
  exportAccountAction,
  keepAccountByLinkAction,
} from '../account-data/account-data.routes.ts';
import { endSignIns } from '../sessions/sign-ins.service.ts';
import { inPerson, recentSignIn } from '../users/own-account.service.ts';
import { changeEmailAction, changePasswordAction, endSessionAction } from '../users/users.routes.ts';
import { updateProfileAction } from './profiles.routes.ts';

const PAGE = '/settings/profile';

/** A box that was ticked, or was not sent at all. */
const ticked = z
  .string()
  .optional()
  .transform((value) => value !== undefined);
const notificationsBody = z.object(
  Object.fromEntries(NOTIFICATION_NAMES.map((name) => [name, ticked])) as Record<
    (typeof NOTIFICATION_NAMES)[number],
    typeof ticked
  >,
);

/** What `/settings/profile` posts without script, but for ways in (`security.forms.ts`). Each goes back there and says so. */
export function settingsForms(pages: SettingsPages & Pick<AccountPages, 'showAgain'>): Form[] {
  return [
    form(updateProfileAction, {
      path: `${PAGE}/details`,
      body: profileBody.omit({ notifications: true }),
      input: (sent) => ({ params: own(sent), body: sent.body }),
      done: () => `${PAGE}?saved=details#account`,
      failed: (refused) => pages.showSettings('details', refused),
    }),
    form(updateProfileAction, {
      path: `${PAGE}/notifications`,
      body: notificationsBody,
      input: (sent) => ({ params: own(sent), body: { notifications: sent.body } }),
      done: () => `${PAGE}?saved=mails#mails`,
      failed: (refused) => pages.showSettings('notifications', refused),
    }),
    form(changeEmailAction, {
      path: `${PAGE}/email`,
      body: changeEmailBody,
      input: (sent) => ({ params: own(sent), body: sent.body }),
      done: () => `${PAGE}?saved=email-asked#account`,
      failed: (refused) => pages.showSettings('email', refused),
    }),
    form(changePasswordAction, {
      path: `${PAGE}/password`,
      body: changePasswordBody,
      input: (sent) => ({ params: own(sent), body: sent.body }),
      done: () => `${PAGE}?saved=password#account`,
      failed: (refused) => pages.showSettings('password', refused),
    }),
    form(endSessionAction, {
      path: `${PAGE}/log-out`,
      body: z.object({ id: z.string().max(40) }),
      input: (sent) => ({ params: { ...own(sent), sessionId: sent.body.id } }),
      done: () => `${PAGE}?saved=logged-out#sessions`,
      failed: (refused) => pages.showSettings('sessions', refused),
    }),
    // The API ends the others only; this form may end the session that it is posted in as well.
    ownForm({
      path: `${PAGE}/log-out-everywhere`,
      access: signedInUser,
      requires: [inPerson, recentSignIn],
      body: z.object({ here: z.enum(['yes', 'no']) }),
      async run({ body, user, req, res }) {
        if (body.here === 'no') {
          await endSignIns(user.id, req.session.signInId);
          return `${PAGE}?saved=logged-out-elsewhere#sessions`;
        }
        await endSignIns(user.id);
        await endSession(req, res);
        return '/auth/login?note=logged-out-everywhere';
      },
      failed: (refused) => pages.showSettings('sessions', refused),
    }),
    form(exportAccountAction, {
      path: `${PAGE}/export`,
      body: z.object({}),
      input: (sent) => ({ params: own(sent) }),
      done: () => null,
      failed: (refused) => pages.showSettings('export', refused),
    }),
    form(deleteAccountAction, {
      path: `${PAGE}/delete`,
      body: changeEmailBody.omit({ email: true }).extend({ sure: z.literal('yes') }),
      input: (sent) => ({ params: own(sent), body: sent.body }),
      done: () => '/auth/done/deleted',
      failed: (refused) => pages.showSettings('delete', refused),
    }),
    form(keepAccountByLinkAction, {
      path: '/auth/keep-account/:token',
      body: z.object({}),
      input: ({ params }) => ({ params: { token: params.token ?? '' } }),
      done: () => '/auth/done/kept',
      failed: (refused) => pages.showAgain('keep-account', refused),
    }),
  ];
}
