import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { joinFilm } from '../../src/features/films/render/join.ts';
import { makeThemedText, themedText } from '../../src/features/films/render/text-cards.ts';
import { buildTimeline } from '../../src/features/films/render/timeline.ts';
import { makeTransition } from '../../src/features/films/render/transition.ts';
import type { DesignName } from '../../src/features/themes/design/designs.ts';
import { drawTextCard } from '../../src/features/themes/design/draw-card.ts';
import { STAGE } from '../../src/features/themes/design/scene.ts';
import { toFilmTheme } from '../../src/features/themes/film-themes.service.ts';
import { seedOf } from '../../src/features/themes/seed-themes.ts';
import { countFrames } from '../../src/platform/ffmpeg/count-frames.ts';
import { clipOf } from '../helpers/lavfi-segments.ts';
import { decodesWhole } from '../helpers/media-reading.ts';
import { type GreyPicture, greyFrames, ssim } from '../helpers/similarity.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const EVENT = { occasion: 'birthday', title: 'Ruth’s birthday', recipients: [{ firstName: 'Ruth' }] };
const themeOf = (id: DesignName) => toFilmTheme(seedOf(id, 0).fields);
const WORDS = { text: 'Happy birthday, dear Ruth!\nWe miss you at the lake.', name: 'Anna' };

describe('text cards in a theme', function () {
  this.timeout(600_000);
  useSmallPictures();

  it('appear line by line, then stand, and join with each other by transitions', async () => {
    const folder = await tempFolder();
    const [long, short] = await Promise.all([
      makeThemedText(themedText(WORDS, 180, themeOf('linen')), join(folder, 'long')),
      makeThemedText(themedText({ text: 'Hi', name: '' }, 60, themeOf('linen')), join(folder, 'short')),
    ]);
    const [empty, first, all, later] = (await greyFrames(long.files.video720, [12, 28, 100, 160])) as GreyPicture[];
    expect(ssim(empty as GreyPicture, all as GreyPicture)).to.be.below(0.97);
    expect(ssim(first as GreyPicture, all as GreyPicture)).to.be.below(0.99);
    expect(ssim(later as GreyPicture, all as GreyPicture)).to.be.above(0.995);
    const edgesIn = (name: string) => ({
      video: join(folder, name, 'edges.mp4'),
      audio: join(folder, name, 'edges.wav'),
    });
    const transitions = [
      await makeTransition(
        'fade',
        [
          { key: long.key, edges: edgesIn('long') },
          { key: short.key, edges: edgesIn('short') },
        ],
        join(folder, 'fade'),
      ),
    ];
    const timeline = buildTimeline({
      ...{ event: EVENT, intro: null, outro: null, track: null, transitions },
      clips: [clipOf(long, 'Anna'), clipOf(short, 'Bo')],
    });
    const film = await joinFilm(timeline, null, join(folder, 'film'));
    await decodesWhole(film.files.film1080);
    expect(await countFrames(film.files.film720)).to.equal(180 + 60 - 15);
    const [tail] = await greyFrames(edgesIn('long').video, [29]);
    expect(ssim(tail as GreyPicture, all as GreyPicture), 'edges have no fade').to.be.above(0.98);
  });

  it('have keys of their words, length and theme', () => {
    const key = (text: string, frames: number, theme: DesignName) =>
      themedText({ text, name: 'Anna' }, frames, themeOf(theme)).key;
    expect(key('Hi', 120, 'linen')).to.equal(key('Hi', 120, 'linen'));
    const keys = [key('Hi', 120, 'linen'), key('Ho', 120, 'linen'), key('Hi', 150, 'linen'), key('Hi', 120, 'bold')];
    expect(new Set(keys).size).to.equal(4);
  });

  it('fit the picture in any script, with dots and accents beside their letters', async () => {
    const texts = [
      'i j ä ö ü Å É',
      'عيد ميلاد سعيد يا روث\nنحن نحبك كثيرا',
      '<b>&\n\n\nWhat a day 🎂👩‍👩‍👧',
      'Dear Ruth, you taught me to swim, to whistle and to leave. '.repeat(8),
      'W'.repeat(300),
    ];
    for (const text of texts) {
      for (const theme of ['letter', 'postcards', 'marquee'] as const) {
        const { outro } = themeOf(theme);
        const { layers } = await drawTextCard(outro, { text, name: 'Maximiliane '.repeat(6).trim() }, 90, STAGE);
        for (const { png, left, top, enters } of layers.filter((layer) => 'png' in layer).slice(-3)) {
          const { width = 0, height = 0 } = await sharp(png).metadata();
          expect([left >= 0, top >= 0, left + width <= 1920, top + height <= 1080], text).to.not.include(false);
          expect((enters?.at ?? 0) + (enters?.takes ?? 0)).to.be.at.most(90);
        }
      }
    }
    const { layers } = await drawTextCard(themeOf('linen').outro, { text: texts[0] ?? '', name: '' }, 90, STAGE);
    const plain = await drawTextCard(themeOf('linen').outro, { text: 'M', name: '' }, 90, STAGE);
    expect(layers.length, 'one line').to.equal(plain.layers.length);
  });
});
