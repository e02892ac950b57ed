import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { joinFilm } from '../../src/features/films/render/join.ts';
import { makeOverlaid } from '../../src/features/films/render/make-overlaid.ts';
import { type NamePlate, namePlate } from '../../src/features/films/render/name-plates.ts';
import { overlaidParts } from '../../src/features/films/render/overlaid.ts';
import { buildTimeline, type Segment } from '../../src/features/films/render/timeline.ts';
import type { DesignName } from '../../src/features/themes/design/designs.ts';
import { toFilmTheme } from '../../src/features/themes/film-themes.service.ts';
import { seedOf } from '../../src/features/themes/seed-themes.ts';
import { drawNamePlate } from '../../src/features/themes/themed-cards.service.ts';
import { countFrames } from '../../src/platform/ffmpeg/count-frames.ts';
import { clipOf, lavfiSegment } from '../helpers/lavfi-segments.ts';
import { decodedSound, decodesWhole } from '../helpers/media-reading.ts';
import { type GreyPicture, greyFrames, ssim } from '../helpers/similarity.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const EVENT = { occasion: 'birthday', title: 'Ruth’s birthday', recipients: [{ firstName: 'Ruth' }] };
const themeOf = (id: DesignName) => toFilmTheme(seedOf(id, 0).fields);

function plateFor(clip: Segment, names: string[], theme: DesignName = 'garden'): NamePlate {
  const plate = namePlate({ key: clip.key, frames: clip.frames, names, byline: names.join(', ') }, themeOf(theme));
  if (!plate) throw new Error('no names');
  return plate;
}

describe('names over clips', function () {
  this.timeout(600_000);
  useSmallPictures();
  let folder: string;
  let clip: Segment;

  before(async () => {
    folder = await tempFolder();
    clip = await lavfiSegment(folder, { key: 'clip', frames: 150, sound: 'sine=f=440:r=48000' });
  });

  it('are in the first three seconds of a film’s clip, whose other packets and sound are its own', async () => {
    const plate = plateFor(clip, ['Grandma Rosa']);
    const [part, ...others] = overlaidParts({ ...clip, plate, cues: [] }, themeOf('garden'));
    if (!part) throw new Error('no part with names');
    expect([part.key, part.frames, others.length]).to.deep.equal([plate.key, 90, 0]);
    const named = await makeOverlaid(part, clip.files, join(folder, 'named'));
    const ann = { ...clipOf(clip, 'Grandma Rosa'), replaced: [{ from: 0, segment: named }] };
    const film = { event: EVENT, intro: null, outro: null, track: null };
    const timeline = buildTimeline({ ...film, clips: [ann] });
    expect(timeline.items.map(({ role, frames }) => [role, frames])).to.deep.equal([
      ['clip', 90],
      ['rest', 60],
    ]);
    expect(timeline.chapters.map(({ title }) => title)).to.deep.equal(['Grandma Rosa']);
    const joined = await joinFilm(timeline, null, join(folder, 'film'));
    const plain = await joinFilm(buildTimeline({ ...film, clips: [clipOf(clip, 'A')] }), null, join(folder, 'plain'));
    for (const name of ['film1080', 'film720'] as const) {
      await decodesWhole(joined.files[name]);
      expect(await countFrames(joined.files[name])).to.equal(150);
      const at = [0, 45, 88, 90, 149];
      const [shown, bare] = [await greyFrames(joined.files[name], at), await greyFrames(plain.files[name], at)];
      const alike = at.map((_, i) => ssim(shown[i] as GreyPicture, bare[i] as GreyPicture));
      expect(alike[1], `${name}: the name is there`).to.be.below(0.97);
      for (const i of [0, 2]) expect(alike[i], `${name}, frame ${at[i]}`).to.be.above(0.95);
      for (const i of [3, 4]) expect(alike[i], `${name}, frame ${at[i]}`).to.equal(1);
    }
    expect(await decodedSound(joined.files.film720)).to.deep.equal(await decodedSound(plain.files.film720));
  });

  it('have keys of clip, names and type, and no other of the theme', () => {
    const key = (names: string[], theme?: DesignName) => plateFor(clip, names, theme).key;
    expect(key(['Ann'])).to.equal(key(['Ann']));
    expect(new Set([key(['Ann']), key(['Bo']), key(['Ann', 'Bo']), key(['Ann'], 'candle')]).size).to.equal(4);
    const garden = themeOf('garden');
    const other = { ...garden, outro: themeOf('candle').outro, mark: 'other' };
    const facts = { key: 'clip', frames: 150, names: ['Ann'], byline: 'Ann' };
    expect(namePlate(facts, other)?.key).to.equal(namePlate(facts, garden)?.key);
  });

  it('replace a short clip whole, and are left out where they could not be read or nobody is named', () => {
    const facts = { key: 'clip', names: ['Ann'], byline: 'Ann' };
    const frames = (all: number) => namePlate({ ...facts, frames: all }, null)?.frames;
    expect([74, 75, 119, 120, 900].map(frames)).to.deep.equal([undefined, 75, 119, 90, 90]);
    expect(namePlate({ ...facts, frames: 150, names: ['', ' '] }, null)).to.equal(null);
  });

  it('fit the picture, however long they are and in any script', async () => {
    const people = [
      ['W'.repeat(80)],
      ['Maximiliane-Wilhelmine von und zu Hohenlohe', 'محمد بن عبد الله', '王小明', '👩‍👩‍👧 Die Müllers'],
      ['<b>&'],
      Array.from({ length: 30 }, (_, i) => `Person ${i}`),
    ];
    for (const names of people) {
      for (const theme of [themeOf('scrapbook'), themeOf('bold'), null]) {
        const plate = namePlate({ key: 'clip', frames: 150, names, byline: 'Person 0 and 29 more' }, theme);
        const { png } = await drawNamePlate(theme, plate?.words ?? '');
        const { width = 0, height = 0 } = await sharp(png).metadata();
        expect(width, names[0]).to.be.within(100, 1920 - 2 * 96);
        expect(height, names[0]).to.be.within(80, 420);
      }
    }
  });
});
