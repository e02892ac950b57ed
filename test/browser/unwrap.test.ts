import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect } from 'chai';
import type { ElementHandle, Page } from 'puppeteer';
import type { Event } from '../../src/shared/contracts/events.ts';
import { listThanks } from '../../src/shared/contracts/thanks.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startFreeEvent } from '../helpers/giving.ts';
import { playableFilm } from '../helpers/playable-film.ts';
import { createUpload, OWNER, patchUpload } from '../helpers/tus.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { ageableTab } from './helpers/aged-tab.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { expireFilesOfNext } from './helpers/expired-files.ts';
import { tap } from './helpers/pointer.ts';
import { clickOn, clip, playsOn } from './helpers/story-moves.ts';
import { openStrict } from './helpers/strict-page.ts';

const LENGTH = 6;

describe('unwrapping', function () {
  this.timeout(600_000);
  const app = useWholeApp({ hasWorker: false });
  let browser: TestBrowser;
  let creator: SignedInUser;
  let bytes: Buffer;

  before(async () => {
    // Sound without a gesture is refused, as on phones.
    browser = await startBrowser(['--autoplay-policy=user-gesture-required']);
    creator = await newUser(app().origin);
    bytes = await playableFilm(LENGTH);
  });
  after(() => browser.close());

  /** A finished film with a chapter for each name. */
  async function gift(names: readonly string[], facts: object = {}): Promise<Event> {
    const event = await startFreeEvent(creator, { recipients: [{ firstName: 'Ruth' }], ...facts });
    const chapters = [];
    for (const [index, name] of names.entries()) {
      const contributor = { name };
      const { media } = await giveText(newVisitor(app().origin), event, `All the best from ${name}`, { contributor });
      chapters.push({ start: (index * LENGTH) / names.length, clip: media });
    }
    const bill = { length: LENGTH, amount: 0, isFree: event.occasion === 'getwell' };
    await finishedFilm(app().connection, event, { video: { bytes, length: LENGTH }, chapters, bill });
    return readEvent(creator, event);
  }

  /** An upload of a video that stopped half-way, as a browser keeps it. */
  async function halfSent(path: string, key: string) {
    const [bytesOfIt, { size, mtimeMs }] = await Promise.all([readFile(path), stat(path)]);
    const url = await createUpload(app().origin, { size, event: key });
    await patchUpload(`${app().origin}${url}`, 0, bytesOfIt.subarray(0, Math.floor(size / 2)));
    return { file: [basename(path), size, Math.floor(mtimeMs)].join('/'), url, owner: OWNER };
  }
  const uploadsOf = async ({ uuid: event }: Event) =>
    (await app().connection.collection('uploads').find({ event }).toArray()).map(({ _id }) => String(_id));

  it('plays the film with sound, full screen and preloaded, by one pull of the ribbon', async () => {
    const { privateKey } = await gift(['Anna', 'Karl']);
    const open = await openStrict(browser);
    const { page } = open;
    await open.visit(`${app().origin}/e/${privateKey}`);
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1);
    expect(await page.$eval('video', (video) => video.paused && video.closest('[inert]') !== null)).to.equal(true);

    await tap(page, '.recipient__pull a');
    await page.waitForSelector('.recipient__parcel', { hidden: true });
    await playsOn(page);
    const seen = await page.$eval('video', (video) => ({
      hasSound: !video.muted && video.volume === 1,
      isFull: document.fullscreenElement?.contains(video),
      covers: video.clientWidth === window.innerWidth,
    }));
    expect(seen).to.deep.equal({ hasSound: true, isFull: true, covers: true });
    expect(open.problems).to.deep.equal([]);
    await open.close();
  });

  it('is recorded once the site is back, when it was away at the time', async () => {
    const event = await gift(['Anna', 'Karl']);
    const { page, visit, close } = await openStrict(browser);
    await page.evaluateOnNewDocument(() => {
      const real = window.fetch;
      Object.assign(window, { isAway: true, lost: 0 });
      window.fetch = async (asked, ...more) => {
        const url = asked instanceof Request ? asked.url : String(asked);
        if (!url.endsWith('/opened') || !Reflect.get(window, 'isAway')) return real(asked, ...more);
        Reflect.set(window, 'lost', Reflect.get(window, 'lost') + 1);
        throw new TypeError('Failed to fetch');
      };
    });
    await visit(`${app().origin}/e/${event.privateKey}`);
    await tap(page, '.recipient__pull a');
    await page.waitForFunction(() => Reflect.get(window, 'lost') >= 3);
    expect((await readEvent(creator, event)).openedAt).to.equal(null);
    await page.evaluate(() => {
      Reflect.set(window, 'isAway', false);
      window.dispatchEvent(new Event('online'));
    });
    await eventually('the opening', async () => (await readEvent(creator, event)).openedAt !== null);
    await close();
  });

  it('opens the wall on a second visit, with the film paused above it', async () => {
    const event = await gift(['Anna', 'Karl']);
    const { page, visit, text, requests, close } = await openStrict(browser);
    const url = `${app().origin}/e/${event.privateKey}`;
    await visit(url);
    await tap(page, '.recipient__pull a');
    await eventually('the opening to be counted', async () => (await readEvent(creator, event)).openedAt !== null);
    // The film of the first visit is fetched until its page is left.
    await page.goto('about:blank');
    requests.length = 0;
    await visit(url);
    expect(await text('.wall h1')).to.equal('From Anna and Karl');
    expect(await page.$('.recipient__parcel')).to.equal(null);
    expect(await page.$eval('video', (video) => video.paused && !video.currentSrc)).to.equal(true);
    expect(requests.filter((each) => /\/files\/film\/[^/]+\/\d/.test(each))).to.deep.equal([]);
    await tap(page, '.player__start');
    await playsOn(page);
    await page.evaluate(() => window.history.back());
    await page.waitForFunction(() => document.querySelector('video')?.paused);
    expect(page.url(), 'Back leaves the film, not the gift').to.equal(url);
    expect(await page.$('.wall')).not.to.equal(null);

    await visit(`${url}?wrapped`);
    expect(await page.$('.recipient__parcel'), 'wrapped again').not.to.equal(null);
    await close();
  });

  it('plays a film whose address expired in an open tab, once the tab is seen again or after Try again', async () => {
    const event = await gift(['Anna']);
    const url = `${app().origin}/e/${event.privateKey}`;
    const { page, visit, close } = await openStrict(browser);
    const age = await ageableTab(page);
    await expireFilesOfNext(page);
    await visit(url);
    await page.waitForFunction(() => document.querySelector('video')?.src.includes('?e=1&'));
    await eventually('other addresses', async () => {
      // The code that renews them is loaded when the page is idle.
      await age(5);
      return page.$eval('video', (video) => !video.src.includes('?e=1&'));
    });
    await tap(page, '.recipient__pull a');
    await playsOn(page);

    await expireFilesOfNext(page);
    await visit(url);
    await tap(page, '.player__start');
    await page.waitForSelector('.cinema__trouble');
    expect(await page.$eval('video', (video) => video.src)).to.include('?e=1&');
    await clickOn(page, '.cinema__trouble button', 'Try again');
    await playsOn(page);
    await page.waitForSelector('.cinema__trouble', { hidden: true });
    await close();
  });

  it('is wrapped for each of several recipients in their own browsers', async () => {
    const recipients = [{ firstName: 'Ruth' }, { firstName: 'Karl' }];
    const { privateKey } = await gift(['Anna'], { recipients });
    const url = `${app().origin}/e/${privateKey}`;
    const [ruth, karl] = [await openStrict(browser), await openStrict(browser)];
    await ruth.visit(url);
    await tap(ruth.page, '.recipient__pull a');
    await playsOn(ruth.page);
    await karl.visit(url);
    expect(await karl.page.$('.recipient__parcel'), 'not unwrapped here').not.to.equal(null);
    await ruth.visit(url);
    expect(await ruth.page.$('.recipient__parcel'), 'unwrapped before').to.equal(null);
    await ruth.close();
    await karl.close();
  });

  it('ends in a wall: one tap thanks everybody, a stamp one person, and both can be undone', async () => {
    const event = await gift(['Anna', 'Karl', 'مريم'], { occasion: 'birthday' });
    const open = await openStrict(browser);
    const { page, visit, reads, text } = open;
    const url = `${app().origin}/e/${event.privateKey}`;
    const thanks = () =>
      newVisitor(app().origin).call(listThanks, { params: { id: event.privateKey ?? '' }, query: {} });
    await visit(url);
    await tap(page, '.recipient__pull a');
    await page.waitForFunction(() => document.querySelector('video')?.ended);
    await page.waitForSelector('.cinema', { hidden: true });
    expect(await page.evaluate(() => document.fullscreenElement)).to.equal(null);
    expect(await text('.wall h1')).to.equal('3 people made this for you');

    await clickOn(page, '.thanks button', 'Thank you, all of you');
    await reads('.thanks__done', 'You’ve thanked all 3');
    expect(await page.$$('.thanks__loved')).to.have.length(3);
    await clickOn(page, '.toast button', 'Undo');
    await page.waitForSelector('.thanks__loved', { hidden: true });
    await eventually('it to be taken back', async () => (await thanks()).length === 0);

    await tap(page, '.wall__sheet li:nth-child(2) button');
    await clickOn(page, '.thanks__way', 'A note');
    await clickOn(page, '.thanks__sheet button', 'Send to');
    await reads('.thanks__sheet [role=alert]', 'Write a few words first.');
    await page.type('.thanks__sheet textarea', 'You let me win at chess.');
    await clickOn(page, '.thanks__sheet button', 'Send to');
    await reads('.toast', 'Your note to Karl is on its way.');
    expect(await page.$$('.thanks__loved'), 'Karl wears one').to.have.length(1);

    const said = await clip('testsrc', 330);
    const begun = await halfSent(said, event.privateKey ?? '');
    await page.evaluate((kept) => localStorage.setItem('vd.thankYouUpload', JSON.stringify(kept)), begun);
    await clickOn(page, '.thanks button', 'Say it on video');
    await reads('.thanks__video', 'Choose it again, and it goes on from there.');
    const field = (await page.waitForSelector(
      '.thanks__video input:not([capture])',
    )) as ElementHandle<HTMLInputElement>;
    await field.uploadFile(said);
    await refuseOnce(page, begun.url, 429);
    await clickOn(page, '.thanks__sheet button', 'Send to');
    await reads('.thanks__sheet [role=alert]', 'Your video didn’t arrive.');
    await clickOn(page, '.thanks__sheet button', 'Send to');
    await reads('.toast', 'Your video for everyone is on its way.');
    expect((await thanks()).map(({ kind, to }) => [kind, to === 'all'])).to.deep.equal([
      ['note', false],
      ['video', true],
    ]);
    expect(await uploadsOf(event), 'the one that had begun').to.deep.equal([begun.url.split('/').pop()]);
    expect(await page.evaluate(() => localStorage.getItem('vd.thankYouUpload'))).to.equal(null);

    await visit(url);
    await reads('.thanks__loved', 'Thanked');
    expect(await page.$$('.thanks__loved'), 'known on the next visit').to.have.length(3);
    expect(await page.$('.thanks__sent'), 'a video that can be taken back').to.equal(null);

    const { ObjectId } = app().connection.base.mongo;
    const past = { $set: { sendAt: new Date(Date.now() - 60_000) } };
    await app()
      .connection.collection('thanks')
      .updateMany({ eventId: new ObjectId(event.id) }, past);
    await visit(url);
    await reads('.thanks__sent', 'Your video to everyone');
    await clickOn(page, '.thanks__sent button', 'Delete it');
    await clickOn(page, 'dialog[open] button', 'Delete this video');
    await page.waitForSelector('.thanks__sent', { hidden: true });
    expect((await thanks()).map(({ kind }) => kind)).to.deep.equal(['note']);
    expect(open.problems.filter((words) => !words.includes('429'))).to.deep.equal([]);
    await open.close();
  });

  it('shows 60 of many people first, and no thanks with the view link', async () => {
    const event = await gift(['Anna']);
    const many = Array.from({ length: 70 }, (_, index) => ({
      start: index / 20,
      title: `Person ${index}`,
      mediaId: null,
    }));
    await app()
      .connection.collection('publishedmedia')
      .updateOne({ eventId: new (app().connection.base.mongo.ObjectId)(event.id) }, { $set: { chapters: many } });
    const { page, visit, text, close } = await openStrict(browser);
    await visit(`${app().origin}/e/${event.viewKey}`);
    expect(await page.$$('.wall__sheet li')).to.have.length(60);
    await clickOn(page, '.wall__stamps button', 'Show all 70');
    expect(await page.$$('.wall__sheet li')).to.have.length(70);
    expect(await page.$('.recipient__parcel, .thanks__place')).to.equal(null);
    expect(await text('.wall')).not.to.include('thank');
    await close();
  });

  it('asks for a tap when the browser blocks sound, and plays muted meanwhile', async () => {
    const { privateKey } = await gift(['Anna']);
    const { page, visit, close } = await openStrict(browser);
    await page.evaluateOnNewDocument(() => {
      const { play } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.play = function () {
        if (this.muted) return play.call(this);
        return Promise.reject(new DOMException('Not now', 'NotAllowedError'));
      };
    });
    await visit(`${app().origin}/e/${privateKey}`);
    await tap(page, '.recipient__pull a');
    const sound = await page.waitForSelector('::-p-text(Tap for sound)');
    await playsOn(page);
    expect(await page.$eval('video', (video) => video.muted)).to.equal(true);
    await sound?.tap();
    await page.waitForSelector('::-p-text(Tap for sound)', { hidden: true });
    expect(await page.$eval('video', (video) => video.muted)).to.equal(false);
    await close();
  });
});

/** The next request to the address is refused; later ones reach the server. */
async function refuseOnce(page: Page, path: string, status: number): Promise<void> {
  await page.setRequestInterception(true);
  let isRefused = false;
  page.on('request', (request) => {
    if (isRefused || !request.url().endsWith(path)) return void request.continue();
    isRefused = true;
    void request.respond({ status });
  });
}
