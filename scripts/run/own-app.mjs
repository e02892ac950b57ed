import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from './app.mjs';
import { varDirOf } from './options.mjs';
import { BY_ITSELF } from './outside.mjs';
import { freePort } from './port.mjs';

/**
 * Runs a temporary app on a free port; its data is deleted afterwards.
 *
 * @param {{ root: string, stop: AbortController }} options `stop` is aborted when the app can't be kept alive
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function runOwnApp({ root, stop }) {
  const home = varDirOf(root);
  mkdirSync(home, { recursive: true });
  const varDir = mkdtempSync(join(home, 'own-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  // Vendors’ keys belong to the app of `npm start`.
  const env = { ...BY_ITSELF, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' };
  const onGiveUp = (name) => stop.abort(new Error(`${name} can’t run; see its output above.`));
  const app = createApp({ root, port, host: '127.0.0.1', varDir, origin: url, env, onGiveUp });
  const end = async () => {
    await app.stop();
    rmSync(varDir, { recursive: true, force: true });
  };
  stop.signal.addEventListener('abort', () => app.stop());
  try {
    if (!stop.signal.aborted && (await app.start())) return { url, stop: end };
    throw stop.signal.reason;
  } catch (error) {
    await end();
    throw error;
  }
}
