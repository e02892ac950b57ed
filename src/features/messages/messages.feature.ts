import { loadMailSandbox } from '../../integrations/sandboxes.ts';
import { startMailer } from '../../integrations/smtp.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { announcementBoard, openAnnouncementBoard } from './announcements.board.ts';
import { announcementRoutes } from './announcements.routes.ts';
import { mailStopRouter } from './mail-stops.router.ts';
import { mailer, sendWork } from './messages.jobs.ts';

/** Mails, and announcements on all pages. */
export const messages = defineFeature({
  name: 'messages',
  routes: [announcementRoutes],
  routers: (deps) => [mailStopRouter(deps)],
  jobs: handles(mailJobs, { send: sendWork }),
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
