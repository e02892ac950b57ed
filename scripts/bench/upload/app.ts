import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { allowSlowUploads, createUploads } from '../../../src/features/media/uploads/create-uploads.ts';
import { UPLOADS_PATH } from '../../../src/features/media/uploads/uploads.router.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { connectDatabase } from '../../../src/platform/db.ts';
import { errorHandler } from '../../../src/platform/http/error-answer.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createStore } from '../../../src/platform/storage/create-store.ts';

// The app's uploads in Express, with its database and its disk; every event is open.
const config = loadConfig();
const log = createLog(config, 'web');
await connectDatabase(config.mongodbUri, log);
const uploads = createUploads({ config, log, store: await createStore(config), mayUpload: async () => {} });
const app = express();
app.use(UPLOADS_PATH, uploads.router);
app.use(errorHandler(log));
const http = createServer(app);
allowSlowUploads(http);
http.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(http.address() as AddressInfo).port}\n`);
});
