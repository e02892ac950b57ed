import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requirePort } from './run/database.mjs';
import { readOptions } from './run/options.mjs';
import { setUp } from './setup.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

setUp();
const options = readOptions(ROOT);
await requirePort(options.port, options.host);

// Only now may packages be imported: before, there were none.
const { build } = await import('./build.mjs');
const { startApp } = await import('./run/app.mjs');
const { seedDemo } = await import('./seed.mjs');

console.log('Building ...');
await build({ root: ROOT });

const app = await startApp({ root: ROOT, ...options });
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, async () => {
    if (stopping) return;
    stopping = true;
    console.log('\nStopping ...');
    await app.stop();
    process.exit(0);
  });
}

console.log(`\nVidDay runs on ${app.database.words}.\n\n  ${options.origin}\n`);
if (options.seed) {
  const demo = await seedDemo({ url: options.origin, varDir: options.varDir, onStep: (words) => console.log(words) });
  console.log(
    [
      '',
      'A demo gift is there to look at:',
      `  studio     ${demo.studioUrl}   (log in as ${demo.email}, password ${demo.password})`,
      `  add a clip ${demo.contributeUrl}`,
      `  recipient  ${demo.recipientUrl}`,
      `  film       ${demo.viewUrl}`,
      `  mails sent ${options.origin}/sandbox/mail`,
      '',
      'Ctrl-C stops everything and loses nothing.',
    ].join('\n'),
  );
}
