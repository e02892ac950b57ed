import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

// Makes the display face for pages from the one used for pictures. Run it after the face has changed. Latin only, and
// without hints, which phones ignore: 17 KB instead of 27.

const FONTS = join(dirname(dirname(fileURLToPath(import.meta.url))), 'static/fonts');
/** As `unicode-range` in static/css/tokens.css. */
const RANGES = [
  [0x20, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
];

const signs = RANGES.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
const face = readFileSync(join(FONTS, 'young-serif.ttf'));
const made = await subsetFont(face, String.fromCodePoint(...signs), { targetFormat: 'woff2' });
writeFileSync(join(FONTS, 'young-serif-latin.woff2'), made);
console.log(`${made.length} bytes`);
