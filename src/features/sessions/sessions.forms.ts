import * as z from 'zod';
import { signedInUser } from '../../platform/http/access-rules.ts';
import { type Form, form, ownForm } from '../../platform/http/forms.ts';
import { safeNext } from '../../platform/http/safe-next.ts';
import type { ErrorPages, SettingsPages } from '../users/form-pages.service.ts';
import { inPerson, next, own } from '../users/own-account.service.ts';
import { recentSignIn } from './fresh-sign-in.service.ts';
import { endSession } from './session-owner.service.ts';
import { endSessionAction, logoutAction } from './sessions.routes.ts';
import { endSignIns } from './sign-ins.service.ts';

const PAGE = '/settings/profile';

/** Logging out, here and elsewhere, as pages post it without script. */
export function sessionForms(pages: SettingsPages<'sessions'> & ErrorPages): Form[] {
  return [
    form(logoutAction, {
      path: '/auth/logout',
      body: z.object(next),
      input: () => ({}),
      done: ({ body }) => safeNext(body.next, '/'),
      failed: pages.renderError,
    }),
    form(endSessionAction, {
      path: `${PAGE}/log-out`,
      body: z.object({ id: z.string().max(40) }),
      input: (sent) => ({ params: { ...own(sent), sessionId: sent.body.id } }),
      done: () => `${PAGE}?saved=logged-out#sessions`,
      failed: (refused) => pages.showSettings('sessions', refused),
    }),
    // The API ends other sessions only; this form can end its own too.
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
  ];
}
