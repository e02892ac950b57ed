import type { RefusedForm } from '../../platform/http/forms.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { eventPurged } from '../events/domain-events.ts';
import { keepsakeJobs } from './job-types.ts';
import { purgeKeepsakes, removeExpired, rescuePackings, resolveKeepsakeFile } from './keepsake-files.ts';
import { keepsakeForms, keepsakeRoutes } from './keepsakes.routes.ts';
import { packWork } from './pack.ts';

/** Archives of everything that people made for an event, to keep. */
export const keepsakes = defineFeature({
  name: 'keepsakes',
  routes: [keepsakeRoutes],
  forms: ({ renderError }: { renderError(form: RefusedForm): Promise<void> | void }) => keepsakeForms(renderError),
  jobs: handles(keepsakeJobs, { pack: packWork }),
  files: { keepsake: resolveKeepsakeFile },
  rescue: [() => rescuePackings()],
  cleanUp: [() => removeExpired()],
  onEvent: [eventPurged.does(({ eventId }) => purgeKeepsakes(eventId))],
});
