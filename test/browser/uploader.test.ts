import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { mp4Clip } from '../helpers/clips.ts';
import { eventually } from '../helpers/eventually.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { choose, contributor, inPhase, phases, sayName } from './helpers/contributor.ts';

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
  this.timeout(180_000);
  const at = contributor();

  it('does not send a file twice, and says so', async () => {
    const event = await at.site.newEvent();
    const path = await at.fileOf('song.mp4', mp4Clip(MB));
    const page = await at.openPage(event.path);
    await sayName(page, 'Jonas');
    await choose(page, path);
    await inPhase(page, 'in');
    await choose(page, path);
    await page.waitForFunction(() => document.querySelector('.yours .banner')?.textContent?.includes('song.mp4'));
    expect(await phases(page)).to.deep.equal(['in']);
    expect(await at.site.uploadsOf(event.uuid)).to.have.length(1);
  });

  it('names the file and what is wrong with it before anything is sent', async () => {
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
    await choose(
      page,
      await at.fileOf('notes.pdf', Buffer.from('%PDF-1.4 ...')),
      await at.fileOf('nothing.mp4', Buffer.alloc(0)),
    );
    await page.waitForFunction(() => document.querySelectorAll('.sent').length === 2);
    const words = await page.$$eval('.sent', (rows) => rows.map((row) => row.textContent ?? ''));
    expect(words[0]).to.include('notes.pdf').and.include('MP4');
    expect(words[1]).to.include('nothing.mp4').and.include('empty');
    expect(await at.site.uploadsOf(event.uuid)).to.have.length(0);
    await page.tap('.sent .icon-btn');
    await page.waitForFunction(() => document.querySelectorAll('.sent').length === 1);
  });

  it('sends first and asks for the name meanwhile', async () => {
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
    await choose(page, await at.fileOf('hello.mp4', mp4Clip(MB / 2)));
    await inPhase(page, 'unnamed');
    await sayName(page, 'Samira');
    await inPhase(page, 'in');
    await page.reload();
    await page.waitForSelector('vd-island[data-alive]');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name=name]')?.value === 'Samira');
    expect(await phases(page)).to.deep.equal(['in']);
  });

  it('pauses, goes on, and takes a few words beside it', async () => {
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
    await sayName(page, 'Karl');
    await choose(page, await at.fileOf('long.mp4', mp4Clip(12 * MB)));
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
      timeout: 60_000,
    });
  });

  it('asks about a clip without sound, and puts another one in its place', async () => {
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
    await sayName(page, 'Walter');
    await choose(page, await at.fileOf('silent.mp4', await silentClip()));
    await page.waitForSelector('.sent.ask', { timeout: 60_000 });
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
    const { data } = await (await fetch(`${at.site.origin}/api/event/${event.uuid}`)).json();
    expect(data.counts.media).to.equal(1);
  });

  it('records in the browser: 3-2-1, stop, a look at it, use it', async () => {
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
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
    const [upload] = await at.site.uploadsOf(event.uuid);
    expect(upload).to.include({ status: 'used', kind: 'video' });
  });

  it('fits a small phone: nothing sideways, everything large enough to press, no errors', async () => {
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
    await choose(page, await at.fileOf('fit.mp4', mp4Clip(1000)));
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
    expect(at.open?.problems).to.deep.equal([]);
  });

  it('keeps what it knows where it was asked to', async () => {
    const event = await at.site.newEvent();
    const page = await at.openPage(event.path);
    await sayName(page, 'Tomas');
    await choose(page, await at.fileOf('kept.mp4', mp4Clip(2000)), await at.fileOf('kept.txt', Buffer.from('x')));
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
