import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabase } from './database.mjs';
import { createSupervisor } from './supervisor.mjs';

/**
 * Starts database, web and worker from the built output and waits until pages are served.
 *
 * @param {{ root: string, port: number, host: string, varDir: string, origin: string, mongodbUri?: string,
 *   env?: Record<string, string>, onGiveUp?: (name: string) => void }} options
 */
export async function startApp({ root, port, host, varDir, origin, mongodbUri, env = {}, onGiveUp = giveUp }) {
  mkdirSync(varDir, { recursive: true });
  const supervisor = createSupervisor({ onGiveUp });
  const database = await startDatabase(supervisor, { root, varDir, configured: mongodbUri });
  const shared = {
    ...env,
    MONGODB_URI: database.uri,
    VAR_DIR: varDir,
    PORT: String(port),
    HOST: host,
    APP_ORIGIN: origin,
  };
  const web = supervisor.keep('web', ['--enable-source-maps', join(root, 'dist/web.js')], { env: shared });
  const worker = supervisor.keep('worker', ['--enable-source-maps', join(root, 'dist/worker.js')], { env: shared });
  await ready(`http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}/readyz`);
  return { database, web, worker, restart: supervisor.restart, stop: supervisor.stop };
}

function giveUp(name) {
  console.error(`${name} keeps ending right after its start; what it said stands above.`);
  process.exit(1);
}

/** Waits until the app says that it can serve; ends with a clear line after a minute. */
async function ready(url) {
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    try {
      const answer = await fetch(url);
      if (answer.ok) return;
    } catch {}
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The app did not get ready within a minute.');
}
