import { join } from 'node:path';
import { FEATURES } from '../features/index.ts';
import type { Config } from '../platform/config.ts';
import { removeAbandonedFolders } from '../platform/ffmpeg/temp-folder.ts';
import type { Log } from '../platform/log.ts';
import type { Feature } from '../platform/manifest/feature.ts';
import { housekeeping } from './housekeeping.ts';
import { openWorker } from './open-worker.ts';

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
  const { queue, close } = await openWorker(options);
  for (const { freeDisk } of features) await freeDisk?.();
  for (const job of [...features.flatMap(({ jobs = [] }) => jobs), ...housekeeping]) job.handleIn(queue, config);
  await queue.work();

  log.info('taking jobs');
  return { close };
}
