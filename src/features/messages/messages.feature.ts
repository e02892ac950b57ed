import { loadMailSandbox } from '../../integrations/sandboxes.ts';
import { startMailer } from '../../integrations/smtp.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { announcementBoard, openAnnouncementBoard } from './announcements.board.ts';
import { announcementRoutes } from './announcements.routes.ts';
import { broadcastRoutes } from './broadcasts.routes.ts';
import { broadcastWork } from './broadcasts.service.ts';
import { messageJobs } from './job-types.ts';
import { mailStopRouter } from './mail-stops.router.ts';
import { mailer, sendWork } from './messages.jobs.ts';

/** Mails, also to all accounts, and announcements on all pages. */
export const messages = defineFeature({
  name: 'messages',
  routes: [announcementRoutes, broadcastRoutes],
  routers: (deps) => [mailStopRouter(deps)],
  jobs: [...handles(mailJobs, { send: sendWork }), ...handles(messageJobs, { broadcast: broadcastWork })],
  loads: loadMailSandbox,
  needs: [mailer, announcementBoard],
  async provides({ config, database, log, web }) {
    if (web) {
      const board = await openAnnouncementBoard({ log, layout: web.layout });
      return [announcementBoard.is(board, board.close)];
    }
    const sends = await startMailer(config, database, log);
    return [mailer.is(sends, sends.close)];
  },
});
