import { z } from 'zod';
import { signedIn } from '../../platform/http/access.ts';
import { type Form, form } from '../../platform/http/forms.ts';
import { endSession } from '../../platform/http/sessions.ts';
import { changeEmailBody, changePasswordBody } from '../../shared/contracts/accounts.ts';
import { profileBody } from '../../shared/contracts/profiles.ts';
import { NOTIFICATION_NAMES } from '../../shared/notifications.ts';
import type { AccountPages, SettingsPages } from './account-pages.forms.ts';
import { refuseImpersonated } from './audit/impersonation.service.ts';
import { askForDeletion, keepAccountByToken } from './data/account-deletion.service.ts';
import { sendExport } from './data/account-export.service.ts';
import { askToChangeEmail } from './links/change-email.service.ts';
import { changePassword } from './own-account.service.ts';
import { updateProfile } from './profiles/profiles.service.ts';
import { askingBy } from './sign-in/recent-proof.ts';
import { requireFresh, stayAlone } from './sign-in/sign-in.ts';
import { endSignIn, endSignIns } from './sign-in/sign-ins.service.ts';

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
    form({
      path: `${PAGE}/details`,
      body: profileBody.omit({ notifications: true }),
      async handle({ body, viewer }) {
        await updateProfile(signedIn(viewer).id, body);
        return `${PAGE}?saved=details#account`;
      },
      refused: (refused) => pages.showSettings('details', refused),
    }),
    form({
      path: `${PAGE}/notifications`,
      body: notificationsBody,
      async handle({ body, viewer }) {
        await updateProfile(signedIn(viewer).id, { notifications: body });
        return `${PAGE}?saved=mails#mails`;
      },
      refused: (refused) => pages.showSettings('notifications', refused),
    }),
    form({
      path: `${PAGE}/email`,
      limit: 'sign-in',
      body: changeEmailBody,
      async handle({ body, viewer, req }) {
        const { id } = signedIn(viewer);
        refuseImpersonated(viewer);
        await askToChangeEmail(id, body, askingBy(req));
        return `${PAGE}?saved=email-asked#account`;
      },
      refused: (refused) => pages.showSettings('email', refused),
    }),
    form({
      path: `${PAGE}/password`,
      limit: 'sign-in',
      body: changePasswordBody,
      async handle({ body, viewer, req }) {
        const { id } = signedIn(viewer);
        refuseImpersonated(viewer);
        await changePassword(id, body, askingBy(req));
        await stayAlone(req);
        return `${PAGE}?saved=password#account`;
      },
      refused: (refused) => pages.showSettings('password', refused),
    }),
    form({
      path: `${PAGE}/log-out`,
      body: z.object({ id: z.string().max(40) }),
      async handle({ body, viewer, req }) {
        const { id } = signedIn(viewer);
        refuseImpersonated(viewer);
        requireFresh(req);
        // One that has ended meanwhile is just as well.
        await endSignIn(body.id, id);
        return `${PAGE}?saved=logged-out#sessions`;
      },
      refused: (refused) => pages.showSettings('sessions', refused),
    }),
    form({
      path: `${PAGE}/log-out-everywhere`,
      body: z.object({ here: z.enum(['yes', 'no']) }),
      async handle({ body, viewer, req, res }) {
        const { id } = signedIn(viewer);
        refuseImpersonated(viewer);
        requireFresh(req);
        if (body.here === 'no') {
          await endSignIns(id, req.session.signInId);
          return `${PAGE}?saved=logged-out-elsewhere#sessions`;
        }
        await endSignIns(id);
        await endSession(req, res);
        return '/auth/login?note=logged-out-everywhere';
      },
      refused: (refused) => pages.showSettings('sessions', refused),
    }),
    form({
      path: `${PAGE}/export`,
      body: z.object({}),
      async handle({ viewer, req, res }) {
        const { id } = signedIn(viewer);
        refuseImpersonated(viewer);
        requireFresh(req);
        await sendExport(id, viewer.ip, res);
        return null;
      },
      refused: (refused) => pages.showSettings('export', refused),
    }),
    form({
      path: `${PAGE}/delete`,
      limit: 'sign-in',
      body: changeEmailBody.omit({ email: true }).extend({ sure: z.literal('yes') }),
      async handle({ body, viewer, req, res }) {
        const { id } = signedIn(viewer);
        refuseImpersonated(viewer);
        await askForDeletion(id, { ...askingBy(req), password: body.currentPassword, code: body.code });
        await endSession(req, res);
        return '/auth/done/deleted';
      },
      refused: (refused) => pages.showSettings('delete', refused),
    }),
    form({
      path: '/auth/keep-account/:token',
      limit: 'sign-in',
      body: z.object({}),
      async handle({ params, viewer }) {
        await keepAccountByToken(params.token ?? '', viewer.ip);
        return '/auth/done/kept';
      },
      refused: (refused) => pages.showAgain('keep-account', refused),
    }),
  ];
}
