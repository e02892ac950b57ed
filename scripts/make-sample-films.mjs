#!/usr/bin/env node
/**
 * Makes the sample films of the home page and occasion pages like real films: draws the page's clips from `static/art`,
 * prepares them, and joins them with titles, names and music. Writes `static/films/TYPE.mp4` (768x432), `.vtt`
 * (captions) and `.webp` (poster), and the lengths to `views/base/sample-film-lengths.ts`.
 *
 *   node --import tsx scripts/make-sample-films.mjs [birthday memorial ...]
 *
 * Default: all pages, about a minute of two cores each.
 */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { introCard, makeCard, outroCard } from '../src/features/films/render/cards.ts';
import { joinFilm } from '../src/features/films/render/join.ts';
import { buildTimeline } from '../src/features/films/render/timeline.ts';
import { TRACKS } from '../src/features/library/music/catalogue.ts';
import { trackWav } from '../src/features/library/music/track-file.ts';
import { prepareClip } from '../src/features/media/prepare/prepare-clip.ts';
import { CLIP } from '../src/shared/limits.ts';
import { OCCASIONS } from '../src/shared/occasions.ts';
import { OCCASION_CONTENTS } from '../views/occasions/contents.ts';
import { fittingTrack } from './run/film.mjs';
import { drawClip } from './seed/draw-clip.mjs';
import { CALM, PHRASES } from './seed/hum.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const TARGET = join(ROOT, 'static/films');
const LENGTHS = join(ROOT, 'views/base/sample-film-lengths.ts');
const SIZE = { width: 768, height: 432 };
/** Maximum clips of a film, and seconds of each video and voice message: short, for slow networks. */
const MOST_CLIPS = 6;
const SECONDS = 3;
/** Pitches of humming voices, in Hz. */
const NOTES = [131, 220, 196, 262, 147, 175, 165];
/** Strong compression: these drawings hardly move. */
const SMALL = ['-c:v', 'libx264', '-preset', 'slower', '-tune', 'animation', '-crf', '28', '-g', '90'];

async function makeFilm(content, folder) {
  const { type, recipient, kind, strip, film } = content;
  const event = { occasion: type, title: `${kind}, ${recipient}`, recipients: [{ firstName: recipient }] };
  const told = strip.clips.slice(0, MOST_CLIPS);
  const clips = [];
  for (const [index, sample] of told.entries()) clips.push(await makeClip(sample, index, type, folder));
  const intro = await makeCard(introCard(event), join(folder, 'intro'));
  // A photo's name describes the picture.
  const names = clips.filter(({ kind }) => kind !== 'photo').map(({ contributor }) => contributor.name);
  const outro = await makeCard(outroCard(event, names), join(folder, 'outro'));
  const track = fittingTrack(TRACKS, type).id;
  const timeline = buildTimeline({ event, clips, intro, outro, track });
  const music = await trackWav(track, join(folder, 'music'));
  const { files, length } = await joinFilm(timeline, music, join(folder, 'film'));
  const faces = [(art) => art === film.art, (art) => art === 'kids', Boolean];
  const shown = faces.map((fits) => told.findIndex(({ art }) => fits(art))).find((index) => index >= 0);
  const at = timeline.items[1 + shown];
  await publish(type, files, at.start + at.length * 0.45);
  return length;
}

/** Draws and prepares one clip of a page's strip. */
async function makeClip(sample, index, type, folder) {
  const { name, art, words } = sample;
  const isPhoto = art !== undefined && sample.length === CLIP.photo;
  const kind = words ? 'text' : isPhoto ? 'photo' : art ? 'video' : 'audio';
  const isQuiet = OCCASIONS[type].tone === 'quiet';
  const source = words ? { kind, text: words, isQuiet } : { kind, path: await draw(sample, kind, index, type, folder) };
  const clip = await prepareClip({ ...source, name, edit: {} }, join(folder, `clip-${index}`));
  const { segmentKey: key, frames, files } = clip;
  const caption = kind === 'video' || kind === 'audio' ? '♪ hums' : null;
  return { key, frames, files, mediaId: String(index), kind, contributor: { name }, caption, text: words ?? null };
}

function draw({ art }, kind, index, type, folder) {
  const tune = type === 'birthday' ? PHRASES[index % PHRASES.length] : CALM;
  const hum = { note: NOTES[index % NOTES.length], tune };
  // One contributor always films upright.
  const shape = { photo: 'photo', audio: 'voice', video: index === 1 ? 'portrait' : 'video' }[kind];
  return drawClip({ root: ROOT, folder, name: `source-${index}`, clip: { kind: shape, art, hum, seconds: SECONDS } });
}

async function publish(type, files, posterAt) {
  const at = (ending) => join(TARGET, `${type}.${ending}`);
  const scale = `scale=${SIZE.width}:${SIZE.height}:flags=lanczos`;
  const plain = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags', '+bitexact'];
  const sound = ['-c:a', 'aac', '-b:a', '72k'];
  const video = ['-vf', scale, ...SMALL, '-pix_fmt', 'yuv420p', ...sound, ...plain, '-movflags', '+faststart'];
  ffmpeg('-i', files.film1080, ...video, at('mp4'));
  const frame = join(dirname(files.film1080), 'frame.png');
  ffmpeg('-ss', posterAt.toFixed(2), '-i', files.film1080, '-frames:v', '1', '-vf', scale, frame);
  await sharp(frame).webp({ quality: 62, effort: 6 }).toFile(at('webp'));
  await copyFile(files.captions, at('vtt'));
}

function ffmpeg(...args) {
  const { status, stderr } = spawnSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** Writes the list of films for the pages. */
async function writeLengths(made) {
  const known = Object.fromEntries(
    [...(await readFile(LENGTHS, 'utf8').catch(() => '')).matchAll(/^ {2}(\w+): ([\d.]+),$/gm)].map(
      ([, type, length]) => [type, Number(length)],
    ),
  );
  const films = new Set((await readdir(TARGET)).map((name) => basename(name, '.mp4')));
  const all = Object.entries({ ...known, ...made }).filter(([type]) => films.has(type));
  const lines = all.sort(([a], [b]) => (a < b ? -1 : 1)).map(([type, length]) => `  ${type}: ${length},`);
  await writeFile(
    LENGTHS,
    `import type { OccasionType } from '../src/shared/occasions.ts';\n\n` +
      '/** Seconds of the sample films in `static/films`; written by `scripts/make-sample-films.mjs`. */\n' +
      `export const SAMPLE_FILM_LENGTHS: Partial<Record<OccasionType, number>> = {\n${lines.join('\n')}\n};\n`,
  );
}

const asked = process.argv.slice(2);
await mkdir(TARGET, { recursive: true });
for (const content of OCCASION_CONTENTS.filter(({ type }) => asked.length === 0 || asked.includes(type))) {
  const folder = await mkdtemp(join(tmpdir(), 'sample-film-'));
  try {
    const length = await makeFilm(content, folder);
    await writeLengths({ [content.type]: Math.round(length * 10) / 10 });
    console.log(`${content.type}.mp4, ${length.toFixed(1)} s`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
