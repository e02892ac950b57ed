#!/usr/bin/env node
/**
 * Makes the same film in each of the site's themes with the whole app, and draws a contact sheet for a look at them: `films.png` has a row of frames for each theme,
 * from the opening over collage, names, transitions and a text card to the credits. Takes about half a minute a theme.
 *
 *   node scripts/theme-films.mjs FOLDER [theme ...]
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { register } from 'tsx/esm/api';

register();
const { startWholeApp } = await import('../test/helpers/whole-app.ts');
const { stopMongoServer } = await import('../test/helpers/mongo-server.ts');
const { removeTempFolders } = await import('../test/helpers/temp-folder.ts');
const { download, endedRender, giveFile, giveText, settledMedia, startFreeEvent } = await import(
  '../test/helpers/giving.ts'
);
const { newUser, newVisitor } = await import('../test/helpers/user.ts');
const { listPublishedMedia, publish } = await import('../src/shared/contracts/films.ts');
const { updateEvent } = await import('../src/shared/contracts/events.ts');
const { OWN_THEMES } = await import('../src/features/themes/own-themes.ts');

const ART = join(import.meta.dirname, '../static/art');
const CELL = { width: 320, height: 180 };
const GAP = 8;
/** Seconds of a crossfade between two parts. */
const CROSSFADE = 0.5;
const WORDS = 'You taught me to swim, to whistle and to leave the washing-up for later.';

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) {
  console.error('Which folder should the pictures go to?');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const themes = Object.keys(OWN_THEMES).filter((id) => wanted.length === 0 || wanted.includes(id));

const app = await startWholeApp({ hasFullPictures: true });
try {
  const creator = await newUser(app.origin);
  const event = await startFreeEvent(creator);
  await give(event, 'Jonas', await movingPicture('jonas'), 'clip.mp4');
  await give(event, 'Maximiliane-Wilhelmine von Hohenstein', await photo('samira'), 'photo.jpg');
  await giveText(newVisitor(app.origin), event, WORDS, { contributor: { name: 'Grandma Rosa' } });
  await give(event, 'Karl', await movingPicture('karl'), 'clip.mp4');
  await give(event, 'Amara', await photo('amara'), 'photo.jpg');
  await settledMedia(creator, event);
  const rows = [];
  for (const id of themes) {
    rows.push(await framesIn(id, creator, event));
    console.log(id);
  }
  await writeSheet(rows);
} finally {
  await app.close();
  await stopMongoServer();
  removeTempFolders();
}

function give(event, name, bytes, filename) {
  return giveFile(newVisitor(app.origin), app.origin, event, bytes, { filename, contributor: { name } });
}

function photo(name) {
  return sharp(join(ART, `${name}.svg`), { density: 300 })
    .resize(1920, 1080, { fit: 'cover' })
    .jpeg()
    .toBuffer();
}

/** Five seconds of a picture that somebody's hand holds. Answers the clip's path. */
async function movingPicture(name) {
  const [still, clip] = [join(folder, `${name}.png`), join(folder, `clip-of-${name}.mp4`)];
  await sharp(join(ART, `${name}.svg`), { density: 300 })
    .resize(2112, 1188, { fit: 'cover' })
    .toFile(still);
  const sway = "crop=1920:1080:'96+60*sin(n/20)':'54+30*sin(n/33)'";
  const sound = ['-f', 'lavfi', '-i', 'sine=f=220:r=48000:d=5'];
  const video = ['-loop', '1', '-framerate', '30', '-t', '5', '-i', still];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...video, ...sound, '-vf', sway, '-pix_fmt', 'yuv420p', clip]);
  return clip;
}

/** Frames of the film in a theme, with the transition that it brings. */
async function framesIn(themeId, creator, event) {
  await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { themeId } });
  const job = await creator.call(publish, { body: { eventId: event.id } });
  const { error } = await endedRender(creator, job);
  if (error) throw new Error(`The film in ${themeId} has failed: ${error.message}`);
  const [film] = await creator.call(listPublishedMedia, { params: { id: event.id } });
  const path = join(folder, `${themeId}.mp4`);
  writeFileSync(path, await download(app.origin, film.sources.find(({ height }) => height === 720).url));
  const starts = film.chapters.map(({ start }) => start);
  const cells = timesOf(starts, film.length).map((seconds) => frameAt(path, seconds));
  return Promise.all(cells.map((png) => sharp(png).resize(CELL.width, CELL.height).png().toBuffer()));
}

/** Opening, collage where there is one, the way into the first clip, its name, two ways on, the text card whole, the credits. */
function timesOf([first, second, text, fourth], length) {
  const opening = 2.6;
  const between = first > 6 ? first - 2 : first - CROSSFADE / 2;
  return [
    opening,
    between,
    first + 1.8,
    second - CROSSFADE / 4,
    second + CROSSFADE / 4,
    second + 2,
    text,
    fourth - 1.2,
    fourth + CROSSFADE / 4,
    length - 1.2,
  ];
}

function frameAt(path, seconds) {
  const args = ['-v', 'error', '-ss', seconds.toFixed(3), '-i', path, '-frames:v', '1', '-f', 'image2pipe'];
  return execFileSync('ffmpeg', [...args, '-c:v', 'png', '-']);
}

async function writeSheet(rows) {
  const [across, down] = [Math.max(...rows.map((row) => row.length)), rows.length];
  const size = { width: across * (CELL.width + GAP) + GAP, height: down * (CELL.height + GAP) + GAP };
  const cells = rows.flatMap((row, y) =>
    row.map((input, x) => ({ input, left: GAP + x * (CELL.width + GAP), top: GAP + y * (CELL.height + GAP) })),
  );
  const file = join(folder, 'films.png');
  await sharp({ create: { ...size, channels: 3, background: '#2b2b2b' } })
    .composite(cells)
    .png()
    .toFile(file);
  console.log(file);
}
