import { existsSync, watch as watchFolder } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildBrowser } from './build/browser.mjs';
import { buildServer } from './build/server.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const WATCHED = [
  'src',
  'views',
  'islands',
  'static/css',
  'static/art',
  'static/fonts',
  'static/icons',
  'static/films',
  'static/music',
  'scripts/build',
];

/**
 * Builds everything that is out of date: browser files, server bundles.
 *
 * @param {{ root?: string, dev?: boolean, server?: boolean }} [options] `server: false` skips the server bundles, as
 *   tests run the sources
 * @returns {Promise<{ browser: boolean, server: boolean }>} what changed
 */
export async function build({ root = ROOT, dev = false, server = true } = {}) {
  const browser = await buildBrowser({ root, dev });
  const processes = server ? await buildServer({ root, dev }) : { changed: false };
  return { browser: browser.changed, server: processes.changed };
}

/**
 * Builds, then rebuilds after each change, one build at a time.
 *
 * @param {(changed: { browser: boolean, server: boolean }) => void | Promise<void>} onBuilt after each build that changed
 *   something
 * @param {{ root?: string, dev?: boolean }} [options]
 * @returns {Promise<() => void>} stops watching
 */
export async function watch(onBuilt, { root = ROOT, dev = true } = {}) {
  let timer;
  let running = Promise.resolve();
  const run = async () => {
    try {
      const changed = await build({ root, dev });
      if (changed.browser || changed.server) await onBuilt(changed);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  };
  const watchers = WATCHED.map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .map((folder) =>
      watchFolder(folder, { recursive: true }, () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          running = running.then(run);
        }, 80);
      }),
    );
  await run();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const dev = process.argv.includes('--dev') || process.argv.includes('--watch');
  const started = performance.now();
  const tell = ({ browser, server }) => {
    const what = [browser && 'browser files', server && 'server bundles'].filter(Boolean).join(' and ');
    console.log(
      what
        ? `Built ${what} in ${Math.round(performance.now() - started)} ms.`
        : 'Nothing changed since the last build.',
    );
  };
  if (process.argv.includes('--watch')) await watch(() => console.log('Built.'));
  else tell(await build({ dev }));
}
