import { startTestWeb } from './web-app.ts';

// The whole web process in one of its own: it says where it listens.
const { MONGODB_URI = '', SESSION_SECRET = '', REDIS_URL } = process.env;
const { origin } = await startTestWeb({ env: { MONGODB_URI, SESSION_SECRET, ...(REDIS_URL && { REDIS_URL }) } });
process.stdout.write(`${origin}\n`);
