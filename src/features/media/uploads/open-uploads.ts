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
import { getUpload } from '../../../shared/contracts/uploads.ts';
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
  /** tus; mount it at `UPLOADS_PATH` before the route tables. */
  router(mayUpload: MayUpload): Router;
}

/** Uploads of this process. */
export const uploads = part<Uploads>('uploads');

export const uploadRoutes: RouteTable = [
  action(getUpload, { access: anyone, run: ({ params }) => uploads().service.uploadState(params.id) }),
];

/** Resumable uploads below `VAR_DIR/uploads`, shared by all processes. */
export function openUploads({ config, log, store, room }: UploadsDeps): Uploads {
  const quota = createUploadQuota(room, () => service.releaseLapsed());
  const files = openUploadFiles(join(config.varDir, 'uploads'), quota.requireRoom);
  const { service, onComplete } = createUploadsService({ files, store, log });
  const locks = createUploadLocks(log, onComplete);
  return { service, router: (mayUpload) => createUploadRouter({ config, log, files, locks, quota, mayUpload }) };
}

/**
 * Raises Node's limit of five minutes for each request, which a chunk on a slow connection exceeds. Idle requests are
 * still closed by the header timeout and the upload's own.
 */
export function allowSlowUploads(server: HttpServer): void {
  server.requestTimeout = 60 * 60 * 1000;
}
