import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requirePort } from './run/database.mjs';
import { readOptions } from './run/options.mjs';
import { setUp } from './setup.mjs';

// Builds readable code, runs everything, and after each change builds again and restarts what it concerns.

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

setUp();
const options = readOptions(ROOT);
await requirePort(options.port, options.host);

const { watch } = await import('./build.mjs');
const { startApp } = await import('./run/app.mjs');

let app;
console.log('Building ...');
const stopWatching = await watch(restart);
app = await startApp({ root: ROOT, ...options, onGiveUp: waitForChange });

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, async () => {
    console.log('\nStopping ...');
    stopWatching();
    await app.stop();
    process.exit(0);
  });
}
console.log(
  `\nVidDay runs on ${app.database.words}.\n\n  ${options.origin}\n\nIt builds and restarts when a file changes.`,
);

/** @param {{ browser: boolean, server: boolean }} changed */
async function restart(changed) {
  if (!app) return;
  console.log(`Built ${changed.server ? 'the app' : 'browser files'}; restarting.`);
  // The web process reads the manifest at its start, so new browser files concern it too.
  await app.restart(app.web);
  if (changed.server) await app.restart(app.worker);
}

/** A mistake in the code must not end the watch; the next build starts the process again. */
function waitForChange(name) {
  console.error(`${name} keeps ending right after its start; waiting for the next change.`);
}
