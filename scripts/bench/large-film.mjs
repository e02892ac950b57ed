/** Memory of what a film in 4K is made of. A worker, which takes about 110 MB, and its tool stay below 600 MB. */
import { join } from 'node:path';
import sharp from 'sharp';
import { introCard, makeCard } from '../../src/features/films/render/cards.ts';
import { collagesFor, makeCollageSegment } from '../../src/features/films/render/collage.ts';
import { makeOverlaid } from '../../src/features/films/render/make-overlaid.ts';
import { namePlate } from '../../src/features/films/render/name-plates.ts';
import { overlaidParts } from '../../src/features/films/render/overlaid.ts';
import { makeTransition } from '../../src/features/films/render/transition.ts';
import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import { shapeClip } from '../../src/features/media/prepare/shape-clip.ts';
import { toFilmTheme } from '../../src/features/themes/film-themes.service.ts';
import { seedOf } from '../../src/features/themes/seed-themes.ts';
import { FRAMES } from '../../src/platform/ffmpeg/film-frames.ts';
import { largeClip } from './film-sources.mjs';
import { measure } from './measure.mjs';

const MB = 1024 ** 2;
const MOST = 600 * MB;
const WORKER = 110 * MB;
const FRAME = FRAMES.large;

/**
 * Makes a clip, a photo, and what is drawn around them, in 4K.
 * @param {{ board: ReturnType<import('./measure.mjs').scoreboard>, folder: string, seconds: number }} of
 */
export async function largeFilm({ board, folder, seconds }) {
  const theme = toFilmTheme(seedOf('waves', 0).fields);
  const event = { occasion: 'birthday', title: 'Ruth’s birthday', recipients: [{ firstName: 'Ruth' }] };
  const at = (name) => join(folder, `large-${name}`);
  const made = async (what, work) => {
    const { result, cpu, wall, memory } = await measure(work);
    const value = `${Math.round(memory / MB)} MB, ${cpu.toFixed(1)} s CPU, ${wall.toFixed(1)} s`;
    board.add(`${what} in 4K, memory of its tool`, memory + WORKER <= MOST, value, 'at most 600 MB with the worker');
    return result;
  };
  const video = { kind: 'video', path: `${at('source')}.mp4`, edit: {}, name: '' };
  await largeClip(video.path, seconds);
  const { segmentKey: key, frames, files } = await prepareClip(video, at('prepared'));
  const shaped = await made(`${seconds} s of a clip`, () => shapeClip(video, frames, FRAME, at('clip')));
  const photo = { kind: 'photo', path: `${at('photo')}.jpg`, edit: {}, name: '' };
  const noise = {
    create: {
      width: 4000,
      height: 2250,
      channels: 3,
      background: '#a65',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  };
  await sharp(noise).jpeg().toFile(photo.path);
  await made('a photo that moves', () => shapeClip(photo, 120, FRAME, at('photo')));

  const plate = namePlate({ key, frames, names: ['Anna'], byline: 'Anna' }, theme);
  const cues = [{ start: 0, end: seconds, text: 'Happy birthday, dear Ruth!' }];
  const [part] = overlaidParts({ key, frames, plate, cues }, theme);
  const shown = { ...files, video1080: shaped.video1080, video720: files.video1080 };
  await made('names and captions', () => makeOverlaid(part, shown, at('over'), {}, FRAME));
  const neighbour = { key, edges: { video: shaped.edgesVideo, audio: files.edgesAudio } };
  await made('a crossfade', () => makeTransition('fade', [neighbour, neighbour], at('fade'), {}, FRAME));
  await made('an opening', () => makeCard(introCard(event, theme, FRAME), at('intro')));
  const sources = Array.from({ length: 9 }, (_, i) => ({ key: `${key}-${i}`, frames, shape: 16 / 9, name: 'Anna' }));
  const [collage] = collagesFor(theme.collages, sources, FRAME);
  const videos = sources.map(() => files.video720);
  await made('a collage of nine', () => makeCollageSegment(collage, videos, at('collage')));
}
