import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

// Renders the home screen icons from static/icons/icon.svg. Run it after the drawing has changed.

const ICONS = join(dirname(dirname(fileURLToPath(import.meta.url))), 'static/icons');
const PAPER = '#fbf3eb';

/** Phones crop icons to a circle or squircle: keep the drawing within the middle 60 %. */
async function draw(size, share, name) {
  const inner = Math.round(size * share);
  const svg = readFileSync(join(ICONS, 'icon.svg'));
  const drawing = await sharp(svg, { density: (72 * inner) / 28 })
    .resize(inner, inner)
    .png()
    .toBuffer();
  await sharp({ create: { width: size, height: size, channels: 3, background: PAPER } })
    .composite([{ input: drawing, gravity: 'centre' }])
    .png({ palette: true })
    .toFile(join(ICONS, name));
}

await draw(180, 0.68, 'icon-180.png');
await draw(192, 0.68, 'icon-192.png');
await draw(512, 0.68, 'icon-512.png');
await draw(512, 0.52, 'icon-maskable-512.png');
