import * as z from 'zod';
import { type Form, form } from '../../platform/http/forms.ts';
import { profileBody } from '../../shared/contracts/profiles.ts';
import { recordOf } from '../../shared/known-values.ts';
import { MAIL_PACES, NOTIFICATION_NAMES } from '../../shared/notifications.ts';
import type { SettingsPages } from '../users/form-pages.service.ts';
import { own } from '../users/own-account.service.ts';
import { updateProfileAction } from './profiles.routes.ts';

const PAGE = '/settings/profile';

/** A box that was ticked, or was not sent at all. */
const ticked = z
  .string()
  .optional()
  .transform((value) => value !== undefined);
const notificationsBody = z.object({
  ...recordOf(NOTIFICATION_NAMES, () => ticked),
  mailPace: z.enum(MAIL_PACES).optional(),
});

/** What the settings post of a person's profile without script. */
export function profileForms(pages: SettingsPages<'details' | 'notifications'>): Form[] {
  return [
    form(updateProfileAction, {
      path: `${PAGE}/details`,
      body: profileBody.omit({ notifications: true, mailPace: true }),
      input: (sent) => ({ params: own(sent), body: sent.body }),
      done: () => `${PAGE}?saved=details#account`,
      failed: (refused) => pages.showSettings('details', refused),
    }),
    form(updateProfileAction, {
      path: `${PAGE}/notifications`,
      body: notificationsBody,
      input(sent) {
        const { mailPace, ...notifications } = sent.body;
        return { params: own(sent), body: { notifications, ...(mailPace && { mailPace }) } };
      },
      done: () => `${PAGE}?saved=mails#mails`,
      failed: (refused) => pages.showSettings('notifications', refused),
    }),
  ];
}
