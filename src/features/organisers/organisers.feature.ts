import { actionDone } from '../../platform/http/action-notes.ts';
import type { RefusedForm } from '../../platform/http/forms.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAccount, byAddress } from '../../platform/manifest/personal-data.ts';
import { eventPurged } from '../events/domain-events.ts';
import { exportHistory, forgetInHistory, keepNote, purgeHistoryOf } from './history.service.ts';
import { exportOrganisings, forgetOrganiser, forgetOrganisings, purgeOrganisingsOf } from './organiser-data.ts';
import { organiserForms } from './organisers.forms.ts';
import { organiserRoutes } from './organisers.routes.ts';

/** People who organise an event together: invitations, removal, and who did what. */
export const organisers = defineFeature({
  name: 'organisers',
  routes: [organiserRoutes],
  forms: ({ renderError }: { renderError(form: RefusedForm): Promise<void> | void }) => organiserForms(renderError),
  accountData: {
    fields: {
      'organisings.email': byAddress('organisings'),
      'event_history.firstName': byAccount('organised'),
    },
    export: { organised: exportHistory },
    addresses: { organisings: { export: exportOrganisings, forget: forgetOrganisings } },
    async purge({ userId }) {
      await forgetOrganiser(userId);
      await forgetInHistory(userId);
    },
  },
  onEvent: [
    actionDone.does(keepNote),
    eventPurged.does(({ eventId }) => purgeOrganisingsOf(eventId)),
    eventPurged.does(({ eventId }) => purgeHistoryOf(eventId)),
  ],
});
