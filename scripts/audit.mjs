/**
 * Audits the pages: `npm run audit`. Lighthouse (mobile) on the home page and three occasions, axe-core on every page
 * at two sizes, html-validate on every page's HTML. Starts its own app unless `--url` names one. Exits with 0 only when
 * every score is 100, a slow phone is fast enough, and nothing is found.
 */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkNode } from './run/packages.mjs';
import { setUp } from './setup.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: options } = parseArgs({ options: { url: { type: 'string' } } });

checkNode();
setUp({ tests: true });
const { build } = await import('./build.mjs');
const { runOwnApp } = await import('./run/own-app.mjs');
const { openBrowser } = await import('./run/browser.mjs');
const { auditLighthouse } = await import('./audit/lighthouse.mjs');
const { auditPages } = await import('./audit/pages.mjs');

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort(new Error('Stopped.')));

let app = null;
let browser = null;
try {
  if (!options.url) {
    console.log('Starting an app of its own ...');
    await build({ root: ROOT });
    app = await runOwnApp({ root: ROOT, stop });
  }
  const origin = new URL(options.url ?? app.url).origin;
  browser = await openBrowser();
  const low = await auditLighthouse({ origin, browser, signal: stop.signal });
  const found = await auditPages({ root: ROOT, origin, browser, signal: stop.signal });
  for (const problem of [...low, ...found]) console.log(`  ${problem}`);
  const count = low.length + found.length;
  console.log(count === 0 ? 'All demands are met.' : `${count} findings.`);
  process.exitCode = count === 0 ? 0 : 1;
} catch (error) {
  console.error(stop.signal.aborted ? stop.signal.reason.message : error);
  process.exitCode = 1;
} finally {
  await browser?.close();
  await app?.stop();
}
// Handles left open by a library must not keep the command running.
process.exit();
