import { defineFeature } from '../../platform/manifest/feature.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { announcementRoutes } from './announcements.routes.ts';
import { mailStopRouter } from './mail-stops.router.ts';
import { mailer, sendWork } from './messages.jobs.ts';

/** Mails, and announcements on all pages. */
export const messages = defineFeature({
  name: 'messages',
  routes: [announcementRoutes],
  routers: (deps) => [mailStopRouter(deps)],
  jobs: handles(mailJobs, { send: sendWork }),
  needs: [mailer],
});
