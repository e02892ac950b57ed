import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { oklch } from '../src/platform/draw/colour.ts';
import { drawLettering, fitLettering } from '../src/platform/draw/lettering.ts';
import { OCCASIONS } from '../src/shared/occasions.ts';
import { OCCASION_CONTENTS } from '../views/occasions/contents.ts';

// Draws the pictures of shared links, 1200x630, one for each occasion: its wrapping paper, headline and a still of its
// film. Run `node --import tsx scripts/make-cards.mjs` after a change of paper or headline.

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CARDS = join(ROOT, 'static/art/cards');
const TOKENS = readFileSync(join(ROOT, 'static/css/tokens.css'), 'utf8');
const [WIDTH, HEIGHT] = [1200, 630];
const INK = oklch(0.26, 0.065, 340);

/** Value of a custom property in the first rule with this selector. */
function token(selector, name) {
  const rule = TOKENS.slice(TOKENS.indexOf(`${selector} {`)).split('}', 1)[0];
  return new RegExp(`${name}: ([^;]+);`).exec(rule)?.[1];
}

/** An occasion's colours and print in the light theme. */
function paperOf(type, isQuiet) {
  const value = (name) => token(`[data-occasion="${type}"]`, name);
  const [h1, c1, h2, c2] = ['--h1', '--c1', '--h2', '--c2'].map((name) => Number(value(name)));
  const name = /var\((--print-\w+)\)/.exec(value('--print'))[1];
  const print = new RegExp(`${name}: url\\("data:image/svg\\+xml,(<svg.*?</svg>)"\\)`).exec(TOKENS)[1];
  const ribbon = oklch(0.62, c2 * 1.15, h2);
  return {
    ground: oklch(isQuiet ? 0.8 : 0.84, c1, h1),
    ink: oklch(isQuiet ? 0.67 : 0.7, c2, h2),
    ribbon,
    ribbonEdge: oklch(0.48, c2 * 1.1, h2),
    print,
  };
}

function paper({ ground, ink, ribbon, ribbonEdge, print }) {
  const [, width, height] = /width='(\d+)' height='(\d+)'/.exec(print);
  const shapes = print.replace(/^<svg[^>]*>|<\/svg>$/g, '').replaceAll("stroke='red'", `stroke='${ink}'`);
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><pattern id="print" width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="scale(1.5)">
      <g fill="${ink}">${shapes}</g></pattern></defs>
    <rect width="100%" height="100%" fill="${ground}"/><rect width="100%" height="100%" fill="url(#print)"/>
    <rect y="418" width="100%" height="64" fill="${ribbon}"/>
    <path stroke="${ribbonEdge}" stroke-width="4" d="M0 420h${WIDTH}M0 480h${WIDTH}"/>
    <path fill="#fffdfb" d="M60 64h632v502H60z"/></svg>`);
}

/** A drawing in a perforated frame. */
async function stamp(art) {
  const [width, height, hole] = [400, 470, 11];
  const inner = await sharp(join(ROOT, `static/art/${art}.svg`), { density: 220 })
    .resize(width - 52, height - 52, { fit: 'cover' })
    .png()
    .toBuffer();
  const holes = [];
  for (let x = 0; x <= width; x += width / 14) holes.push([x, 0], [x, height]);
  for (let y = 0; y <= height; y += height / 16) holes.push([0, y], [width, y]);
  const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><mask id="holes">
    <rect width="100%" height="100%" fill="#fff"/>${holes.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${hole}"/>`).join('')}</mask>
    <rect width="100%" height="100%" fill="#fffdfb" mask="url(#holes)"/></svg>`;
  const flat = await sharp(Buffer.from(frame))
    .composite([{ input: inner, gravity: 'centre' }])
    .png()
    .toBuffer();
  return sharp(flat)
    .rotate(3, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
}

/** Keeps given line breaks; breaks a single line where necessary. */
async function headline(lines) {
  const look = { text: lines.join('\n'), colour: INK, align: 'left' };
  const sizes = [68, 62, 56, 52, 48];
  if (lines.length === 1) return fitLettering({ ...look, width: 540, height: 320, sizes });
  for (const size of sizes) {
    const drawn = await drawLettering({ ...look, size });
    if (drawn.width <= 540 && drawn.height <= 320) return drawn;
  }
  throw new Error(`The headline is too long for a card: ${lines.join(' ')}`);
}

async function draw(name, { type, isQuiet, lines, art }) {
  const words = await headline(lines);
  const icon = await sharp(join(ROOT, 'static/icons/icon.svg'), { density: 160 }).resize(52, 52).png().toBuffer();
  const mark = await fitLettering({ text: 'VidDay', colour: INK, width: 300, height: 60, sizes: [38] });
  await sharp(paper(paperOf(type, isQuiet)))
    .composite([
      { input: words.png, left: 106, top: 112 },
      { input: icon, left: 104, top: 476 },
      { input: mark.png, left: 168, top: 488 },
      { input: await stamp(art), left: 738, top: 66 },
    ])
    .png({ palette: true, colours: 128, compressionLevel: 9, effort: 10 })
    .toFile(join(CARDS, `${name}.png`));
}

mkdirSync(CARDS, { recursive: true });
for (const { type, headline, film } of OCCASION_CONTENTS) {
  await draw(type, { type, isQuiet: OCCASIONS[type].tone === 'quiet', lines: headline, art: film.art });
}
await draw('site', { type: 'birthday', lines: ['Everyone who', 'loves them,', 'in one film.'], art: 'kids' });
