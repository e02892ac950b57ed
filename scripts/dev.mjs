import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireFolder } from './run/lock.mjs';
import { readOptions } from './run/options.mjs';
import { checkNode } from './run/packages.mjs';
import { watchNpm } from './run/parent.mjs';
import { requirePort } from './run/port.mjs';
import { setUp } from './setup.mjs';

// Builds readable code, runs the app, and rebuilds and restarts after each change.

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

// Files are readable by this user only.
process.umask(0o077);
checkNode();
const options = readOptions(ROOT);
setUp();
const folder = await requireFolder(options);
await requirePort(options.port, options.host, 'npm run dev');

const { watch } = await import('./build.mjs');
const { createApp } = await import('./run/app.mjs');

const app = createApp({ root: ROOT, ...options, onGiveUp: waitForChange, onPids: folder.notePids });
let stopWatching = () => {};
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
watchNpm(stop);

console.log('Building ...');
stopWatching = await watch(restart);
if (!stopping && (await app.start({ within: Number.POSITIVE_INFINITY }))) {
  console.log(
    `\nVidDay runs on ${app.database}.\n\n  ${options.origin}\n\nIt builds and restarts when a file changes.`,
  );
}

/** @param {{ browser: boolean, server: boolean }} changed */
async function restart(changed) {
  if (!app.web || stopping) return;
  const started = performance.now();
  // The web process reads the manifest at start-up, so restart it for new browser files too.
  await app.restart(app.web);
  if (changed.server && app.worker) await app.restart(app.worker);
  // Not awaited: code that can't start must not block the next build.
  tellWhenReady(changed.server ? 'the app' : 'browser files', started);
}

async function tellWhenReady(what, started) {
  const isReady = await app.ready().catch(() => false);
  if (isReady) console.log(`Built ${what} and restarted (${Math.round(performance.now() - started)} ms).`);
}

async function stop() {
  if (stopping) return;
  stopping = true;
  console.log('\nStopping ...');
  stopWatching();
  await app.stop();
  folder.release();
  process.exit(0);
}

/** Keep watching after an error; the next build starts the process again. */
function waitForChange(name) {
  if (!stopping) console.error(`${name} can’t run; waiting for the next change.`);
}
