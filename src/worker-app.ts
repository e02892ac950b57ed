import { join } from 'node:path';
import { followPurges } from './account-data.ts';
import { handleAccountLinkJobs } from './features/accounts/links/account-links.service.ts';
import { carryOutDelivery, handleDeadlineMails, provideEventParts } from './features/events/events.service.ts';
import { handleFilmJobs } from './features/films/films.jobs.ts';
import { currentFilmDue } from './features/films/films.service.ts';
import { handleLateClipJobs } from './features/films/late-clips.jobs.ts';
import { handleThanksMails } from './features/films/thanks/thanks-mails.ts';
import { handleTitleJobs } from './features/films/titles.jobs.ts';
import { handleClipMails } from './features/media/clip-mails.ts';
import { handleLookJobs } from './features/media/look.jobs.ts';
import { handleMediaJobs } from './features/media/media.jobs.ts';
import { stopEventJobs, summaries } from './features/media/media.service.ts';
import { handleOriginalJobs } from './features/media/originals/clean-originals.ts';
import { handleRepackJobs } from './features/media/repack.ts';
import { provideUploads, releaseExpiredUploads } from './features/media/sources.ts';
import { createUploads } from './features/media/uploads/create-uploads.ts';
import { handleMailJobs } from './features/messages/messages.jobs.ts';
import { handleChatJobs } from './features/support/chat.jobs.ts';
import { handleDeskMails } from './features/support/desk-mails.ts';
import { handleHousekeeping } from './housekeeping.ts';
import { loadMailSandbox } from './integrations/sandboxes.ts';
import { startMailer } from './integrations/smtp.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Config } from './platform/config.ts';
import { connectDatabase } from './platform/db.ts';
import { onDomainEvent } from './platform/domain-events.ts';
import { removeAbandonedFolders } from './platform/ffmpeg/temp-folder.ts';
import type { Log } from './platform/log.ts';
import { setPlatform } from './platform/platform.ts';
import { createQueue } from './platform/queue/create-queue.ts';
import { startSocketSender } from './platform/sockets/socket-sender.ts';
import { createStore } from './platform/storage/create-store.ts';
import { diskRoom } from './platform/storage/disk-room.ts';
import { eventDeliverJob } from './shared/jobs.ts';

export interface WorkerOptions {
  config: Config;
  log: Log;
  leaseMs?: number;
}

/** Wires a worker process: it takes jobs and serves nothing. */
export async function startWorker({ config, log, leaseMs }: WorkerOptions): Promise<{ close(): Promise<void> }> {
  // What nobody needs any more is deleted before anything is written: the disk may be full.
  await removeAbandonedFolders(join(config.varDir, 'tmp'));
  await loadMailSandbox(config);
  const database = await connectDatabase(config.mongodbUri, log, { migrations: MIGRATIONS });
  const store = await createStore(config);
  const room = diskRoom(config);
  const uploads = createUploads({ config, log, store, room, mayUpload: async (event) => event });
  provideUploads(uploads.service);
  await releaseExpiredUploads();
  const sender = await startSocketSender(config, database.connection, log);
  const mailer = await startMailer(config, database, log);
  const queue = await createQueue({ db: database, log, hasRoom: room.hasForWork, ...(leaseMs && { leaseMs }) });
  setPlatform({ config, log, queue, store, sockets: sender.emitter });
  provideEventParts({ summaries, filmDue: currentFilmDue });

  handleLookJobs(queue);
  handleMediaJobs(queue, config.workerConcurrency);
  handleOriginalJobs(queue);
  handleRepackJobs(queue);
  handleTitleJobs(queue);
  handleFilmJobs(queue);
  handleLateClipJobs(queue);
  handleThanksMails(queue);
  handleAccountLinkJobs(queue);
  handleMailJobs(queue, mailer, log);
  handleChatJobs(queue);
  handleDeskMails(queue);
  handleClipMails(queue);
  handleDeadlineMails(queue);
  queue.handle(eventDeliverJob, ({ eventId, deliveryId }) => carryOutDelivery(eventId, deliveryId));
  const unfollow = [followPurges(), onDomainEvent('event.deleted', ({ eventId }) => stopEventJobs(eventId))];
  handleHousekeeping(queue, log);
  await queue.work();

  log.info('taking jobs');
  return {
    async close() {
      await queue.stop();
      for (const stop of unfollow) stop();
      await mailer.close();
      await sender.close();
      setPlatform(null);
      await database.close();
    },
  };
}
