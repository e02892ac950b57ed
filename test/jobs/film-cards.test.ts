import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { drawIntro, drawOutro } from '../../src/features/films/render/card-drawing.ts';
import {
  introWords,
  namesLine,
  outroWords,
  pagesOf,
  pagesOfCredits,
} from '../../src/features/films/render/card-words.ts';
import { introCard, makeCard, makeCardEdges, outroCard } from '../../src/features/films/render/cards.ts';
import { readWav } from '../../src/features/films/render/cut-sound.ts';
import { joinFilm } from '../../src/features/films/render/join.ts';
import { paperColours, paperSvg } from '../../src/features/films/render/paper.ts';
import { buildTimeline, type FilmEvent } from '../../src/features/films/render/timeline.ts';
import { makeTransition } from '../../src/features/films/render/transition.ts';
import type { DesignName } from '../../src/features/themes/design/designs.ts';
import { drawOpeningCard } from '../../src/features/themes/design/draw-card.ts';
import { STAGE } from '../../src/features/themes/design/scene.ts';
import { toFilmTheme } from '../../src/features/themes/film-themes.service.ts';
import { seedOf } from '../../src/features/themes/seed-themes.ts';
import { oklch } from '../../src/platform/draw/colour.ts';
import { countFrames } from '../../src/platform/ffmpeg/count-frames.ts';
import { OCCASION_TYPES, OCCASIONS } from '../../src/shared/occasions.ts';
import { clipOf, lavfiSegment } from '../helpers/lavfi-segments.ts';
import { type GreyPicture, greyFrames } from '../helpers/similarity.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

function eventFor(occasion: string, ...names: string[]): FilmEvent {
  return { occasion, title: 'A day', recipients: names.map((firstName) => ({ firstName })) };
}

const themeOf = (id: DesignName) => toFilmTheme(seedOf(id, 0).fields);

describe('title cards of a film', function () {
  this.timeout(600_000);

  it('name the recipient in the words of the occasion', () => {
    expect(introWords(eventFor('birthday', 'Ruth'))).to.include({ lead: 'Happy birthday' });
    expect(introWords(eventFor('memorial', 'Walter')).lead).to.equal('In memory of');
    expect(introWords(eventFor('wedding', 'Ines', 'Tomas')).names).to.deep.equal(['Ines', 'Tomas']);
    expect(introWords({ ...eventFor('other', 'Kim'), occasionOther: 'A new\nhouse' }).foot).to.equal('A new house');
    for (const occasion of OCCASION_TYPES) {
      expect(introWords(eventFor(occasion, 'Kim')).lead, occasion).to.not.equal('');
    }
  });

  it('use the paper of the occasion’s pages', async () => {
    const tokens = await readFile('static/css/tokens.css', 'utf8');
    for (const occasion of OCCASION_TYPES) {
      const rule = tokens.split(`[data-occasion="${occasion}"] {`)[1]?.split('}')[0] ?? '';
      const [h1, c1, h2, c2] = ['h1', 'c1', 'h2', 'c2'].map((name) =>
        Number(new RegExp(`--${name}: ([\\d.]+)`).exec(rule)?.[1]),
      ) as [number, number, number, number];
      const isQuiet = OCCASIONS[occasion].tone === 'quiet';
      const { wrap, print } = paperColours(occasion);
      expect(wrap, occasion).to.equal(oklch(isQuiet ? 0.8 : 0.84, c1, h1));
      expect(print, occasion).to.equal(oklch(isQuiet ? 0.67 : 0.7, c2, h2));
      const shape = tokens.split(`--print-${/--print-(\w+)/.exec(rule)?.[1]}: `)[1]?.split('\n')[0] ?? '';
      const [first = 'none'] = / d='[^']+'/.exec(shape) ?? [];
      expect(paperSvg(occasion, null).toString(), occasion).to.contain(first.replaceAll("'", '"'));
    }
  });

  it('name everyone once, in stable order', () => {
    const event = eventFor('birthday', 'Ruth');
    expect(outroWords(event, ['Zoë', 'bo', 'Ann', 'bo ', 'Bo', '']).names).to.deep.equal([
      'A friend',
      'Ann',
      'Bo',
      'Zoë',
    ]);
    expect(outroCard(event, ['Ann', 'Bo']).key).to.equal(outroCard(event, ['Bo', 'Ann', 'Ann']).key);
    expect(outroCard(event, ['Ann', 'Bo']).key).to.not.equal(outroCard(event, ['Ann', 'Boris']).key);
    expect(introCard(event).key).to.not.equal(introCard(eventFor('holiday', 'Ruth')).key);
  });

  it('end with the photographers of found photos, each once', () => {
    const event = eventFor('birthday', 'Ruth');
    const textOf = (photographers: string[]) =>
      pagesOfCredits(outroWords(event, ['Ann', 'Bo'], photographers)).map((page) =>
        [page]
          .flat()
          .map((piece) => (typeof piece === 'string' ? piece : piece.unbroken))
          .join(''),
      );
    const names = 'Ann and\u00a0Bo';
    expect(textOf([])).to.deep.equal([names]);
    expect(textOf(['Li'])).to.deep.equal([`${names}\n\nPhoto by Li on Unsplash`]);
    expect(textOf(['Zoë', 'Li', 'Zoë'])).to.deep.equal([`${names}\n\nPhotos by Li and\u00a0Zoë on Unsplash`]);
    const keys = [[], ['Li']].map((photographers) => outroCard(event, ['Ann'], null, photographers).key);
    expect(keys[0])
      .to.equal(outroCard(event, ['Ann']).key)
      .and.not.equal(keys[1]);
  });

  it('end with the trees that were planted, on a card that stays a second longer', () => {
    const event = eventFor('birthday', 'Ruth');
    const none = outroCard(event, ['Ann', 'Bo']);
    const some = outroCard({ ...event, trees: 12 }, ['Ann', 'Bo']);
    const textOf = (card: typeof some) =>
      pagesOfCredits(card.words)
        .flatMap((page) => [page].flat())
        .map((piece) => (typeof piece === 'string' ? piece : piece.unbroken))
        .join('');
    expect(textOf(some)).to.equal('Ann and\u00a0Bo\n\n12 trees are growing for you');
    expect(textOf(outroCard({ ...event, trees: 1 }, []))).to.match(/A tree is growing for you$/);
    expect(textOf(outroCard({ ...eventFor('memorial', 'Walter'), trees: 3 }, ['Ann']))).to.match(/growing in memory$/);
    expect(some.frames).to.equal(none.frames + 30);
    expect(outroCard({ ...event, trees: 0 }, ['Ann', 'Bo']).key, 'none changes nothing').to.equal(none.key);
    expect(some.key).not.to.equal(outroCard({ ...event, trees: 13 }, ['Ann', 'Bo']).key);
  });

  it('name 150 people on pages long enough to read, and a few on one page for 4 s', async () => {
    const event = eventFor('graduation', 'Kim');
    const names = Array.from({ length: 150 }, (_, i) => `Anna-Maria Person ${i}`);
    const pages = pagesOf(outroWords(event, names).names);
    expect(pages.flat()).to.have.members(names);
    expect(pages.length).to.be.within(4, 7);
    const lengths = pages.map((page) => page.length);
    expect(Math.max(...lengths) - Math.min(...lengths), 'evenly').to.be.at.most(3);
    const card = outroCard(event, names);
    expect(card.frames / 30).to.be.at.least(150 / 5 + 2 * pages.length);
    expect(card.frames % 30, 'pages turn with a GOP').to.equal(0);
    const drawn = card.role === 'outro' ? await drawOutro('graduation', card.words) : [];
    expect(drawn).to.have.length(pages.length + 1);
    const [paper, crowd] = drawn;
    expect(crowd?.subarray(0, 1920 * 3), 'paper shows around the plaque').to.deep.equal(paper?.subarray(0, 1920 * 3));
    expect(outroCard(event, ['Ann', 'Bo', 'Cy']).frames).to.equal(120);
    expect(pagesOf(names.slice(0, 20))).to.have.length(1);
  });

  it('draw any name', async () => {
    const odd = ['<span foreground="red">', '&amp; &#0; \u0007', `${'W'.repeat(300)}`, '王小明 שלום 🎂', 'a\nb'];
    for (const card of [introCard(eventFor('other', ...odd)), outroCard(eventFor('memorial'), odd)]) {
      const pictures =
        card.role === 'intro' ? await drawIntro(card.occasion, card.words) : await drawOutro(card.occasion, card.words);
      for (const picture of pictures) expect(picture.length).to.equal(1920 * 1080 * 3);
    }
  });

  it('keep their keys without a theme, so that an upgrade encodes nothing', () => {
    const event = eventFor('birthday', 'Ruth');
    // As films before themes had them: the versions of the pipeline and of cards are 7 and 3.
    const keyOf = (role: string, words: object) =>
      createHash('sha256')
        .update(JSON.stringify([7, 3, role, 'birthday', words]))
        .digest('hex')
        .slice(0, 40);
    expect(introCard(event).key).to.equal(keyOf('intro', introWords(event)));
    expect(outroCard(event, ['Ann', 'Bo']).key).to.equal(keyOf('outro', outroWords(event, ['Ann', 'Bo'])));
  });

  it('in a theme are drawn for any name, inside the picture', async () => {
    const odd = ['<b>', `${'Maximiliane-Wilhelmine '.repeat(3)}`, '王小明 שלום 🎂', 'محمد', 'W'.repeat(200)];
    const words = introWords(eventFor('birthday', ...odd));
    const lines = { lead: words.lead, names: namesLine(words.names), foot: words.foot };
    for (const { intro } of [themeOf('postcards'), themeOf('candle')]) {
      const { layers } = await drawOpeningCard(intro, lines, STAGE);
      for (const { png, left, top } of layers.slice(-3)) {
        const { width = 0, height = 0 } = await sharp(png).metadata();
        expect([left >= 0, top >= 0, left + width <= 1920, top + height <= 1080]).to.not.include(false);
      }
    }
  });

  it('become segments that join with clips, and have edges without fades', async () => {
    const folder = await tempFolder();
    const event = eventFor('birthday', 'Ruth');
    const [intro, clip] = [
      await makeCard(introCard(event), join(folder, 'intro')),
      await lavfiSegment(folder, { key: 'clip', frames: 15, sound: 'sine=f=440:r=48000' }),
    ];
    expect((await readdir(join(folder, 'intro'))).sort()).to.deep.equal([
      'audio.wav',
      'video-1080.mp4',
      'video-720.mp4',
    ]);
    const edges = await makeCardEdges(introCard(event), join(folder, 'edges'));
    expect(await countFrames(edges.video)).to.equal(30);
    expect((await readWav(edges.audio, 30)).equals(Buffer.alloc(30 * 1600 * 4))).to.equal(true);
    const timeline = buildTimeline({ event, clips: [clipOf(clip, 'Ann')], intro, outro: null, track: null });
    const film = await joinFilm(timeline, null, join(folder, 'film'));
    expect(film.length).to.be.closeTo(3.6 + 0.5, 0.001);
    expect((await stat(film.files.posterJpg)).size).to.be.above(10_000);
    const poster = await sharp(film.files.posterJpg).metadata();
    expect(poster).to.include({ width: 1280, height: 720 });
  });

  describe('at any size', () => {
    useSmallPictures();

    it('thank the givers at the end of a film, for four seconds', async () => {
      const folder = await tempFolder();
      const event = eventFor('birthday', 'Ruth');
      const clip = await lavfiSegment(folder, { key: 'clip', frames: 30, sound: 'sine=f=440:r=48000' });
      const outro = await makeCard(outroCard(event, ['Ann', 'Bo']), join(folder, 'outro'));
      const timeline = buildTimeline({ event, clips: [clipOf(clip, 'Ann')], intro: null, outro, track: null });
      const film = await joinFilm(timeline, null, join(folder, 'film'));
      expect(film.length).to.be.closeTo(1 + 4, 0.001);
      expect(await countFrames(film.files.film720)).to.equal(150);
    });
  });
});

describe('title cards of a film in a theme', function () {
  this.timeout(600_000);
  useSmallPictures();

  it('become segments of other keys that join with clips, trees included, and never change those of clips', async () => {
    const folder = await tempFolder();
    const event = { ...eventFor('birthday', 'Ruth'), trees: 12 };
    const names = Array.from({ length: 70 }, (_, i) => `Somebody ${i}`);
    const theme = themeOf('confetti');
    const cards = [introCard(event, theme), outroCard(event, names, theme)] as const;
    for (const other of [null, themeOf('shore')]) {
      expect([introCard(event, other).key, outroCard(event, names, other).key]).to.not.include.members(
        cards.map(({ key }) => key),
      );
    }
    const [intro, outro, clip] = [
      await makeCard(cards[0], join(folder, 'intro')),
      await makeCard(cards[1], join(folder, 'outro')),
      await lavfiSegment(folder, { key: 'clip', frames: 30, sound: 'sine=f=440:r=48000' }),
    ];
    const timeline = buildTimeline({ event, clips: [clipOf(clip, 'Ann')], intro, outro, track: null });
    expect(timeline.items.map(({ segment }) => segment.key)).to.deep.equal([cards[0].key, 'clip', cards[1].key]);
    const film = await joinFilm(timeline, null, join(folder, 'film'));
    expect(film.frames).to.equal(120 + 30 + cards[1].frames);
    expect(await countFrames(film.files.film720)).to.equal(film.frames);
    // A card stands for the clip, as it has edges too.
    const edgesIn = (name: string) => ({
      video: join(folder, name, 'edges.mp4'),
      audio: join(folder, name, 'edges.wav'),
    });
    const [first, last] = [
      { key: intro.key, edges: edgesIn('intro') },
      { key: outro.key, edges: edgesIn('outro') },
    ];
    const transitions = [
      await makeTransition('slide', [first, first], join(folder, 'slide')),
      await makeTransition('fade', [first, last], join(folder, 'fade')),
    ];
    const crossing = buildTimeline({ event, clips: [clipOf(intro, 'Ann')], intro, outro, track: null, transitions });
    const crossed = await joinFilm(crossing, null, join(folder, 'crossed'));
    expect(crossed.frames).to.equal(2 * 120 + cards[1].frames - 2 * 15);
    expect(await countFrames(crossed.files.film1080)).to.equal(crossed.frames);
    const [black, drawn] = await Promise.all([
      greyFrames(intro.files.video720, [0]),
      greyFrames(edgesIn('intro').video, [0]),
    ]);
    expect(Math.max(...(black[0] as GreyPicture)), 'a segment starts in black').to.be.below(20);
    expect(Math.max(...(drawn[0] as GreyPicture)), 'its edges don’t').to.be.above(200);
  });
});
