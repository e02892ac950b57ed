import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUp } from './setup.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const started = Date.now();

setUp({ tests: true });
const { build } = await import('./build.mjs');
console.log('Building ...');
await build({ root: ROOT });

const files = process.argv.slice(2);
console.log(files.length > 0 ? `Testing ${files.join(', ')} ...` : 'Testing ...');
const mocha = spawnSync(process.execPath, [join(ROOT, 'node_modules/mocha/bin/mocha.js'), ...files], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'test' },
});
console.log(`Took ${Math.round((Date.now() - started) / 1000)} s.`);
process.exit(mocha.status ?? 1);
