import type { RefusedForm } from '../../platform/http/forms.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAccount } from '../../platform/manifest/personal-data.ts';
import { eventPurged } from '../events/domain-events.ts';
import { guestbookForms } from './guestbook.forms.ts';
import { guestbookRoutes } from './guestbook.routes.ts';
import { exportGuestbook, forgetAuthor, purgeGuestbook } from './guestbook-data.ts';

/** Lines and reactions beside a film, by the people it reached and those who are in it. */
export const guestbook = defineFeature({
  name: 'guestbook',
  routes: [guestbookRoutes],
  forms: ({ renderError }: { renderError(form: RefusedForm): Promise<void> | void }) => guestbookForms(renderError),
  accountData: {
    fields: { 'guestbook.name': byAccount('guestbook') },
    export: { guestbook: exportGuestbook },
    purge: ({ userId }) => forgetAuthor(userId),
  },
  onEvent: [eventPurged.does(({ eventId }) => purgeGuestbook(eventId))],
});
