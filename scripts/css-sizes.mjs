/**
 * Bytes of each page's style sheet, plain and as sent with brotli: `npm run build && node scripts/css-sizes.mjs`.
 * Reads what the last build wrote.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const BUILD = join(import.meta.dirname, '../static/build');
const MANIFEST = join(BUILD, 'manifest.json');
if (!existsSync(MANIFEST)) throw new Error('Nothing is built yet: npm run build');

const line = (name, raw, brotli) => console.log(`${name.padEnd(14)}${raw.padStart(8)}${brotli.padStart(8)}`);
const { css } = JSON.parse(readFileSync(MANIFEST, 'utf8'));
line('entry', 'raw', 'brotli');
for (const name of Object.keys(css).sort()) {
  const file = join(BUILD, css[name].replace('/assets/', ''));
  line(name, `${statSync(file).size}`, `${statSync(`${file}.br`).size}`);
}
