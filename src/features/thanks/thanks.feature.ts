import { defineFeature } from '../../platform/manifest/feature.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { eventPurged, thanksDue } from '../events/domain-events.ts';
import { thanksJobs } from './job-types.ts';
import { promptThanks } from './thank-prompts.ts';
import { thanksRoutes } from './thanks.routes.ts';
import { purgeThanksOf } from './thanks.service.ts';
import { rescueThanks, thanksWork } from './thanks-mails.ts';

/** Thanks from recipients to the people in their film. */
export const thanks = defineFeature({
  name: 'thanks',
  routes: [thanksRoutes],
  jobs: handles(thanksJobs, { send: thanksWork }),
  rescue: [() => rescueThanks()],
  onEvent: [eventPurged.does(({ eventId }) => purgeThanksOf(eventId)), thanksDue.does(promptThanks)],
});
