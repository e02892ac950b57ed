#!/usr/bin/env node
/**
 * Draws the site's themes for a look at them: `sheet.png` with the opening, a name over a picture, a text card and the closing of each, and with `--film` also
 * `motion.png` with frames of each opening as films have it. `--shape` draws them for an upright or a square film.
 *
 *   node --import tsx scripts/theme-sheet.mjs FOLDER [--film] [--shape tall|square] [--name Ruth] [--occasion birthday] [theme ...]
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { introWords, namesLine, outroWords } from '../src/features/films/render/card-words.ts';
import { introCard, makeCard } from '../src/features/films/render/cards.ts';
import { DESIGNS } from '../src/features/themes/design/designs.ts';
import { drawClosingCard, drawOpeningCard, drawTextCard } from '../src/features/themes/design/draw-card.ts';
import { drawPlate } from '../src/features/themes/design/draw-plate.ts';
import { toFilmTheme } from '../src/features/themes/film-themes.service.ts';
import { seedOf } from '../src/features/themes/seed-themes.ts';
import { FRAMES as SHAPES } from '../src/platform/ffmpeg/film-frames.ts';
import { writeContactSheet } from './contact-sheet.mjs';

/** Frames of the opening that `--film` shows. */
const FRAMES = [10, 22, 34, 48, 66, 110];
/** Of a text card: a few lines, as people write. */
const WORDS = {
  text: 'You taught me to swim, to whistle\nand to leave the washing-up for later.',
  name: 'Grandma Rosa',
};
const NAMES = ['Anna', 'Aunt Ilse', 'Ben', 'Grandma Rosa', 'Jonas', 'Karl', 'Lena', 'Mia', 'Samira', 'Uncle Walter'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    film: { type: 'boolean' },
    shape: { type: 'string' },
    name: { type: 'string' },
    occasion: { type: 'string' },
  },
});
const [folder, ...wanted] = positionals;
if (!folder) {
  console.error('Which folder should the pictures go to?');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const { name = 'Ruth', occasion = 'birthday', shape = 'wide' } = values;
const frame = SHAPES[shape];
const { drawn } = frame;
const CELL = { width: Math.round((drawn.width * 360) / 1080), height: Math.round((drawn.height * 360) / 1080) };
const event = { occasion, title: name, recipients: [{ firstName: name }] };
const ids = Object.keys(DESIGNS).filter((id) => wanted.length === 0 || wanted.includes(id));
const themes = ids.map((id) => toFilmTheme(seedOf(id, 0).fields));

await writeContactSheet(join(folder, 'sheet.png'), await Promise.all(themes.map(stillsOf)), CELL);
if (values.film) {
  const rows = [];
  for (const [index, theme] of themes.entries()) rows.push(await framesOf(theme, ids[index]));
  await writeContactSheet(join(folder, 'motion.png'), rows, CELL);
}

async function stillsOf(theme) {
  const { lead, names, foot } = introWords(event);
  const opening = await drawOpeningCard(theme.intro, { lead, names: namesLine(names), foot }, drawn);
  const words = outroWords(event, NAMES);
  const closing = await drawClosingCard(theme.outro, words.lead, [namesLine(words.names)], drawn);
  const card = await drawTextCard(theme.outro, WORDS, 90, drawn);
  const [first] = await opening.stills();
  const [text] = await card.stills();
  const [last] = await closing.stills();
  const plate = await drawPlate(theme.intro, [{ unbroken: 'Grandma Rosa' }]);
  const clip = sharp(join(import.meta.dirname, '../static/art/ruth.svg')).resize(drawn.width, drawn.height, {
    fit: 'cover',
  });
  const named = await clip
    .composite([{ input: plate.png, left: 96, top: drawn.height - 84 - plate.height }])
    .png()
    .toBuffer();
  return [await cell(raw(first)), await cell(sharp(named)), await cell(raw(text)), await cell(raw(last))];
}

async function framesOf(theme, id) {
  const { files } = await makeCard(introCard(event, theme, frame), join(folder, id));
  const chosen = FRAMES.map((frame) => `eq(n\\,${frame})`).join('+');
  const args = ['-v', 'error', '-i', files.video720, '-vf', `select='${chosen}'`, '-fps_mode', 'passthrough'];
  const pattern = join(folder, `${id}-%d.png`);
  execFileSync('ffmpeg', [...args, '-y', pattern]);
  return Promise.all(FRAMES.map((_, index) => cell(sharp(pattern.replace('%d', String(index + 1))))));
}

function raw(picture) {
  return sharp(picture, { raw: { ...drawn, channels: 3 } });
}

function cell(picture) {
  return picture.resize(CELL.width, CELL.height).png().toBuffer();
}
