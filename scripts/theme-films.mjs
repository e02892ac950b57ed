#!/usr/bin/env node
/**
 * Makes the same film in each of the site's themes with the whole app, and keeps it in FOLDER. `films.png` shows a row of frames for each theme: opening, collage,
 * names, transitions, a text card and credits. Takes about half a minute per theme.
 *
 *   node scripts/theme-films.mjs FOLDER [theme ...]
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { register } from 'tsx/esm/api';
import { writeContactSheet } from './contact-sheet.mjs';

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
/** Seconds of a crossfade between two parts. */
const CROSSFADE = 0.5;
const WORDS = 'You taught me to swim, to whistle and to leave the washing-up for later.';

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) {
  console.error('Which folder should the pictures go to?');
  process.exit(1);
}
const themes = wanted.length > 0 ? wanted : Object.keys(OWN_THEMES);
const unknown = themes.filter((id) => !(id in OWN_THEMES));
if (unknown.length > 0) {
  console.error(`No such theme: ${unknown.join(', ')}. There are ${Object.keys(OWN_THEMES).join(', ')}.`);
  process.exit(1);
}
mkdirSync(folder, { recursive: true });

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
  await writeContactSheet(join(folder, 'films.png'), rows, CELL);
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

/** Makes a clip of five seconds that sways as if held by hand. Returns its path. */
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

/**
 * Seconds of the frames: the opening; the collage, or the transition to the first clip where there is none; that clip's
 * name; a transition, early and late; the second clip's name; the transition to the text card, and the whole card; the
 * transition from it; the credits.
 */
function timesOf([first, second, text, fourth], length) {
  const hasCollage = first > 6;
  return [
    2.6,
    hasCollage ? first - 2 : first - CROSSFADE / 2,
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
