import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { drawIntro, drawOutro } from '../../src/features/films/render/card-drawing.ts';
import { introWords, outroWords, pagesOf } from '../../src/features/films/render/card-words.ts';
import { introCard, makeCard, outroCard } from '../../src/features/films/render/cards.ts';
import { joinFilm } from '../../src/features/films/render/join.ts';
import { paperColours, paperSvg } from '../../src/features/films/render/paper.ts';
import { buildTimeline, type FilmEvent } from '../../src/features/films/render/timeline.ts';
import { oklch } from '../../src/platform/draw/colour.ts';
import { OCCASION_TYPES, OCCASIONS } from '../../src/shared/occasions.ts';
import { clipOf, lavfiSegment } from '../helpers/lavfi-segments.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

function eventFor(occasion: string, ...names: string[]): FilmEvent {
  return { occasion, title: 'A day', recipients: names.map((firstName) => ({ firstName })) };
}

describe('title cards of a film', function () {
  this.timeout(180_000);

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
    if (card.role === 'outro') expect(await drawOutro('graduation', card.words)).to.have.length(pages.length + 1);
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
    const many = Array.from({ length: 500 }, (_, i) => `Person number ${i}`);
    const [paper, crowd] = await drawOutro('graduation', outroWords(eventFor('graduation'), many));
    expect(crowd?.subarray(0, 1920 * 3), 'paper shows around the plaque').to.deep.equal(paper?.subarray(0, 1920 * 3));
  });

  it('become segments that join with clips', async () => {
    const folder = await tempFolder();
    const event = eventFor('birthday', 'Ruth');
    const [intro, outro, clip] = await Promise.all([
      makeCard(introCard(event), join(folder, 'intro')),
      makeCard(outroCard(event, ['Ann', 'Bo']), join(folder, 'outro')),
      lavfiSegment(folder, { key: 'clip', frames: 30, sound: 'sine=f=440:r=48000' }),
    ]);
    expect((await readdir(join(folder, 'intro'))).sort()).to.deep.equal([
      'audio.wav',
      'video-1080.mp4',
      'video-720.mp4',
    ]);
    const timeline = buildTimeline({ event, clips: [clipOf(clip, 'Ann')], intro, outro, track: null });
    const film = await joinFilm(timeline, null, join(folder, 'film'));
    expect(film.length).to.be.closeTo(3.6 + 1 + 4, 0.001);
    expect((await stat(film.files.posterJpg)).size).to.be.above(10_000);
    const poster = await sharp(film.files.posterJpg).metadata();
    expect(poster).to.include({ width: 1280, height: 720 });
  });
});
