import { join } from 'node:path';
import { FEATURES } from '../features/index.ts';
import { mailer } from '../features/messages/messages.jobs.ts';
import { loadMailSandbox } from '../integrations/sandboxes.ts';
import { startMailer } from '../integrations/smtp.ts';
import type { Config } from '../platform/config.ts';
import { connectDatabase } from '../platform/database/db.ts';
import { removeAbandonedFolders } from '../platform/ffmpeg/temp-folder.ts';
import type { Log } from '../platform/log.ts';
import type { Feature } from '../platform/manifest/feature.ts';
import { setPlatform } from '../platform/platform.ts';
import { createQueue } from '../platform/queue/create-queue.ts';
import { startSocketSender } from '../platform/sockets/socket-sender.ts';
import { createStore } from '../platform/storage/create-store.ts';
import { diskRoom } from '../platform/storage/disk-room.ts';
import { housekeeping } from './housekeeping.ts';
import { joinFeatures } from './join-features.ts';
import { MIGRATIONS } from './migrations.ts';

export interface WorkerOptions {
  config: Config;
  log: Log;
  leaseMs?: number;
}

const features: readonly Feature[] = FEATURES;

/** Starts a worker process, which runs jobs and serves nothing. */
export async function startWorker({ config, log, leaseMs }: WorkerOptions): Promise<{ close(): Promise<void> }> {
  // Delete abandoned files before writing: the disk may be full.
  await removeAbandonedFolders(join(config.varDir, 'tmp'));
  await loadMailSandbox(config);
  const database = await connectDatabase(config.mongodbUri, log, { migrations: MIGRATIONS });
  const store = await createStore(config);
  const room = diskRoom(config);
  const sendMails = await startMailer(config, database, log);
  const leaveFeatures = joinFeatures('worker', { config, log, store, room }, [mailer.is(sendMails)]);
  for (const { freeDisk } of features) await freeDisk?.();
  const sender = await startSocketSender(config, database.connection, log);
  const queue = await createQueue({ db: database, log, hasRoom: room.hasForWork, ...(leaseMs && { leaseMs }) });
  setPlatform({ config, log, queue, store, sockets: sender.emitter });
  for (const job of [...features.flatMap(({ jobs = [] }) => jobs), ...housekeeping]) job.handleIn(queue, config);
  await queue.work();

  log.info('taking jobs');
  return {
    async close() {
      await queue.stop();
      leaveFeatures();
      await sendMails.close();
      await sender.close();
      setPlatform(null);
      await database.close();
    },
  };
}
