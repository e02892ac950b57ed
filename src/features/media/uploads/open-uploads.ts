import type { Server as HttpServer } from 'node:http';
import { join } from 'node:path';
import type { Router } from 'express';
import type { Config } from '../../../platform/config.ts';
import type { FileStore } from '../../../platform/file-store.ts';
import { anyone } from '../../../platform/http/access-rules.ts';
import { action } from '../../../platform/http/action.ts';
import type { RouteTable } from '../../../platform/http/route.ts';
import type { Log } from '../../../platform/log.ts';
import { part } from '../../../platform/part.ts';
import type { DiskRoom } from '../../../platform/storage/disk-room.ts';
import { getUpload } from '../../../shared/contracts/media.ts';
import { openUploadFiles } from './upload-files.ts';
import { createUploadLocks } from './upload-locks.ts';
import { createUploadQuota } from './upload-quota.ts';
import { createUploadRouter, type MayUpload } from './uploads.router.ts';
import { createUploadsService, type UploadsService } from './uploads.service.ts';

export interface UploadsDeps {
  config: Pick<Config, 'varDir' | 'appOrigin' | 'sessionSecret'>;
  log: Log;
  store: FileStore;
  room: DiskRoom;
}

export interface Uploads {
  service: UploadsService;
  /** tus; to be mounted at `UPLOADS_PATH` before the table of routes. */
  router(mayUpload: MayUpload): Router;
}

/** The uploads of this process. */
export const uploads = part<Uploads>('uploads');

export const uploadRoutes: RouteTable = [
  action(getUpload, { access: anyone, run: ({ params }) => uploads().service.uploadState(params.id) }),
];

/** Resumable uploads below `VAR_DIR/uploads`, which all processes share. */
export function openUploads({ config, log, store, room }: UploadsDeps): Uploads {
  const quota = createUploadQuota(room, () => service.releaseLapsed());
  const files = openUploadFiles(join(config.varDir, 'uploads'), quota.requireRoom);
  const { service, onComplete } = createUploadsService({ files, store, log });
  const locks = createUploadLocks(log, onComplete);
  return { service, router: (mayUpload) => createUploadRouter({ config, log, files, locks, quota, mayUpload }) };
}

/**
 * Node cuts every request after five minutes, however well it flows; a chunk over a slow line takes longer.
 * Requests that stand still are cut all the same: by the headers' time limit, and by the upload's own.
 */
export function allowSlowUploads(server: HttpServer): void {
  server.requestTimeout = 60 * 60 * 1000;
}
