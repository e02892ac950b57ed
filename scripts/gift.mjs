import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readGiftOptions } from './gift/options.mjs';
import { loadEnvironment } from './run/options.mjs';
import { checkNode } from './run/packages.mjs';
import { watchNpm } from './run/parent.mjs';
import { setUp } from './setup.mjs';

// Makes a gift from local files through the public API of its own app or the one at --url.

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

checkNode();
loadEnvironment(ROOT);
const options = readGiftOptions(ROOT);
setUp();

const { build } = await import('./build.mjs');
const { runOwnApp } = await import('./run/own-app.mjs');
const { makeGift } = await import('./gift/make-gift.mjs');
const { createReport } = await import('./gift/report.mjs');

const stop = new AbortController();
const report = createReport();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort(new Error('Stopped.')));
watchNpm(() => stop.abort(new Error('Stopped.')));

let app = null;
try {
  if (!options.url) {
    report.say('Starting an app of its own ...');
    await build({ root: ROOT });
    app = await runOwnApp({ root: ROOT, stop });
  }
  const url = options.url ?? app.url;
  await makeGift({ root: ROOT, url, options, report, signal: stop.signal });
  if (app && options.keep) {
    report.say('\nThe pages are served until Ctrl-C.');
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
  } else if (app) {
    report.say('\nThe pages are gone now; with --keep they are served until Ctrl-C.');
  }
} catch (error) {
  const isAway = error.code === 'UNREACHABLE' && options.url;
  report.fail(stop.signal.aborted ? stop.signal.reason : isAway ? `Nobody answers at ${options.url}.` : error);
  process.exitCode = 1;
} finally {
  await app?.stop();
}
// Handles left open by a library must not keep the command running.
process.exit();
