/** The baseline: `@tus/server` with its file store on `node:http`. */
import { createServer } from 'node:http';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const tus = new Server({
  path: '/api/uploads',
  relativeLocation: true,
  datastore: new FileStore({ directory: process.env.VAR_DIR ?? '' }),
});
const http = createServer((req, res) => void tus.handle(req, res));
http.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${http.address().port}\n`));
