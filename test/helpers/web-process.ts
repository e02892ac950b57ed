import { startTestWeb } from './web-app.ts';

// The web process of its own. Prints its origin.
const { MONGODB_URI = '', SESSION_SECRET = '', REDIS_URL } = process.env;
const { origin } = await startTestWeb({ env: { MONGODB_URI, SESSION_SECRET, ...(REDIS_URL && { REDIS_URL }) } });
process.stdout.write(`${origin}\n`);
