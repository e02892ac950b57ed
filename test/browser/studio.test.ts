import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import { deleteMedia, updateMedia } from '../../src/shared/contracts/media.ts';
import { addDeadTime, copyClip } from '../helpers/copied-clips.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { readEvent, settledMedia } from '../helpers/giving.ts';
import { ageableTab } from './helpers/aged-tab.ts';
import { giveWords } from './helpers/giving.ts';
import { halfIsShown, stopPage } from './helpers/half-sent-page.ts';
import { holdFirst, refuseAll } from './helpers/held-request.ts';
import { keepAnswer } from './helpers/kept-answer.ts';
import { watchShifts } from './helpers/layout-shift.ts';
import { lookOver } from './helpers/look-over.ts';
import { click } from './helpers/pointer.ts';
import { clickOn, drag, inOrder, tiles } from './helpers/story-moves.ts';
import type { StrictPage } from './helpers/strict-page.ts';
import { useStudio } from './helpers/studio.ts';

const PLAYLIST = '/preview.m3u8';

describe('clips in the studio', function () {
  this.timeout(600_000);
  const { app, organiser, openNew } = useStudio();
  let event: Event;
  let studio: StrictPage;

  beforeEach(async () => {
    ({ event, studio } = await openNew());
  });

  it('plays a preview with a clip that arrived while its playlist was loading', async () => {
    const { page, reads, problems } = studio;
    const held = await holdFirst(page, PLAYLIST);
    await click(page, '.studio__see .player__play');
    const first = await held.request;
    await giveWords(app().origin, event.uuid, 'Jonas', 'And me to dive.');
    await reads('.studio__chapter-list', 'Jonas', 300_000);
    await first.continue();

    await reads('.studio__see .l-num', /^0:0[1-9] /);
    await page.waitForSelector('.studio__see [aria-label=Pause]');
    await page.waitForFunction(() => (document.querySelector('video')?.duration ?? 0) > 5);
    expect(problems).to.deep.equal([]);
  });

  it('keeps the chapter of a clip that was ready while an answer without it was on its way', async () => {
    const { page, reads, text, visit, problems } = studio;
    const answer = await keepAnswer(page, /\/preview$/);
    await visit(`${app().origin}/e/${event.uuid}`);
    await answer.kept();
    await giveWords(app().origin, event.uuid, 'Jonas', 'And me to dive.');
    await reads('.studio__chapter-list', 'Jonas');
    await answer.give();
    expect(await text('.studio__chapter-list')).to.match(/Mia.*Jonas/);
    expect(problems).to.deep.equal([]);
  });

  it('says that the preview stopped when its playlist fails, and plays at the next press', async () => {
    const { page, reads, text } = studio;
    const refuse = await refuseAll(page, PLAYLIST);
    await click(page, '.studio__see .player__play');
    await reads('.studio__see [role=alert]', 'press play again', 300_000);
    await refuse.end();
    await click(page, '.studio__see [aria-label=Play]');
    await reads('.studio__see .l-num', /^0:0[1-9] /);
    expect(await text('.studio__see [role=alert]')).to.equal('');
  });

  it('asks whether to include a late clip, and includes it', async () => {
    const { connection, origin } = app();
    await finishedFilm(connection, event);
    await giveWords(origin, event.uuid, 'Amara', 'Sorry I’m late.');
    await settledMedia(organiser(), event);
    const { page, reads, visit, problems } = studio;
    await visit(`${origin}/e/${event.uuid}`);
    await reads('.late-clips', 'Put Amara into the film?');
    expect((await tiles(page)).length, 'outside the film').to.equal(1);
    await clickOn(page, '.late-clips button', 'Yes');
    await reads('.toast__shelf', 'Amara will be in the film.');
    await page.waitForFunction(() => document.querySelectorAll('[data-clip-id]').length === 2);
    await clickOn(page, '.toast__shelf button', 'Undo');
    await reads('.late-clips', 'Put Amara into the film?');
    await clickOn(page, '.late-clips button', 'No');
    await reads('.timeline', 'Amara');
    const clip = (await readEvent(organiser(), event)).media?.find(({ contributor }) => contributor.name === 'Amara');
    expect(clip).to.include({ hidden: true, isWaiting: false });
    expect(problems).to.deep.equal([]);
  });

  it('renames a clip without a preparing badge, and drops an outdated Undo', async () => {
    const { page, reads, text, problems } = studio;
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name);
    await settledMedia(organiser(), event);
    await page.waitForFunction(() => !document.querySelector('.timeline .badge'));
    app().pauseWorker();
    try {
      await click(page, '[data-clip-id] button');
      await clickOn(page, '.studio-line__picked summary', 'More for Mia’s clip');
      await clickOn(page, 'button', 'Change name or words');
      await page.waitForSelector('dialog[open]');
      expect(await focused()).to.equal('name');
      await page.$eval('dialog[open] [name=name]', (field) => {
        (field as HTMLInputElement).value = '';
      });
      await clickOn(page, 'dialog[open] button', 'Save');
      await reads('dialog[open] .field .field__error', 'Please add a name.');
      await page.type('dialog[open] [name=name]', 'Nora');
      await clickOn(page, 'dialog[open] button', 'Save');
      await eventually('the clip to be prepared again', async () => {
        const [clip] = (await readEvent(organiser(), event)).media ?? [];
        return clip?.contributor.name === 'Nora' && clip.status === 'processing';
      });
      await reads('.timeline', 'Nora');
      expect(await text('.timeline')).not.to.include('Preparing');
    } finally {
      app().resumeWorker();
    }
    await clickOn(page, '.studio-line__picked button', 'Leave out');
    await reads('.toast__shelf', 'Undo');
    await clickOn(page, '.studio-line__picked button', 'Put back in');
    await page.waitForFunction(() => !document.querySelector('.toast__shelf')?.textContent?.includes('Undo'));
    await clickOn(page, '.studio__open button', 'Set a deadline');
    await page.waitForSelector('dialog[open]');
    expect(await focused()).to.equal('deadline');
    expect(problems).to.deep.equal([]);
  });

  it('draws a text card again while its words are typed', async () => {
    const { page, reads, problems } = studio;
    await settledMedia(organiser(), event);
    await click(page, '[data-clip-id] button');
    await clickOn(page, '.studio-line__picked summary, .studio-line__picked button', 'More for');
    await clickOn(page, '.studio-line__picked button', 'Change name or words');
    const card = 'dialog[open] .studio-dialogs__card img';
    await page.waitForSelector(card);
    const first = await page.$eval(card, (image) => image.getAttribute('src'));
    await page.type('dialog[open] [name=text]', ' And to dive!');
    await page.waitForFunction(
      (selector, before) => document.querySelector(selector)?.getAttribute('src') !== before,
      {},
      card,
      first,
    );
    expect(await lookOver(page)).to.deep.equal([]);
    await page.setViewport({ width: 1280, height: 800 });
    await page.$eval('dialog[open] [name=text]', (field) => (field as HTMLTextAreaElement).select());
    await page.keyboard.press('Backspace');
    await clickOn(page, 'dialog[open] button', 'Save');
    await reads('dialog[open] .field__error', 'A card needs a few words.');
    expect(problems).to.deep.equal([]);
  });

  it('takes a clip that was changed elsewhere, and what follows from it, from messages without asking again', async () => {
    const { page, reads } = studio;
    const [clip] = await settledMedia(organiser(), event);
    await page.waitForFunction(() => !document.querySelector('.timeline .badge'));
    await click(page, '[data-clip-id] button');
    await reads('.studio-line__picked', 'Leave out');
    await page.waitForNetworkIdle();
    const whole = await page.$eval('.studio__line-head p', (line) => line.textContent);
    expect(whole).to.match(/^1 clip, /);
    const asked = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // The bell marks as seen what the open studio shows.
      if (pathname.startsWith('/api/') && !/\.m3u8$|\/notifications\//.test(pathname)) asked.add(pathname);
    });
    await organiser().call(updateMedia, { params: { id: clip?.id ?? '' }, body: { hidden: true } });
    await reads('.studio-line__picked', 'Put back in');
    const head = (words: string | null) =>
      page.waitForFunction((said) => document.querySelector('.studio__line-head p')?.textContent === said, {}, words);
    await head('1 clip');
    expect(await page.$('.studio__chapter-list li'), 'nothing to preview').to.equal(null);
    await organiser().call(updateMedia, { params: { id: clip?.id ?? '' }, body: { hidden: false } });
    await head(whole);
    await reads('.studio__chapter-list', 'Mia');
    const late = await giveWords(app().origin, event.uuid, 'Jonas', 'And me to dive.');
    await reads('.studio__chapter-list', 'Jonas', 300_000);
    await organiser().call(deleteMedia, { params: { id: late.media.id }, query: {} });
    await head(whole);
    await page.waitForNetworkIdle();
    expect([...asked]).to.deep.equal([]);
  });

  it('saves the last of several moves, and lets a mouse or a button move what the keyboard holds', async () => {
    const { page, reads, visit, problems } = studio;
    const [clip] = await settledMedia(organiser(), event);
    await copyClip(app().connection, clip?.id ?? '', 3);
    await visit(`${app().origin}/e/${event.uuid}`);
    const [a, b, c, d] = (await tiles(page)).map(({ id }) => id);
    const isSaved = async (...ids: (string | undefined)[]) => {
      await inOrder(page, ids);
      await reads('.studio__saved', 'All changes saved');
      expect((await readEvent(organiser(), event)).media?.map(({ id }) => id)).to.deep.equal(ids);
    };
    const button = (id: string | undefined) => `[data-clip-id="${id}"] button`;
    const held = await holdFirst(page, '/order');
    await click(page, button(a));
    for (let moves = 0; moves < 3; moves++) await clickOn(page, '.studio-line__picked button', 'Move later');
    await inOrder(page, [b, c, d, a]);
    await (await held.request).continue();
    await isSaved(b, c, d, a);

    await page.focus(button(c));
    await page.keyboard.press('Space');
    await drag(page, d, b);
    await isSaved(d, b, c, a);
    await page.focus(button(c));
    for (const key of ['Space', 'ArrowLeft'] as const) await page.keyboard.press(key);
    await clickOn(page, '.studio-line__picked button', 'Move earlier');
    await isSaved(c, d, b, a);

    await clickOn(page, '.studio-line__picked summary', 'More for');
    await clickOn(page, '.studio-line__picked .menu__list button', 'Remove');
    await inOrder(page, [d, b, a]);
    expect(await page.$$('[data-clip-id] button[tabindex="0"]'), 'a way in for Tab').to.have.length(1);
    expect(problems).to.deep.equal([]);
  });

  it('fetches everything again in a tab that has been open for five hours', async () => {
    const { page, visit, requests, problems } = studio;
    const age = await ageableTab(page);
    await settledMedia(organiser(), event);
    const films = `/api/v2/events/${event.id}/published-media`;
    requests.length = 0;
    await visit(`${app().origin}/e/${event.uuid}`);
    await eventually('what the first connection fetches', async () => requests.some((url) => url.endsWith(films)));
    requests.length = 0;
    await age(5);
    await eventually('the films', async () => requests.some((url) => url.endsWith(films)));
    expect(problems).to.deep.equal([]);
  });

  it('shows messages even if the end of the page arrives after the studio has hydrated', async () => {
    const { page, reads, problems } = studio;
    const { origin } = app();
    await settledMedia(organiser(), event);
    const half = stopPage(`/e/${event.uuid}`, '<div class="toast__shelf');
    const going = page.goto(`${origin}/e/${event.uuid}`);
    await page.waitForFunction(
      () => document.readyState === 'loading' && document.querySelector('main vd-island[data-alive]') !== null,
    );
    expect(await page.$('.toast__shelf')).to.equal(null);
    half.sendRest();
    half.end();
    await going;
    await click(page, '[data-clip-id] button');
    await clickOn(page, '.studio-line__picked button', 'Leave out');
    await reads('.toast__shelf', 'Mia’s clip was left out.');
    expect(problems).to.deep.equal([]);
  });

  it('moves nothing by itself while it loads: with questions, offers and a late clip, in two parts, and as a grid', async () => {
    const { connection, origin } = app();
    const { page, reads, visit, problems } = studio;
    const [clip] = await settledMedia(organiser(), event);
    await finishedFilm(connection, event);
    await giveWords(origin, event.uuid, 'Amara', 'Sorry I’m late.');
    await settledMedia(organiser(), event);
    await addDeadTime(connection, clip?.id ?? '');
    const shifts = await watchShifts(page);
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
    ] as const) {
      await page.setViewport({ width, height });
      await visit(`${origin}/e/${event.uuid}`);
      await reads('.studio__side .banner', 'Which time zone is this in?');
      await reads('.late-clips', 'Put Amara into the film?');
      await reads('.tighten', 'shorter');
      const { sum, moved } = await shifts();
      expect(sum, moved.join('\n')).to.be.below(0.02);
    }
    await page.setViewport({ width: 1280, height: 800 });
    const half = stopPage(`/e/${event.uuid}`, 'Who’s in');
    const going = visit(`${origin}/e/${event.uuid}`);
    await halfIsShown(page);
    half.sendRest();
    half.end();
    await going;
    const { sum: sumOfParts, moved: movedByParts } = await shifts();
    expect(sumOfParts, movedByParts.join('\n')).to.be.below(0.01);
    await copyClip(connection, clip?.id ?? '', 20);
    await visit(`${origin}/e/${event.uuid}`);
    await page.waitForSelector('.clip-grid__cells');
    const { sum, moved } = await shifts();
    expect(sum, moved.join('\n')).to.be.below(0.02);
    expect(problems).to.deep.equal([]);
  });
});
