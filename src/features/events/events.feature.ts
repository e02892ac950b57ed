import { addSearchWords } from '../../platform/database/search-words.ts';
import type { RefusedForm } from '../../platform/http/forms.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAccount, exempt } from '../../platform/manifest/personal-data.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { draftsHandedOver } from '../drafts/domain-events.ts';
import { draftEvents } from '../drafts/drafts.parts.ts';
import { firstNameChosen } from '../users/domain-events.ts';
import { archiveIdleEvents } from './archive-event.ts';
import { takeOverName } from './creator-name.ts';
import { deadlineNearWork } from './deadline-mails.ts';
import { purgeDeletedEvents } from './delete-event.ts';
import { carryOutDelivery, rescueDeliveries } from './delivery.ts';
import { expireDrafts, listDrafts, listDraftsFor, takeOverEvents } from './draft-events.ts';
import { searchedTexts } from './event.model.ts';
import { acceptEventJoins } from './event-joins.sockets.ts';
import { eventForms } from './events.forms.ts';
import {
  eventClips,
  eventFilms,
  eventMusic,
  eventPools,
  eventPremieres,
  eventThemes,
  giftTexts,
} from './events.parts.ts';
import { eventRoutes } from './events.routes.ts';
import { exportEvents } from './export-events.ts';
import { followUp } from './follow-ups.ts';
import { eventJobs } from './job-types.ts';
import { leaveTransitions } from './leave-transitions.ts';
import { markOwnership } from './mark-ownership.ts';
import { leaveEvents } from './owner-leaves.service.ts';
import { renameCreators } from './rename-creators.ts';

/** Events from the invitation to the delivery: access, changes, plan and state. */
export const events = defineFeature({
  name: 'events',
  routes: [eventRoutes],
  forms: ({ renderError }: { renderError(form: RefusedForm): Promise<void> | void }) => eventForms(renderError),
  sockets: acceptEventJoins(),
  jobs: handles(eventJobs, {
    deliver: { run: ({ eventId, deliveryId }) => carryOutDelivery(eventId, deliveryId) },
    deadlineNear: deadlineNearWork,
  }),
  rescue: [() => rescueDeliveries(), () => followUp()],
  cleanUp: [() => expireDrafts(), () => purgeDeletedEvents(), () => archiveIdleEvents()],
  accountData: {
    fields: {
      'events.creatorName': byAccount('events'),
      'events.recipients.firstName': byAccount('events'),
      'events.recipients.lastName': byAccount('events'),
      'events.recipients.email': byAccount('events'),
      'events.recipients.phone': byAccount('events'),
      'gift_mails.address': exempt('A hash, by which nobody is written too often.'),
    },
    export: { events: exportEvents },
    purge: ({ userId }) => leaveEvents(userId),
  },
  onEvent: [
    draftsHandedOver.does(({ preparedEventIds, ...user }) => takeOverEvents(user, preparedEventIds)),
    firstNameChosen.does(takeOverName),
  ],
  migrations: [
    markOwnership,
    leaveTransitions,
    addSearchWords({ number: 84, collection: 'events' }, searchedTexts),
    renameCreators,
  ],
  needs: [eventClips, eventFilms, eventMusic, eventPools, eventPremieres, eventThemes, giftTexts],
  provides: () => [draftEvents.is({ list: listDrafts, listFor: listDraftsFor })],
});
