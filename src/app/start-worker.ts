import { join } from 'node:path';
import { FEATURES } from '../features/index.ts';
import type { Config } from '../platform/config.ts';
import { removeAbandonedFolders } from '../platform/ffmpeg/temp-folder.ts';
import type { Log } from '../platform/log.ts';
import type { Feature } from '../platform/manifest/feature.ts';
import { startSocketSender } from '../platform/sockets/socket-sender.ts';
import { housekeeping } from './housekeeping.ts';
import { joinFeatures } from './join-features.ts';
import { openProcess } from './open-process.ts';

export interface WorkerOptions {
  config: Config;
  log: Log;
  leaseMs?: number;
}

const features: readonly Feature[] = FEATURES;

/** Starts a worker process, which runs jobs and serves nothing. */
export async function startWorker(options: WorkerOptions): Promise<{ close(): Promise<void> }> {
  const { config, log } = options;
  // Delete abandoned files before writing: the disk may be full.
  await removeAbandonedFolders(join(config.varDir, 'tmp'));
  const opened = await openProcess('worker', options);
  const { queue, database } = opened;
  const leave = await joinFeatures({ ...opened, web: null });
  for (const { freeDisk } of features) await freeDisk?.();
  const sender = await startSocketSender(config, database.connection, log);
  const removePlatform = opened.publish(sender.emitter);
  for (const job of [...features.flatMap(({ jobs = [] }) => jobs), ...housekeeping]) job.handleIn(queue, config);
  await queue.work();

  log.info('taking jobs');
  return {
    async close() {
      await queue.stop();
      await leave();
      await sender.close();
      removePlatform();
      await database.close();
    },
  };
}
