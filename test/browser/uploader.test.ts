import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core';
import { mp4Clip } from '../helpers/clips.ts';
import { eventually } from '../helpers/eventually.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { startBrowser, type TestBrowser, type WatchedPage } from './helpers/chromium.ts';
import { type ContributionSite, startContributionSite } from './helpers/contribution-site.ts';
import { openWeakLine, type WeakLine } from './helpers/weak-line.ts';

const MB = 1024 ** 2;
const run = promisify(execFile);

/** Two seconds of a picture with no sound at all. */
async function silentClip(): Promise<Buffer> {
  const args = '-f lavfi -i testsrc2=s=320x240:r=15:d=2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p';
  const path = join(await tempFolder(), 'silent.mp4');
  await run('ffmpeg', ['-v', 'error', ...args.split(' '), path]);
  return readFile(path);
}

describe('Uploader', function () {
  this.timeout(90_000);
  let site: ContributionSite;
  let chromium: TestBrowser;
  let files: string;
  let line: WeakLine;
  let open: WatchedPage | null;

  before(async () => {
    files = await tempFolder();
    site = await startContributionSite();
    chromium = await startBrowser(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);
  });
  after(async () => {
    await chromium?.close();
    await site?.close();
  });
  beforeEach(async () => {
    line = await openWeakLine(site.origin, 6 * MB);
    open = null;
  });
  afterEach(async () => {
    await open?.close();
    await line.close();
  });

  async function fileOf(name: string, bytes: Uint8Array): Promise<string> {
    const path = join(files, name);
    await writeFile(path, bytes);
    return path;
  }

  async function visit(page: Page, path: string): Promise<void> {
    await page.goto(line.origin + path);
    await page.waitForSelector('vd-island[data-alive]');
  }

  async function openPage(path: string): Promise<Page> {
    open = await chromium.open();
    await visit(open.page, path);
    return open.page;
  }

  async function choose(page: Page, ...paths: string[]): Promise<void> {
    const field = (await page.$('input[type=file][multiple]')) as ElementHandle<HTMLInputElement>;
    await field.uploadFile(...paths);
  }

  const phases = (page: Page) => page.$$eval('.sent', (rows) => rows.map((row) => (row as HTMLElement).dataset.phase));
  const inPhase = (page: Page, phase: string) =>
    page.waitForSelector(`.sent[data-phase=${phase}]`, { timeout: 45_000 });
  const sayName = async (page: Page, name: string) => {
    await page.type('input[name=name]', name);
    await page.keyboard.press('Enter');
  };

  it('brings a file in once, byte for byte, over a line cut twice and a tab closed in between', async () => {
    const event = await site.newEvent();
    const bytes = mp4Clip(14 * MB);
    const path = await fileOf('garden.mp4', bytes);
    let page = await openPage(event.path);
    await sayName(page, 'Jonas');

    const firstCut = line.cutAfter(4 * MB);
    await choose(page, path);
    await firstCut;
    await inPhase(page, 'held');
    line.mend();
    const secondCut = line.cutAfter(4 * MB);
    await secondCut;
    await inPhase(page, 'held');

    // The tab is closed while nothing goes; a new one finds the file in the browser and goes on with it.
    const { context } = open as WatchedPage;
    const aside = await context.newPage();
    await page.close();
    line.mend();
    page = aside;
    const sentBefore = line.sent();
    await visit(page, event.path);
    await inPhase(page, 'in');
    expect(line.sent() - sentBefore, 'bytes sent by the new tab').to.be.below(11 * MB);

    const uploads = await site.uploadsOf(event.uuid);
    expect(uploads.map(({ status, size }) => ({ status, size }))).to.deep.equal([
      { status: 'used', size: bytes.length },
    ]);
    const original = await readFile(site.originalOf(event.id, uploads[0] as (typeof uploads)[number]));
    expect(bytes.equals(original)).to.equal(true);
    expect(await page.$eval('.sent a', (link) => link.getAttribute('href'))).to.include('/receipt/');
  });

  it('goes on after the browser was closed and started again', async () => {
    const event = await site.newEvent();
    const bytes = mp4Clip(9 * MB);
    const path = await fileOf('later.mp4', bytes);
    const profile = await tempFolder();
    const launch = () =>
      puppeteer.launch({
        executablePath: chromium.browser.process()?.spawnfile,
        userDataDir: profile,
        args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
      });

    let browser = await launch();
    let page = await browser.newPage();
    await visit(page, event.path);
    await sayName(page, 'Ruben');
    const cut = line.cutAfter(6 * MB);
    await choose(page, path);
    await cut;
    await page.waitForFunction(() => {
      const [item] = Object.values<{ safe: boolean }>(JSON.parse(localStorage.getItem('vd.uploadState') ?? '{}'));
      return item?.safe;
    });
    await browser.close();

    line.mend();
    const sentBefore = line.sent();
    browser = await launch();
    try {
      page = await browser.newPage();
      await visit(page, event.path);
      await inPhase(page, 'in');
    } finally {
      await browser.close();
    }
    expect(line.sent() - sentBefore, 'bytes sent by the new browser').to.be.below(6 * MB);
    const [upload] = await site.uploadsOf(event.uuid);
    const original = await readFile(site.originalOf(event.id, upload as NonNullable<typeof upload>));
    expect(bytes.equals(original)).to.equal(true);
  });

  it('does not send a file twice, and says so', async () => {
    const event = await site.newEvent();
    const path = await fileOf('song.mp4', mp4Clip(MB));
    const page = await openPage(event.path);
    await sayName(page, 'Jonas');
    await choose(page, path);
    await inPhase(page, 'in');
    await choose(page, path);
    await page.waitForFunction(() => document.querySelector('.yours .banner')?.textContent?.includes('song.mp4'));
    expect(await phases(page)).to.deep.equal(['in']);
    expect(await site.uploadsOf(event.uuid)).to.have.length(1);
  });

  it('names the file and what is wrong with it before anything is sent', async () => {
    const event = await site.newEvent();
    const page = await openPage(event.path);
    await choose(
      page,
      await fileOf('notes.pdf', Buffer.from('%PDF-1.4 ...')),
      await fileOf('nothing.mp4', Buffer.alloc(0)),
    );
    await page.waitForFunction(() => document.querySelectorAll('.sent').length === 2);
    const words = await page.$$eval('.sent', (rows) => rows.map((row) => row.textContent ?? ''));
    expect(words[0]).to.include('notes.pdf').and.include('MP4');
    expect(words[1]).to.include('nothing.mp4').and.include('empty');
    expect(await site.uploadsOf(event.uuid)).to.have.length(0);
    await page.tap('.sent .icon-btn');
    await page.waitForFunction(() => document.querySelectorAll('.sent').length === 1);
  });

  it('sends first and asks for the name meanwhile', async () => {
    const event = await site.newEvent();
    const page = await openPage(event.path);
    await choose(page, await fileOf('hello.mp4', mp4Clip(MB / 2)));
    await inPhase(page, 'unnamed');
    await sayName(page, 'Samira');
    await inPhase(page, 'in');
    await page.reload();
    await page.waitForSelector('vd-island[data-alive]');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name=name]')?.value === 'Samira');
    expect(await phases(page)).to.deep.equal(['in']);
  });

  it('pauses, goes on, and takes a few words beside it', async () => {
    const event = await site.newEvent();
    const page = await openPage(event.path);
    await sayName(page, 'Karl');
    await choose(page, await fileOf('long.mp4', mp4Clip(12 * MB)));
    await inPhase(page, 'sending');
    await page.waitForFunction(() => /\d+% sent/.test(document.querySelector('.sent')?.textContent ?? ''));
    await page.tap('.sent .icon-btn');
    await inPhase(page, 'paused');
    await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.act')].find((act) => act.textContent?.includes('Write'))?.click(),
    );
    await page.waitForSelector('dialog[open] textarea');
    await page.type('dialog[open] textarea', 'Happy birthday, Ruth');
    await page.tap('dialog[open] .row .btn');
    await inPhase(page, 'in');
    expect(await phases(page)).to.deep.equal(['paused', 'in']);
    await page.tap('.sent[data-phase=paused] .icon-btn');
    await page.waitForFunction(() => document.querySelectorAll('.sent[data-phase=in]').length === 2, {
      timeout: 30_000,
    });
  });

  it('asks about a clip without sound, and puts another one in its place', async () => {
    const event = await site.newEvent();
    const page = await openPage(event.path);
    await sayName(page, 'Walter');
    await choose(page, await fileOf('silent.mp4', await silentClip()));
    await page.waitForSelector('.sent.ask', { timeout: 45_000 });
    expect(await page.$eval('.sent.ask', (row) => row.textContent)).to.include('no sound');
    expect(await page.$$eval('.sent.ask .btn', (buttons) => buttons.map((button) => button.textContent))).to.deep.equal(
      ['Record again', 'Keep it'],
    );
    await page.tap('.sent.ask .btn');
    await page.waitForSelector('.recorder-shutter:not([disabled])');
    await page.tap('.recorder-shutter');
    await page.waitForFunction(() => document.querySelector('.recorder-time')?.textContent?.includes('0:01'));
    await page.tap('.recorder-shutter.is-on');
    await page.waitForSelector('.recorder-controls .btn:last-child');
    await page.tap('.recorder-controls .btn:last-child');
    await page.waitForFunction(() => {
      const rows = [...document.querySelectorAll<HTMLElement>('.sent')];
      return rows.length === 1 && rows[0]?.dataset.phase === 'in' && !rows[0].textContent?.includes('silent');
    });
    const { data } = await (await fetch(`${site.origin}/api/event/${event.uuid}`)).json();
    expect(data.counts.media).to.equal(1);
  });

  it('records in the browser: 3-2-1, stop, a look at it, use it', async () => {
    const event = await site.newEvent();
    const page = await openPage(event.path);
    await sayName(page, 'Ines');
    await page.tap('.act.rec');
    await page.waitForSelector('.recorder-shutter:not([disabled])');
    await page.tap('.recorder-shutter');
    await page.waitForSelector('.recorder-count');
    await page.waitForSelector('.recorder-shutter.is-on');
    await page.waitForFunction(() => document.querySelector('.recorder-time')?.textContent?.includes('0:01'));
    await page.tap('.recorder-shutter.is-on');
    await page.waitForSelector('.recorder-stage video[controls]');
    const labels = await page.$$eval('.recorder-controls .btn', (buttons) =>
      buttons.map((button) => button.textContent),
    );
    expect(labels).to.deep.equal(['Again', 'Use this one']);
    await page.tap('.recorder-controls .btn:last-child');
    await inPhase(page, 'in');
    const [upload] = await site.uploadsOf(event.uuid);
    expect(upload).to.include({ status: 'used', kind: 'video' });
  });

  it('fits a small phone: nothing sideways, everything large enough to press, no errors', async () => {
    const event = await site.newEvent();
    const page = await openPage(event.path);
    await choose(page, await fileOf('fit.mp4', mp4Clip(1000)));
    await inPhase(page, 'unnamed');
    const small = await page.$$eval(
      'vd-island button, vd-island .act, vd-island input:not(.vh):not([hidden])',
      (targets) =>
        targets
          .filter((target) => target.getClientRects().length > 0)
          .map((target) => ({ text: target.textContent, box: target.getBoundingClientRect() }))
          .filter(({ box }) => box.height < 44 || box.width < 44)
          .map(({ text, box }) => `${text}: ${box.width}x${box.height}`),
    );
    expect(small).to.deep.equal([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(360);
    expect(open?.problems).to.deep.equal([]);
  });

  it('keeps what it knows where it was asked to', async () => {
    const event = await site.newEvent();
    const page = await openPage(event.path);
    await sayName(page, 'Tomas');
    await choose(page, await fileOf('kept.mp4', mp4Clip(2000)), await fileOf('kept.txt', Buffer.from('x')));
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
});
