import { mkdirSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ALLOCATION } from './allocation.mjs';
import { startDatabase } from './database.mjs';
import { forgetDatabase, noteDatabase } from './database-note.mjs';
import { finishRestore } from './finish-restore.mjs';
import { createSupervisor } from './supervisor.mjs';

/** Milliseconds; long, as a busy machine is slow, not broken. */
const READY_WITHIN = 180_000;

/**
 * Starts database, web and worker from the build.
 *
 * @param {object} options
 * @param {string} options.root folder of the project
 * @param {number} options.port
 * @param {string} options.host
 * @param {string} options.varDir
 * @param {string} options.origin
 * @param {string} [options.mongodbUri] the configured database, if any
 * @param {string} [options.worker] path of a worker to run instead of the one that was built
 * @param {Record<string, string>} [options.env] additional environment of the processes
 * @param {(name: string) => void} options.onGiveUp called when a process can't be kept alive
 * @param {(pids: number[]) => void} [options.onPids] called with the running processes, at each start
 * @param {(words: string) => void} [options.say] receives output and status messages of the processes
 */
export function createApp({ root, port, host, varDir, origin, mongodbUri, worker, env = {}, onGiveUp, onPids, say }) {
  const tell = say ?? ((words) => console.log(words));
  const supervisor = createSupervisor({ onGiveUp, onPids, say });
  let isStopped = false;
  const app = {
    /** Description of the database. */
    database: '',
    databaseUri: '',
    web: null,
    worker: null,
    /** Resolves when pages are served; false when the app was stopped before. */
    async start({ within = READY_WITHIN } = {}) {
      mkdirSync(varDir, { recursive: true });
      forgetDatabase(varDir);
      finishRestore(varDir);
      const database = await startDatabase(supervisor, { root, varDir, configured: mongodbUri });
      if (isStopped) return false;
      if (!mongodbUri) noteDatabase(varDir, database.uri);
      app.database = database.words;
      app.databaseUri = database.uri;
      const shared = {
        ...ALLOCATION,
        ...env,
        MONGODB_URI: database.uri,
        VAR_DIR: varDir,
        PORT: String(port),
        HOST: host,
        APP_ORIGIN: origin,
      };
      const bundle = (path) => ['--enable-source-maps', path];
      app.web = supervisor.keep('web', bundle(join(root, 'dist/web.js')), { env: shared });
      if (!(await app.ready(within))) return false;
      app.worker = supervisor.keep('worker', bundle(worker ?? join(root, 'dist/worker.js')), { env: shared });
      supervisor.tolerateCrashes();
      return true;
    },
    /** Waits until the app is ready; false when it was stopped. Throws on timeout. */
    async ready(within = READY_WITHIN) {
      const url = `http://${addressOf(host)}:${port}/readyz`;
      for (const until = Date.now() + within; Date.now() < until; await delay(50)) {
        if (isStopped) return false;
        const answer = await fetch(url).catch(() => null);
        if (answer?.ok) return true;
        if (answer && (await onlyStoreFails(answer))) {
          tell(
            `Nothing can be written to ${varDir}; its disk may be full. Pages are served, uploads and films wait for room.`,
          );
          return true;
        }
      }
      throw new Error('The app did not get ready in time.');
    },
    restart: supervisor.restart,
    /** Stops worker, web and database, in this order. */
    async stop() {
      isStopped = true;
      await supervisor.stop();
      forgetDatabase(varDir);
    },
  };
  return app;
}

/** Whether everything except writing files works: a full disk must not keep the app from starting. */
async function onlyStoreFails(answer) {
  const checks = (await answer.json().catch(() => null))?.data?.checks ?? {};
  const failed = Object.keys(checks).filter((name) => checks[name] !== 'ok');
  return failed.length === 1 && failed[0] === 'store';
}

/** URL at which this machine reaches a server listening on `host`. */
function addressOf(host) {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}
