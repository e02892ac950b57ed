import { expect } from 'chai';
import { deleteMedia, updateMedia } from '../../src/shared/contracts/media.ts';
import { addDeadTime, copyClip, copyClipTo } from '../helpers/copied-clips.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { readEvent, settledMedia, startEvent } from '../helpers/giving.ts';
import { ageableTab } from './helpers/aged-tab.ts';
import { giveWords } from './helpers/giving.ts';
import { halfIsShown, stopPage } from './helpers/half-sent-page.ts';
import { holdFirst, refuseAll } from './helpers/held-request.ts';
import { keepAnswer } from './helpers/kept-answer.ts';
import { watchShifts } from './helpers/layout-shift.ts';
import { lookOver } from './helpers/look-over.ts';
import { click } from './helpers/pointer.ts';
import { clickOn, drag, inOrder, tiles } from './helpers/story-moves.ts';
import { useStudio } from './helpers/studio.ts';

const PLAYLIST = '/preview.m3u8';
/** What is different about a clip that came after the film was made. */
const AMARA = { contributor: { name: 'Amara' }, late: 'waiting' } as const;

describe('clips in the studio', function () {
  this.timeout(600_000);
  const { app, organiser, open, openNew, startWithCard, keepUnprepared, tab } = useStudio();

  it('plays a preview with a clip that arrived while its playlist was loading, and keeps its chapter when an older answer comes', async () => {
    const { event } = await startWithCard();
    const { page, reads, text, visit, problems } = await tab();
    const answer = await keepAnswer(page, /\/preview$/);
    await visit(`${app().origin}/e/${event.uuid}`);
    await answer.kept();
    const held = await holdFirst(page, PLAYLIST);
    await click(page, '.studio__see .player__play');
    const first = await held.request;
    await giveWords(app().origin, event.uuid, 'Jonas', 'And me to dive.');
    await reads('.studio__chapter-list', 'Jonas');
    await page.evaluate(() => {
      new MutationObserver(() => {
        const { textContent } = document.querySelector('.studio__chapter-list') ?? {};
        if (!textContent?.includes('Jonas')) document.body.dataset.lost = 'Jonas';
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await answer.give();
    await first.continue();

    await reads('.studio__see .l-num', /^0:0[1-9] /);
    await page.waitForSelector('.studio__see [aria-label=Pause]');
    await page.waitForFunction(() => (document.querySelector('video')?.duration ?? 0) > 5);
    expect(await page.evaluate(() => document.body.dataset.lost), 'a chapter that went away').to.equal(undefined);
    expect(await text('.studio__chapter-list')).to.match(/Mia.*Jonas/);
    expect(problems).to.deep.equal([]);
  });

  it('says that the preview stopped when its playlist fails, and plays at the next press', async () => {
    const { page, reads, text } = (await openNew()).studio;
    const refuse = await refuseAll(page, PLAYLIST);
    await click(page, '.studio__see .player__play');
    await reads('.studio__see [role=alert]', 'press play again', 300_000);
    await refuse.end();
    await click(page, '.studio__see [aria-label=Play]');
    await reads('.studio__see .l-num', /^0:0[1-9] /);
    expect(await text('.studio__see [role=alert]')).to.equal('');
  });

  it('asks whether to include a late clip, and includes it, with messages though the end of the page came once it was alive', async () => {
    const { connection, origin } = app();
    const { event, clipId } = await startWithCard();
    await finishedFilm(connection, event);
    await copyClipTo(connection, clipId, event, AMARA);
    const { page, reads, problems } = await tab();
    const half = stopPage(`/e/${event.uuid}`, '<div class="toast__shelf');
    const going = page.goto(`${origin}/e/${event.uuid}`);
    await page.waitForFunction(
      () => document.readyState === 'loading' && document.querySelector('main vd-island[data-alive]') !== null,
    );
    expect(await page.$('.toast__shelf')).to.equal(null);
    half.sendRest();
    half.end();
    await going;
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

  it('draws a text card again while its words are typed, refuses one without words or name, renames it without a preparing badge, and drops an outdated Undo', async () => {
    const { event, studio } = await openNew();
    const { page, reads, text, problems } = studio;
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name);
    keepUnprepared(event);
    await click(page, '[data-clip-id] button');
    await clickOn(page, '.studio-line__picked summary', 'More for Mia’s clip');
    await clickOn(page, 'button', 'Change name or words');
    await page.waitForSelector('dialog[open]');
    expect(await focused()).to.equal('name');
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
    await page.type('dialog[open] [name=text]', 'And to dive!');
    await page.$eval('dialog[open] [name=name]', (field) => {
      (field as HTMLInputElement).value = '';
    });
    await clickOn(page, 'dialog[open] button', 'Save');
    await reads('dialog[open] .field .field__error', 'Please add a name.');
    await page.type('dialog[open] [name=name]', 'Nora');
    await clickOn(page, 'dialog[open] button', 'Save');
    await eventually('the clip to be prepared again', async () => {
      const [clip] = (await readEvent(organiser(), event)).media ?? [];
      return clip?.contributor.name === 'Nora' && clip.text === 'And to dive!' && clip.status === 'processing';
    });
    await reads('.timeline', 'Nora');
    expect(await text('.timeline')).not.to.include('Preparing');
    await clickOn(page, '.studio-line__picked button', 'Leave out');
    await reads('.toast__shelf', 'Undo');
    await clickOn(page, '.studio-line__picked button', 'Put back in');
    await page.waitForFunction(() => !document.querySelector('.toast__shelf')?.textContent?.includes('Undo'));
    await clickOn(page, '.studio__open button', 'Set a deadline');
    await page.waitForSelector('dialog[open]');
    expect(await focused()).to.equal('deadline');
    expect(problems).to.deep.equal([]);
  });

  it('takes a clip, its changes and what follows from them from messages without asking again, and asks for everything again after five hours', async () => {
    const event = await startEvent(organiser(), { recipients: [{ firstName: 'Ruth' }] });
    const { page, reads, visit, problems } = await tab();
    const age = await ageableTab(page);
    await visit(`${app().origin}/e/${event.uuid}`);
    await giveWords(app().origin, event.uuid, 'Mia', 'You taught me to swim.');
    await reads('.studio__chapter-list', 'Mia');
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
    await reads('.studio__chapter-list', 'Jonas');
    await organiser().call(deleteMedia, { params: { id: late.media.id }, query: {} });
    await head(whole);
    await page.waitForNetworkIdle();
    expect([...asked]).to.deep.equal([]);
    await age(5);
    await eventually('the films', async () => asked.has(`/api/v2/events/${event.id}/published-media`));
    expect(problems).to.deep.equal([]);
  });

  it('saves the last of several moves, and lets a mouse or a button move what the keyboard holds', async () => {
    const { event, clipId } = await startWithCard();
    await copyClip(app().connection, clipId, 3);
    const { page, reads, problems } = await open(event);
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

  it('moves nothing by itself while it loads: with questions, offers and a late clip, in two parts, and as a grid', async () => {
    const { connection, origin } = app();
    const { event, clipId } = await startWithCard();
    await finishedFilm(connection, event);
    await copyClipTo(connection, clipId, event, AMARA);
    await addDeadTime(connection, clipId);
    const { page, reads, visit, problems } = await tab();
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
    await copyClip(connection, clipId, 20);
    await visit(`${origin}/e/${event.uuid}`);
    await page.waitForSelector('.clip-grid__cells');
    const { sum, moved } = await shifts();
    expect(sum, moved.join('\n')).to.be.below(0.02);
    expect(problems).to.deep.equal([]);
  });

  it('reloads at the second press for code that is gone, as the site is newer, and still has the edit that was begun', async () => {
    const { event } = await startWithCard();
    const { page, reads, visit } = await tab();
    let pages = 0;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (request.isNavigationRequest()) pages++;
      const isGone = pages === 2 && /\/assets\/js\/(?:clip-editor|save-edit|hls.light)-/.test(request.url());
      void (isGone ? request.respond({ status: 404 }) : request.continue());
    });
    const openEditor = async () => {
      await click(page, '[data-clip-id] button');
      await clickOn(page, '.studio-line__picked button', 'Edit');
    };
    await visit(`${app().origin}/e/${event.uuid}`);
    await openEditor();
    await page.waitForSelector('.clip-editor[open] input[type=range]');
    await page.focus('.clip-editor input[type=range]');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => Object.keys(sessionStorage).some((key) => key.startsWith('edit:')));

    await visit(`${app().origin}/e/${event.uuid}`);
    await click(page, '.studio__see .player__play');
    await reads('.studio__see', 'stopped');
    await openEditor();
    await eventually('another page', async () => pages === 3);
    await page.waitForSelector('.studio[data-alive], [data-name=studio][data-alive]');
    await openEditor();
    await page.waitForSelector('.clip-editor[open] [aria-label=Undo]:enabled');
    expect(pages).to.equal(3);
  });
});
