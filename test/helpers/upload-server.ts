import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { allowSlowUploads, openUploads, type Uploads } from '../../src/features/media/uploads/open-uploads.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { connectDatabase } from '../../src/platform/database/db.ts';
import { AppError } from '../../src/platform/errors.ts';
import { errorHandler } from '../../src/platform/http/error-answer.ts';
import { createStore } from '../../src/platform/storage/create-store.ts';
import type { DiskRoom } from '../../src/platform/storage/disk-room.ts';
import { UPLOADS_PATH } from '../../src/shared/upload-path.ts';
import { testLog } from './app-config.ts';

/** Events that the server knows; any other uuid is unknown. */
export const OPEN_EVENT = '11111111-1111-4111-8111-111111111111';
export const OTHER_EVENT = '22222222-2222-4222-8222-222222222222';
export const CLOSED_EVENT = '33333333-3333-4333-8333-333333333333';

export interface UploadServer {
  origin: string;
  http: Server;
  uploads: Uploads;
  varDir: string;
  room: DiskRoom;
  close(): Promise<void>;
}

const AMPLE = fixedRoom({ bytes: 1024 ** 4 });

/** A disk on which uploads may take `left.bytes` more; the test may change it. */
export function fixedRoom(left: { bytes: number }): DiskRoom {
  return {
    forUploads: async () => left.bytes,
    hasForWork: async () => left.bytes > 0,
    use: async () => ({ used: 0, total: left.bytes, isFull: left.bytes <= 0 }),
    requireForWork: async () => {},
  };
}

/** Uploads alone on a server of their own: nothing of events but which are open. */
export async function startUploadServer(
  env: { uri: string; varDir: string },
  room: DiskRoom = AMPLE,
): Promise<UploadServer> {
  const config = loadConfig({ NODE_ENV: 'test', PORT: '0', VAR_DIR: env.varDir, MONGODB_URI: env.uri });
  const log = testLog();
  const database = await connectDatabase(config.mongodbUri, log);
  const store = await createStore(config);
  const uploads = openUploads({ config, log, store, room });
  const app = express();
  app.use(UPLOADS_PATH, uploads.router(mayUpload));
  app.get('/api/uploads/:id', async (req, res) => {
    res.json({ success: true, data: await uploads.service.uploadState(req.params.id) });
  });
  app.use(errorHandler(log));
  const http = createServer(app);
  allowSlowUploads(http);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    http,
    uploads,
    varDir: config.varDir,
    room,
    async close() {
      http.closeAllConnections();
      http.close();
      await database.close();
    },
  };
}

async function mayUpload(event: string): Promise<string> {
  if (event === CLOSED_EVENT) throw new AppError('EVENT_CLOSED', { message: 'The film is being made.' });
  if (event !== OPEN_EVENT && event !== OTHER_EVENT)
    throw new AppError('NOT_FOUND', { message: 'There is no such event.' });
  return event;
}
