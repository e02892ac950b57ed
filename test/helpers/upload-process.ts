import { startUploadServer } from './upload-server.ts';

// A web process for uploads only. Prints its origin.
const { MONGODB_URI = '', VAR_DIR = '' } = process.env;
const { origin } = await startUploadServer({ uri: MONGODB_URI, varDir: VAR_DIR });
process.stdout.write(`${origin}\n`);
