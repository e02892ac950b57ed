import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Browser, Page } from 'puppeteer';
import { openBrowser } from '../../scripts/run/browser.mjs';
import { mp4Clip } from '../helpers/clips.ts';
import { eventually } from '../helpers/eventually.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import type { WatchedPage } from './helpers/chromium.ts';
import { choose, contributor, give, inPhase, phases, pressSend, sayName, thanked } from './helpers/contributor.ts';
import { click } from './helpers/pointer.ts';
import { press, reads } from './helpers/uploader-moves.ts';

const MB = 1024 ** 2;

/** Ends a browser without giving it time for anything. */
async function killed(browser: Browser): Promise<void> {
  const chromium = browser.process() as ChildProcess;
  const ended = once(chromium, 'exit');
  chromium.kill('SIGKILL');
  await ended;
}

/** Waits until the file and Send are written down where a killed browser finds them again. */
async function waitUntilWrittenDown(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('vd.uploads');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const copies = await new Promise<{ safe?: boolean; signed?: object }[]>((resolve, reject) => {
      const asking = database.transaction('copies').objectStore('copies').getAll();
      asking.onsuccess = () => resolve(asking.result);
      asking.onerror = () => reject(asking.error);
    });
    database.close();
    return copies.some(({ safe, signed }) => safe && signed);
  });
}

describe('the uploader across page loads', function () {
  this.timeout(600_000);
  const at = contributor();

  it('uploads a file once, byte for byte, over a line cut twice and a closed tab', async () => {
    const event = await at.site.newEvent();
    const bytes = mp4Clip(14 * MB);
    const path = await at.fileOf('garden.mp4', bytes);
    let page = await at.openPage(event.path);
    const firstCut = at.line.cutAfter(4 * MB);
    await give(page, 'Jonas', path);
    await firstCut;
    await inPhase(page, 'held');
    at.line.mend();
    const secondCut = at.line.cutAfter(4 * MB);
    await secondCut;
    await inPhase(page, 'held');

    // The tab is closed while nothing goes; a new one finds the file in the browser and goes on with it.
    const { context } = at.open as WatchedPage;
    const aside = await context.newPage();
    await page.close();
    at.line.mend();
    page = aside;
    const sentBefore = at.line.sent();
    await at.visit(page, event.path);
    await inPhase(page, 'in');
    expect(at.line.sent() - sentBefore, 'bytes sent by the new tab').to.be.below(11 * MB);

    const uploads = await at.site.uploadsOf(event.uuid);
    expect(uploads.map(({ status, size }) => ({ status, size }))).to.deep.equal([
      { status: 'used', size: bytes.length },
    ]);
    const original = await readFile(at.site.originalOf(event.id, uploads[0] as (typeof uploads)[number]));
    expect(bytes.equals(original)).to.equal(true);
    expect(await page.$eval('.giving__sent a', (link) => link.getAttribute('href'))).to.include('/receipt/');
  });

  // As a phone does that needs the memory: what was not yet written to the disk is lost.
  it('continues after the browser was killed and restarted', async () => {
    const event = await at.site.newEvent();
    const bytes = mp4Clip(9 * MB);
    const path = await at.fileOf('killed.mp4', bytes);
    const profile = await tempFolder();

    let browser = await openBrowser({ profile });
    let page = await browser.newPage();
    await at.visit(page, event.path);
    const cut = at.line.cutAfter(6 * MB);
    await give(page, 'Ruben', path);
    await cut;
    await waitUntilWrittenDown(page);
    await killed(browser);

    at.line.mend();
    const sentBefore = at.line.sent();
    browser = await openBrowser({ profile });
    try {
      page = await browser.newPage();
      await at.visit(page, event.path);
      await inPhase(page, 'in');
    } finally {
      await browser.close();
    }
    expect(at.line.sent() - sentBefore, 'bytes sent by the new browser').to.be.below(6 * MB);
    const [upload] = await at.site.uploadsOf(event.uuid);
    const original = await readFile(at.site.originalOf(event.id, upload as NonNullable<typeof upload>));
    expect(bytes.equals(original)).to.equal(true);
  });

  it('sends a clip whose Send was written down only beside local storage', async () => {
    const event = await at.site.newEvent();
    const bytes = mp4Clip(9 * MB);
    let page = await at.openPage(event.path);
    const { context } = at.open as WatchedPage;
    const cut = at.line.cutAfter(6 * MB);
    await choose(page, await at.fileOf('kept.mp4', bytes));
    await cut;
    await page.waitForFunction(() => localStorage.getItem('vd.uploadState')?.includes('/api/uploads/'));
    const before = await page.evaluate(() => localStorage.getItem('vd.uploadState') ?? '');
    await sayName(page, 'Ruben');
    await pressSend(page);
    await waitUntilWrittenDown(page);

    // As after a kill: browsers write local storage to the disk seconds later.
    const next = await context.newPage();
    await page.close();
    page = next;
    at.line.mend();
    await page.goto(`${at.line.origin}/help`);
    await page.evaluate((state) => localStorage.setItem('vd.uploadState', state), before);
    await at.visit(page, event.path);
    await inPhase(page, 'in');
    const [upload] = await at.site.uploadsOf(event.uuid);
    const original = await readFile(at.site.originalOf(event.id, upload as NonNullable<typeof upload>));
    expect(bytes.equals(original)).to.equal(true);
  });

  it('offers an unsent clip on the next visit, and continues after Send in a closed tab', async () => {
    const event = await at.site.newEvent();
    const bytes = mp4Clip(9 * MB);
    const path = await at.fileOf('steps.mp4', bytes);
    let page = await at.openPage(event.path);
    const { context } = at.open as WatchedPage;
    /** Closes the tab and opens the page in a new one. */
    const again = async () => {
      const next = await context.newPage();
      await next.setViewport({ width: 360, height: 740, hasTouch: true, isMobile: true });
      await page.close();
      page = next;
      await at.visit(page, event.path);
    };
    const offers = () =>
      page.waitForFunction(() => document.querySelector('.actbar')?.textContent?.includes('1 clip not sent'));
    const isSafe = () =>
      page.waitForFunction(() => {
        const [item] = Object.values<{ safe: boolean }>(JSON.parse(localStorage.getItem('vd.uploadState') ?? '{}'));
        return item?.safe;
      });

    await choose(page, path);
    await page.waitForSelector('.handin[open]');
    await isSafe();
    await again();
    await offers();
    await click(page, '.actbar .button');
    await sayName(page, 'Grandma L');
    await again();
    await offers();
    await click(page, '.actbar .handin__bar-words');
    await page.waitForSelector('.handin[open]');
    expect(await page.$eval('.handin input[name=name]', (field) => (field as HTMLInputElement).value)).to.equal(
      'Grandma L',
    );
    await page.keyboard.press('Escape');
    await offers();
    expect(await at.site.uploadsOf(event.uuid).then((all) => all.some(({ status }) => status === 'used'))).to.equal(
      false,
    );

    await click(page, '.actbar .button');
    await sayName(page, 'Grandma Lou');
    at.line.cutAfter(0);
    await pressSend(page);
    await page.waitForSelector('.drawer[open]');
    await again().catch(() => undefined);
    at.line.mend();
    await at.visit(page, event.path);
    await page.waitForFunction(
      () => document.querySelector('.actbar')?.textContent?.includes('Sent. Ruth will love it'),
      {
        timeout: 300_000,
      },
    );
    await again();
    await click(page, '.actbar .handin__bar-words');
    await thanked(page);
    // A closed tab may leave another upload behind that was only begun.
    const used = (await at.site.uploadsOf(event.uuid)).filter(({ status }) => status === 'used');
    expect(used).to.have.length(1);
    for (const upload of used) {
      const original = await readFile(at.site.originalOf(event.id, upload));
      expect(bytes.equals(original)).to.equal(true);
    }
  });

  it('still has the chosen file after Try again, which reloads a page older than the site', async () => {
    const event = await at.site.newEvent();
    const { page } = await at.openBlank();
    let pages = 0;
    page.on('dialog', (dialog) => void dialog.accept());
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (request.isNavigationRequest()) pages++;
      const isGone = pages === 1 && /\/assets\/js\/handin-/.test(request.url());
      void (isGone ? request.respond({ status: 404 }) : request.continue());
    });
    await at.visit(page, event.path);
    await choose(page, await at.fileOf('update.mp4', mp4Clip(MB)));
    await page.waitForFunction(() => /"safe":true/.test(localStorage.getItem('vd.uploadState') ?? ''));
    await page.waitForSelector('.giving__do .banner button');
    await click(page, '.giving__do .banner button');
    await eventually('another page', async () => pages === 2);
    await page.waitForFunction(() => document.querySelector('.actbar')?.textContent?.includes('1 clip not sent'));
  });

  it('keeps a sent clip with its receipt key, and a refused file with its reason, in the browser', async () => {
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
    await choose(page, await at.fileOf('kept.mp4', mp4Clip(2000)), await at.fileOf('kept.txt', Buffer.from('x')));
    await sayName(page, 'Tomas');
    await pressSend(page);
    await inPhase(page, 'in');
    const kept = await eventually('both lists', async () => {
      const found = await page.evaluate(() => ({
        contributed: Object.values(JSON.parse(localStorage.getItem('vd.contributorUploads') ?? '{}')),
        failed: Object.values(JSON.parse(localStorage.getItem('vd.failedUploads') ?? '{}')),
        state: Object.values(JSON.parse(localStorage.getItem('vd.uploadState') ?? '{}')),
      }));
      return found.contributed.length + found.failed.length === 2 && found;
    });
    expect(kept.contributed).to.have.nested.property('[0].receipt.key');
    expect(kept.failed).to.have.nested.property('[0].problem.code', 'WRONG_TYPE');
    expect(kept.state).to.deep.equal([]);
  });

  it('refuses the same file twice, with a message', async () => {
    const event = await at.site.newEvent();
    const path = await at.fileOf('song.mp4', mp4Clip(MB));
    const page = await at.openPage(event.path);
    await give(page, 'Jonas', path);
    await thanked(page);
    await press(page, '.handin__thanks .button', 'I’m done');
    await choose(page, path);
    await reads(page, '.actbar', 'song.mp4');
    expect(await phases(page)).to.deep.equal(['in']);
    expect(await at.site.uploadsOf(event.uuid)).to.have.length(1);
  });

  it('brings a clip back whose sender’s name the server refuses', async () => {
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
    await give(page, '\u200b', await at.fileOf('name.mp4', mp4Clip(MB)));
    await reads(page, '.handin .banner', 'something that can be seen');
    await sayName(page, 'Lou');
    await pressSend(page);
    await thanked(page);
  });

  it('asks to update a phone that knows no dialogs', async () => {
    const event = await at.site.newEvent();
    const { page } = await at.openBlank();
    await page.evaluateOnNewDocument(() => Reflect.deleteProperty(window, 'HTMLDialogElement'));
    await at.visit(page, event.path);
    await reads(page, '.giving__do', 'Update your phone’s software to send a clip.');
    expect(await page.$('.giving__act'), 'a way to give').to.equal(null);
  });

  it('does not say that a clip is in which was taken back since', async () => {
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
    await give(page, 'Anna', await at.fileOf('beach.mp4', mp4Clip()));
    await thanked(page);
    await page.evaluate(async () => {
      const [sent] = Object.values<{ receipt: { mediaId: string; key: string } }>(
        JSON.parse(localStorage.getItem('vd.contributorUploads') ?? '{}'),
      );
      const address = `/api/v2/media/${sent?.receipt.mediaId}?receipt=${sent?.receipt.key}`;
      await fetch(address, { method: 'DELETE' });
    });
    await at.visit(page, event.path);
    await reads(page, '.giving__yours', 'It was taken back or left out.');
  });
});
