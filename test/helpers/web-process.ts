import { startTestWeb } from './web-app.ts';

// The web process of its own. Prints its origin; ends by SIGTERM.
const { MONGODB_URI = '', SESSION_SECRET = '', REDIS_URL } = process.env;
const { origin, end } = await startTestWeb({ env: { MONGODB_URI, SESSION_SECRET, ...(REDIS_URL && { REDIS_URL }) } });
process.stdout.write(`${origin}\n`);
process.once('SIGTERM', () => void end().then(() => process.exit(0)));
