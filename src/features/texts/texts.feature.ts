import { loadTwilioSandbox } from '../../integrations/sandboxes.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { textJobs } from './job-types.ts';
import { sendTextWork } from './send-text.service.ts';
import { startTexts } from './start-texts.ts';
import { texts } from './texts.parts.ts';
import { textRoutes } from './texts.routes.ts';
import { twilioWebhooks } from './twilio-webhooks.ts';

/** SMS and WhatsApp messages by Twilio, and what their readers answer. */
export const textMessages = defineFeature({
  name: 'texts',
  routes: [textRoutes],
  routers: () => [twilioWebhooks()],
  jobs: handles(textJobs, { send: sendTextWork }),
  loads: loadTwilioSandbox,
  needs: [texts],
  provides: ({ config, database }) => startTexts(config, database),
});
