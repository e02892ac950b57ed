import type { RefusedForm } from '../../platform/http/forms.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAddress, exempt } from '../../platform/manifest/personal-data.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { eventPurged } from '../events/domain-events.ts';
import { clipRemoved, clipSent } from '../media/domain-events.ts';
import { guestInvitations } from '../media/media.parts.ts';
import { textLost, textsChosen } from '../texts/domain-events.ts';
import { clipCameIn, clipWentOut } from './guest-clips.service.ts';
import { exportInvitations, forgetInvitations } from './guest-data.ts';
import { guestMailWork, rescueGuestMails } from './guest-mails.service.ts';
import { findInvitation } from './guest-rules.ts';
import { guestTextLost, guestTextsChosen } from './guest-texts.ts';
import { guestForms } from './guests.forms.ts';
import { guestRoutes } from './guests.routes.ts';
import { purgeGuestsOf } from './guests.service.ts';
import { guestJobs } from './job-types.ts';
import { remindWork } from './reminders.service.ts';
import { returnContributors } from './return-contributors.ts';

/** Guest lists: who is invited, who answered, who still owes a clip, and writing to them. */
export const guests = defineFeature({
  name: 'guests',
  routes: [guestRoutes],
  forms: ({ renderError }: { renderError(form: RefusedForm): Promise<void> | void }) => guestForms(renderError),
  jobs: handles(guestJobs, { mail: guestMailWork, remind: remindWork }),
  rescue: [() => rescueGuestMails()],
  migrations: [returnContributors],
  accountData: {
    fields: {
      'rsvps.firstName': byAddress('invitations'),
      'rsvps.lastName': byAddress('invitations'),
      'rsvps.email': byAddress('invitations'),
      'rsvps.phone': byAddress('invitations'),
      'rsvps.key': exempt('Opens an invitation; goes with the guest list.'),
    },
    addresses: { invitations: { export: exportInvitations, forget: forgetInvitations } },
  },
  onEvent: [
    clipSent.does(clipCameIn),
    clipRemoved.does(clipWentOut),
    textLost.does(guestTextLost),
    textsChosen.does(guestTextsChosen),
    eventPurged.does(({ eventId }) => purgeGuestsOf(eventId)),
  ],
  provides: () => [guestInvitations.is({ isFor: async (id, key) => (await findInvitation({ id }, key)) !== null })],
});
