import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'puppeteer';
import type { Event } from '../../src/shared/contracts/events.ts';
import { eventually } from '../helpers/eventually.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { startWholeApp, type WholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { click } from './helpers/pointer.ts';
import {
  choose,
  clickOn,
  clip,
  drag,
  eventOf,
  inOrder,
  playsOn,
  sentAtLeast,
  sentNow,
  tiles,
} from './helpers/story-moves.ts';
import { unwrap, watchFilm } from './helpers/story-recipient.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

const MB = 1024 ** 2;
/** Opening and closing title together, in seconds. */
const TITLES = 3.6 + 4;

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('the whole story of three people', function () {
  this.timeout(600_000);
  let app: WholeApp;
  let chromium: TestBrowser;

  before(async () => {
    app = await startWholeApp();
    chromium = await startBrowser(['--autoplay-policy=no-user-gesture-required']);
  });
  after(async () => {
    await chromium?.close();
    await app?.close();
  });

  it('goes from an idea to an opened film, without problems on any screen', async () => {
    const organiser = await openStrict(chromium, { width: 1280, height: 800, touch: false });
    const eventPath = await begin(organiser, app.origin);

    const contributor = await openStrict(chromium);
    await contributor.visit(app.origin + eventPath);
    await contributor.reads('.giving__idea', 'What did Ruth teach you that you still do?');
    const large = await clip('testsrc2', 440, 14 * MB);
    const small = await clip('testsrc', 660);
    await sendOverBadLine(contributor, large);
    await sendRest(contributor, small);

    // Nobody touched the organiser's page meanwhile.
    await organiser.reads('.studio__line-head', '3 clips');
    await eventually(
      'the clips to be ready',
      async () => (await tiles(organiser.page)).every(({ note }) => !note),
      300_000,
    );

    await register(organiser, eventPath);
    await confirmAddress(app.connection, 'lena@example.com');
    const event = await eventOf(organiser.page, eventPath);
    expect(event.counts).to.deep.include({ media: 3, contributors: 1 });
    await arrivedWhole(app, event, large);
    await addOwnWords(organiser);
    await watchPreview(organiser.page);
    await arrange(organiser);
    await chooseMusic(organiser);
    const length = await payAndWatchItMade(organiser, app, eventPath);
    await deliver(organiser);

    const link = await linkInMail(app);
    const recipient = await openStrict(chromium);
    await unwrap(recipient, link);
    await watchFilm(recipient, length);
    await organiser.reads('.give-bar p', /^Ruth opened it/);

    const { privateKey, viewKey } = await eventOf(organiser.page, eventPath);
    const viewer = await openStrict(chromium, { width: 1280, height: 800, touch: false });
    await viewer.visit(`${app.origin}/e/${viewKey}`);
    expect(await (await fetch(`${app.origin}/e/${viewKey}`)).text()).not.to.include(privateKey);
    expect(await viewer.page.content()).not.to.include(privateKey);
    await click(viewer.page, '.player__play');
    await playsOn(viewer.page);
    expect(await viewer.text('vd-island[data-name=gift]'), 'it is not theirs to thank for').not.to.include('Thank you');

    for (const [who, { problems }] of Object.entries({ organiser, contributor, recipient, viewer })) {
      expect(problems, `what went wrong for the ${who}`).to.deep.equal([]);
    }
  });
});

/** The organiser has no account yet. Answers the path to share. */
async function begin({ page, visit, follow, reads: read }: StrictPage, origin: string): Promise<string> {
  await visit(`${origin}/start-a-vidday`);
  await follow('a[href*="occasion=birthday"]');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).to.equal('firstName[]');
  await page.type('input[name="firstName[]"]', 'Ruth');
  await page.type('input[name="email[]"]', 'ruth@example.com');
  await page.type('textarea[name=message]', 'Half a minute is plenty.');
  await follow('.start__end button[name=do]');
  await read('.studio__invite-first', 'Share the invitation');
  const link = await page.$eval('.share__message .share__link', (shown) => shown.textContent ?? '');
  // Once its script has started, the page takes the parameters for statistics off its address.
  await page.waitForFunction(() => location.search === '');
  expect(link).to.equal(await page.evaluate(() => location.href));
  return new URL(link).pathname;
}

/** Sends a large file while the line is cut twice in the middle of it. */
async function sendOverBadLine({ page, offline, reads: read }: StrictPage, path: string): Promise<void> {
  await page.emulateNetworkConditions({ upload: 1.25 * MB, download: 20 * MB, latency: 5 });
  await choose(page, path);
  await page.waitForSelector('.handin[open]');
  await page.type('.handin input[name=name]', 'Jonas');
  await clickOn(page, '.handin button', 'Send');
  for (const from of [10, 35]) {
    await sentAtLeast(page, from);
    await offline(true);
    await page.waitForSelector('.handin__rows [data-phase=held]');
    expect(await sentNow(page), 'cut in the middle of the file').to.be.within(1, 99);
    await read('.handin__of-all', 'You’re offline');
    await offline(false);
  }
  await read('.handin__thanks h2', 'Sent. Ruth will love it.', 300_000);
  await page.emulateNetworkConditions(null);
  await clickOn(page, '.handin__thanks button', 'Add another');
}

async function sendRest({ page, reads: read }: StrictPage, path: string): Promise<void> {
  await clickOn(page, '.giving__act', 'Write');
  await page.waitForSelector('dialog[open] textarea');
  await page.type('dialog[open] textarea', 'You taught me to swim.');
  await clickOn(page, 'dialog[open] button', 'Continue');
  await page.waitForSelector('.handin[open]');
  await choose(page, path);
  await page.waitForFunction(() => document.querySelectorAll('.handin__strip button').length === 2);
  await clickOn(page, '.handin button', 'Send');
  await read('.handin__thanks h2', 'Sent. Ruth will love them.', 300_000);
  await clickOn(page, '.handin__thanks button', 'I’m done');
  await page.waitForFunction(() => document.querySelectorAll('.giving__sent[data-phase=in]').length === 3, {
    timeout: 300_000,
  });
  await read('.giving__sent', 'It’ll be in the film', 300_000);
}

/** What arrived is what the phone sent, once. */
async function arrivedWhole(app: WholeApp, event: Event, path: string): Promise<void> {
  const sent = sha256(await readFile(path));
  const videos = (event.media ?? []).filter(({ kind }) => kind === 'video');
  expect(videos).to.have.length(2);
  const clips = await app.connection.collection('media').find({ sha256: sent }).toArray();
  expect(clips.map(({ eventId }) => String(eventId))).to.deep.equal([event.id]);
}

async function register({ page, follow, reads: read }: StrictPage, eventPath: string): Promise<void> {
  await follow('.pay-bar a[href^="/auth/register"]');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).to.equal('firstName');
  await page.type('input[name=firstName]', 'Lena');
  await page.type('input[name=email]', 'lena@example.com');
  await page.type('input[name=password]', 'a good long passphrase');
  await click(page, 'form[action*=register] button[type=submit]');
  // The account was made to publish: the checkout comes by itself, and can be left.
  await page.waitForSelector('.checkout__back');
  await follow('.checkout__back');
  expect(new URL(page.url()).pathname).to.equal(eventPath);
  await read('.studio__line-head', '3 clips');
}

async function addOwnWords({ page, reads: read }: StrictPage): Promise<void> {
  await click(page, '.studio-line__add a');
  await page.waitForSelector('.studio__own vd-island[data-alive]');
  await clickOn(page, '.studio__own .giving__act', 'Write');
  await page.waitForSelector('dialog[open] textarea');
  await page.type('dialog[open] textarea', 'From your granddaughter.');
  await clickOn(page, 'dialog[open] button', 'Continue');
  await page.waitForSelector('.handin[open]');
  await clickOn(page, '.handin button', 'Add to the film');
  await read('.studio__line-head', '4 clips');
  await eventually('the words to be ready', async () => (await tiles(page)).every(({ note }) => !note));
}

async function watchPreview(page: Page): Promise<void> {
  await click(page, '.studio__see .player__play');
  await playsOn(page);
  await clickOn(page, '.studio__see .player__bar button', 'Pause');
}

/** By keyboard, by mouse, and a clip that is left out and comes back. */
async function arrange({ page, reads: read }: StrictPage): Promise<void> {
  const [first, second, third, fourth] = (await tiles(page)).map(({ id }) => id);
  await page.focus(`[data-clip-id="${fourth}"] button`);
  for (const key of ['Space', 'ArrowLeft', 'Space'] as const) await page.keyboard.press(key);
  await inOrder(page, [first, second, fourth, third]);

  await drag(page, second, first);
  await inOrder(page, [second, first, fourth, third]);
  await read('.studio__saved', 'All changes saved');

  await click(page, `[data-clip-id="${second}"] button`);
  await clickOn(page, '.studio-line__picked button', 'Leave out');
  await read(`[data-clip-id="${second}"]`, 'Left out');
  await clickOn(page, '.toast button', 'Undo');
  await page.waitForFunction(
    (id) => !/Left out/.test(document.querySelector(`[data-clip-id="${id}"]`)?.textContent ?? ''),
    {},
    second,
  );
  await read('.studio__saved', 'All changes saved');

  await page.reload();
  await inOrder(page, [second, first, fourth, third]);
}

async function chooseMusic({ page, reads: read }: StrictPage): Promise<void> {
  await clickOn(page, '.studio__line-head a', 'Music: none');
  await page.waitForSelector('.songs[open] input[name=trackId]');
  await click(page, '.songs[open] input[name=trackId]');
  await clickOn(page, '.songs button', 'Use this song');
  await read('.studio__line-head a', /^Music: (?!none)/);
}

/** Pays in the sandbox and sees the film being made, also after a reload. Answers how long the film must be. */
async function payAndWatchItMade(organiser: StrictPage, app: WholeApp, eventPath: string): Promise<number> {
  const { page, follow, reads: read } = organiser;
  const { length } = await eventOf(page, eventPath);
  app.pauseWorker();
  try {
    await clickOn(page, '.pay-bar button', 'Pay and publish');
    await page.waitForSelector('.checkout__bill');
    await follow('.checkout__bill .checkout__pay button');
    await follow('form[action^="/sandbox/pay"] button');
    await read('h1', /Paid\. We’re making the film\./);
    await follow('.after a.button--big');
    expect(new URL(page.url()).pathname).to.equal(eventPath);
    const progress = '.pay-bar progress[aria-label="Making the film"]';
    await page.waitForSelector(progress);
    await page.reload();
    await page.waitForSelector(progress);
  } finally {
    app.resumeWorker();
  }
  await read('.pay-bar', /\d+% done/, 300_000);
  await read('.pay-bar', 'Give it', 300_000);
  return length + TITLES;
}

async function deliver({ page, reads: read }: StrictPage): Promise<void> {
  await read('dialog[open] h2', 'The film is ready');
  await clickOn(page, 'dialog[open] button', 'Give it to Ruth');
  await clickOn(page, 'dialog[open] summary', 'Add a few words');
  await page.type('dialog[open] textarea', 'We are all so fond of you.');
  await clickOn(page, 'dialog[open] button', 'Send it to Ruth');
  await clickOn(page, 'dialog[open] button', 'Send it now');
  await read('.give-bar--undo', 'Sending to Ruth');
}

async function linkInMail(app: WholeApp): Promise<string> {
  const [mail] = await eventually('the mail', async () => {
    const mails = await app.mailsTo('ruth@example.com');
    return mails.length > 0 && mails;
  });
  expect(mail?.text).to.include('We are all so fond of you.');
  const [link] = /http\S+\/e\/\S+/.exec(mail?.text ?? '') ?? [];
  expect(link).to.match(new RegExp(`^${app.origin}/e/`));
  return link ?? '';
}
