import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { HTTPRequest, Page } from 'puppeteer';
import { create } from 'qrcode';
import { stopUrl } from '../../src/features/messages/mail-stops.service.ts';
import { createEvent, deleteEvent, type Event, getEvent } from '../../src/shared/contracts/events.ts';
import { updateMedia } from '../../src/shared/contracts/media.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { readEvent, settledMedia, startFreeEvent, timeToGive } from '../helpers/giving.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { giveWords } from './helpers/giving.ts';
import { holdFirst } from './helpers/held-request.ts';
import { signInAs } from './helpers/sign-in.ts';
import { clickOn, tiles } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

const PLAYLIST = '/preview.m3u8';

describe('the studio', function () {
  this.timeout(180_000);
  const app = useWholeApp();
  let chromium: TestBrowser;
  let organiser: SignedInUser;
  let event: Event;
  let studio: StrictPage;

  before(async () => {
    chromium = await startBrowser(['--autoplay-policy=no-user-gesture-required']);
    organiser = await newUser(app().origin);
  });
  beforeEach(async () => {
    const { origin } = app();
    event = await organiser.call(createEvent, {
      body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] },
    });
    studio = await openStrict(chromium, { width: 1280, height: 800, touch: false });
    await signInAs(organiser, studio.context);
    await studio.visit(`${origin}/e/${event.uuid}`);
    // The page began without a clip, so without a player.
    await giveWords(origin, event.uuid, 'Mia', 'You taught me to swim.');
    await studio.reads('.studio__chapter-list', 'Mia', 120_000);
  });
  afterEach(() => studio?.close());
  after(() => chromium?.close());

  it('plays a preview with a clip that arrived while its playlist was loading', async () => {
    const { page, reads, problems } = studio;
    const held = await holdFirst(page, PLAYLIST);
    await page.click('.studio__see .player__play');
    const first = await held.request;
    await giveWords(app().origin, event.uuid, 'Jonas', 'And me to dive.');
    await reads('.studio__chapter-list', 'Jonas', 120_000);
    await first.continue();

    await reads('.studio__see .l-num', /^0:01 /);
    await page.waitForSelector('.studio__see [aria-label=Pause]');
    await page.waitForFunction(() => (document.querySelector('video')?.duration ?? 0) > 5);
    expect(problems).to.deep.equal([]);
  });

  it('says that the preview stopped when its playlist fails, and plays at the next press', async () => {
    const { page, reads, text } = studio;
    const refuse = await refuseAll(page, PLAYLIST);
    await page.click('.studio__see .player__play');
    await reads('.studio__see [role=alert]', 'press play again', 120_000);
    await refuse.end();
    await page.click('.studio__see [aria-label=Play]');
    await reads('.studio__see .l-num', /^0:01 /);
    expect(await text('.studio__see [role=alert]')).to.equal('');
  });

  it('keeps refused details open with the typed values and the error at its field', async () => {
    const { page, reads } = studio;
    await reads('.studio__side .banner', 'Which time zone is this in?');
    await clickOn(page, '.studio__side .banner button', 'Choose another');
    await page.waitForSelector('dialog[open]');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).to.equal('timeZone');
    await page.type('dialog[open] [name=message]', 'Half a minute is plenty.');
    await page.type('dialog[open] [type=email]', 'ruth@example.c0m');
    await clickOn(page, 'dialog[open] button', 'Save');
    await reads('dialog[open] .field', 'Check the address');
    expect(await page.$eval('dialog[open] [name=message]', (field) => (field as HTMLTextAreaElement).value)).to.equal(
      'Half a minute is plenty.',
    );
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).to.equal('email');
    await page.click('dialog[open] [type=email]', { count: 3 });
    await page.type('dialog[open] [type=email]', 'ruth@example.com');
    await page.focus('dialog[open] [list]');
    await page.keyboard.type('Tok');
    await clickOn(page, 'dialog[open] button', 'Save');
    await reads('dialog[open] .field .field__error', 'Choose a city from the list');
    await page.focus('dialog[open] [list]');
    await page.keyboard.type('Tokyo');
    await clickOn(page, 'dialog[open] button', 'Save');
    await page.waitForSelector('dialog[open]', { hidden: true });
    const saved = await organiser.call(getEvent, { params: { id: event.id }, query: {} });
    expect(saved.recipients.map(({ email }) => email)).to.deep.equal(['ruth@example.com']);
    expect([saved.message, saved.timeZone]).to.deep.equal(['Half a minute is plenty.', 'Asia/Tokyo']);
    await page.waitForSelector('.studio__side .banner', { hidden: true });
  });

  it('suggests sharing first, with an editable message, and closes and reopens the link', async () => {
    const { origin } = app();
    const fresh = await organiser.call(createEvent, {
      body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }], timeZone: 'America/New_York' },
    });
    const { page, reads, text, visit, problems } = studio;
    await visit(`${origin}/e/${fresh.uuid}`);
    expect(await text('main .button:not(.button--second, .button--quiet)'), 'the first coral button').to.equal(
      'Share the invitation',
    );
    expect(await text('.share__message'))
      .to.include('surprise film for Ruth’s birthday')
      .and.to.include('short clip?');
    await page.evaluate(`Object.assign(navigator, {
      canShare: () => true,
      share: async (sent) => { document.body.dataset.sent = JSON.stringify(sent); },
    })`);
    await clickOn(page, 'button', 'Edit the message');
    await page.type('.share__message textarea', ' See you there!');
    await clickOn(page, 'button', 'Share the invitation');
    const sent = JSON.parse((await page.$eval('body', (body) => body.dataset.sent)) ?? '{}');
    expect(sent.url).to.equal(`${origin}/e/${fresh.uuid}`);
    expect(sent.text).to.match(/See you there!/);
    const whatsApp = await page.$eval('a[href*="wa.me"]', (link) =>
      decodeURIComponent((link as HTMLAnchorElement).href),
    );
    expect(whatsApp).to.include(sent.text).and.to.include(sent.url);

    await clickOn(page, 'button', 'QR code');
    const code = create(sent.url, { errorCorrectionLevel: 'M' });
    const image = await page.waitForSelector('.share__qr img', { visible: true });
    const source = await image?.evaluate((each) => decodeURIComponent((each as HTMLImageElement).src));
    expect(source).to.include(`viewBox="0 0 ${code.modules.size + 4} ${code.modules.size + 4}"`);

    await clickOn(page, '.switch', 'Open for clips');
    await reads('.studio__open', 'Nobody can add a clip');
    await eventually('the link to be closed', async () => (await readEvent(organiser, fresh)).isClosed);
    await clickOn(page, '.switch', 'Open for clips');
    await reads('.studio__open', 'even after the film is made');
    expect(problems).to.deep.equal([]);
  });

  it('asks whether to include a late clip, and includes it', async () => {
    const { connection, origin } = app();
    await finishedFilm(connection, event);
    await giveWords(origin, event.uuid, 'Amara', 'Sorry I’m late.');
    await settledMedia(organiser, event);
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
    const clip = (await readEvent(organiser, event)).media?.find(({ contributor }) => contributor.name === 'Amara');
    expect(clip).to.include({ hidden: true, isWaiting: false });
    expect(problems).to.deep.equal([]);
  });

  it('renames a clip without a preparing badge, and drops an outdated Undo', async () => {
    const { page, reads, text, problems } = studio;
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name);
    await settledMedia(organiser, event);
    await page.waitForFunction(() => !document.querySelector('.timeline .badge'));
    app().pauseWorker();
    try {
      await page.click('[data-clip-id] button');
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
        const [clip] = (await readEvent(organiser, event)).media ?? [];
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

  it('takes a clip that was changed elsewhere from the message, and fetches only what depends on all clips', async () => {
    const { page, reads } = studio;
    const [clip] = await settledMedia(organiser, event);
    await page.waitForFunction(() => !document.querySelector('.timeline .badge'));
    await page.click('[data-clip-id] button');
    await reads('.studio-line__picked', 'Leave out');
    await page.waitForNetworkIdle();
    const asked = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/') && !pathname.endsWith('.m3u8')) asked.add(pathname);
    });
    await organiser.call(updateMedia, { params: { id: clip?.id ?? '' }, body: { hidden: true } });
    await reads('.studio-line__picked', 'Put back in');
    await page.waitForNetworkIdle();
    expect([...asked].sort()).to.deep.equal([`/api/event/${event.id}`, `/api/v2/events/${event.id}/preview`]);
  });

  it('shows many clips as a grid, finds one by name and moves it by number', async () => {
    const { origin } = app();
    app().pauseWorker();
    try {
      for (let at = 2; at <= 21; at++)
        await giveWords(origin, event.uuid, at === 20 ? 'Zoë' : `Guest ${at}`, `Hi ${at}`);
      const { page, reads, visit, problems } = studio;
      await visit(`${origin}/e/${event.uuid}`);
      await page.waitForSelector('.clip-grid__cells');
      const names = async () => (await readEvent(organiser, event)).media?.map(({ contributor }) => contributor.name);
      expect((await names())?.slice(0, 3)).to.deep.equal(['Mia', 'Guest 2', 'Guest 3']);

      await page.type('.clip-grid__bar input', 'zoe');
      await page.waitForFunction(() => document.querySelectorAll('.clip-grid__cells li').length === 1);
      await page.click('.clip-grid__cells button');
      await clickOn(page, '.pick-bar button', 'Move to');
      await page.waitForSelector('dialog[open]');
      await page.keyboard.type('1');
      await clickOn(page, 'dialog[open] button', 'Move after Mia');
      await eventually('the new order', async () => (await names())?.slice(0, 3).join() === 'Mia,Zoë,Guest 2');
      await clickOn(page, '.toast__shelf button', 'Undo');
      await eventually('the old order', async () => (await names())?.slice(0, 3).join() === 'Mia,Guest 2,Guest 3');

      await page.$eval('.clip-grid__bar input', (field) => (field as HTMLInputElement).select());
      await page.keyboard.type('guest 1');
      await clickOn(page, '.clip-grid__bar button', 'Select these 10');
      await reads('.pick-bar', '10 selected');
      await clickOn(page, '.pick-bar button', 'Leave out');
      await reads('.toast__shelf', '10 clips left out.');
      expect((await readEvent(organiser, event)).media?.filter(({ hidden }) => hidden)).to.have.length(10);
      await page.$eval('.clip-grid__bar input', (field) => (field as HTMLInputElement).select());
      await page.keyboard.press('Backspace');
      await clickOn(page, '.chips button', 'Left out 10');
      await page.waitForFunction(() => document.querySelectorAll('.clip-grid__cells li').length === 10);
      await clickOn(page, '.chips button', 'All 21');
      await page.waitForFunction(() => document.querySelectorAll('.clip-grid__cells li').length === 21);
      expect(problems).to.deep.equal([]);
    } finally {
      // Nobody needs its clips, and the next test would wait for them.
      await organiser.call(deleteEvent, { params: { id: event.id } });
      app().resumeWorker();
    }
  });

  it('deletes the event, and My VidDays restores it', async () => {
    const { page, reads, problems } = studio;
    const friend = await fetch(`${app().origin}/e/${event.uuid}`);
    expect(friend.status).to.equal(200);
    await clickOn(page, 'button', 'Edit details');
    await clickOn(page, 'dialog[open] button', 'Delete this VidDay');
    await reads('dialog[open] h2', 'Delete the VidDay for Ruth?');
    await Promise.all([page.waitForNavigation(), clickOn(page, 'dialog[open] .button--danger', 'Delete this VidDay')]);
    await reads('#deleted', 'until');
    expect((await fetch(`${app().origin}/e/${event.uuid}`)).status).to.equal(404);
    await Promise.all([page.waitForNavigation(), clickOn(page, '#deleted button', 'Bring back')]);
    expect(page.url()).to.equal(`${app().origin}/e/${event.uuid}`);
    await reads('.studio__chapter-list', 'Mia', 120_000);
    expect((await fetch(`${app().origin}/e/${event.uuid}`)).status).to.equal(200);
    expect(problems).to.deep.equal([]);
  });

  it('asks for a confirmed address before delivery, and names a recipient who unsubscribed', async () => {
    const { connection, origin } = app();
    const free = await startFreeEvent(organiser, { recipients: [{ firstName: 'Ruth', email: newEmail() }] });
    await giveWords(origin, free.uuid, 'Mia', 'Get well soon.');
    await settledMedia(organiser, free);
    await finishedFilm(connection, free, { video: { bytes: await readFile('static/films/getwell.mp4'), length: 20 } });
    const { page, reads, visit } = studio;
    await visit(`${origin}/e/${free.uuid}`);
    await clickOn(page, '.pay-bar button', 'Give it');
    await clickOn(page, 'dialog[open] summary', 'Add a few words');
    await page.type('dialog[open] textarea', 'Look at www.win.example');
    const send = async () => {
      await clickOn(page, 'dialog[open] button', 'Send it to Ruth');
      await clickOn(page, 'dialog[open] button', 'Send it now');
    };
    await send();
    await reads('dialog[open] [role=alert]', 'please confirm your email address');
    await clickOn(page, 'dialog[open] button', 'Resend email');
    await reads('dialog[open] [role=alert]', 'sent the link again');

    await confirmAddress(connection, organiser.user.email);
    await send();
    await reads('dialog[open] .field .field__error', 'leave out links');
    const stop = new URL(stopUrl(free.recipients[0]?.email ?? '', 'gifts')).pathname;
    await fetch(origin + stop, { method: 'POST', body: new URLSearchParams({ stop: 'all' }) });
    await page.click('dialog[open] textarea', { count: 3 });
    await page.type('dialog[open] textarea', 'For you');
    await send();
    await reads('.give-bar--undo', 'Sending to Ruth');
    await timeToGive(free);
    await reads('.banner--warn', 'Ruth doesn’t want emails from us. Please hand over the link yourself.');

    await clickOn(page, 'button', 'Versions');
    await clickOn(page, 'dialog[open] button', 'Watch');
    await page.waitForFunction(
      () => (document.querySelector<HTMLVideoElement>('dialog[open] video')?.currentTime ?? 0) > 0,
    );
    const href = await page.$eval('dialog[open] a[download]', (link) => (link as HTMLAnchorElement).href);
    const file = await fetch(href);
    expect(file.headers.get('content-disposition')).to.include('Get well soon, Ruth.mp4');
    await file.body?.cancel();
  });

  it('offers deletion to the creator only', async () => {
    const { origin, connection } = app();
    const helper = await newUser(origin);
    const organiserIds = [new connection.base.mongo.ObjectId(helper.user.id)];
    await connection.collection('events').updateOne({ uuid: event.uuid }, { $set: { organiserIds } });
    await signInAs(helper, studio.context);
    await studio.visit(`${origin}/e/${event.uuid}`);
    await clickOn(studio.page, 'button', 'Edit details');
    await studio.page.waitForSelector('dialog[open]');
    const words = await studio.text('dialog[open]');
    expect(words).to.include('Save');
    expect(words).not.to.include('Delete');
  });
});

/** Until its end, no request is answered whose address holds the words. */
async function refuseAll(page: Page, words: string): Promise<{ end(): Promise<void> }> {
  await page.setRequestInterception(true);
  const refuse = (request: HTTPRequest) => void (request.url().includes(words) ? request.abort() : request.continue());
  page.on('request', refuse);
  return {
    async end() {
      page.off('request', refuse);
      await page.setRequestInterception(false);
    },
  };
}
