import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer';
import { useWeb } from '../helpers/web-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { tap } from './helpers/pointer.ts';

describe('public pages in a browser', () => {
  const web = useWeb();
  let chromium: TestBrowser;
  before(async () => {
    chromium = await startBrowser();
  });
  after(() => chromium.close());

  it('have no layout shift when fonts, pictures and scripts load late', async function () {
    this.timeout(600_000);
    const moved: string[] = [];
    for (const options of [
      { width: 360, height: 740, touch: true },
      { width: 1280, height: 800, touch: false },
    ]) {
      for (const path of ['/', '/video-maker/school-video', '/auth/login']) {
        const { page, close } = await chromium.open(options);
        await page.evaluateOnNewDocument(`
          window.moved = [];
          new PerformanceObserver((list) => {
            for (const { value, sources } of list.getEntries()) moved.push([value, sources[0]?.node?.className]);
          }).observe({ type: 'layout-shift', buffered: true });`);
        const held: HTTPRequest[] = [];
        let isHeld = true;
        await page.setRequestInterception(true);
        page.on('request', (request) => {
          if (isHeld && /\.(woff2|webp|svg|js)$/.test(request.url())) held.push(request);
          else void request.continue();
        });
        await page.goto(web().origin + path, { waitUntil: 'domcontentloaded' });
        await page.waitForFunction('performance.getEntriesByType("paint").length > 1');
        isHeld = false;
        for (const request of held) await request.continue();
        await page.waitForNetworkIdle({ idleTime: 300 });
        expect(await page.evaluate('document.fonts.check("1em Young Serif")'), path).to.equal(true);
        const shifts = (await page.evaluate('moved')) as [number, string][];
        if (shifts.some(([value]) => value > 0.005))
          moved.push(`${path} at ${options.width}: ${JSON.stringify(shifts)}`);
        await close();
      }
    }
    expect(moved).to.deep.equal([]);
  });

  it('copy a sample message with one tap, or select it when the clipboard is blocked', async () => {
    for (const state of ['granted', 'denied'] as const) {
      const { page, context, problems, requests, close } = await chromium.open({ touch: true });
      for (const name of ['clipboard-read', 'clipboard-write']) {
        await context.setPermission(web().origin, { permission: { name }, state });
      }
      await page.goto(`${web().origin}/video-maker/birthday-video`);
      expect(requests.filter((url) => url.endsWith('.js'))).to.deep.equal([]);
      const words = await page.$eval('.letter .occasion-words__to-copy', (found) => found.textContent);
      await tap(page, '.letter button');
      if (state === 'granted') {
        await page.waitForFunction(`document.querySelector('.letter button').textContent === 'Copied'`);
        expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(words);
      } else {
        await page.waitForFunction(`document.querySelector('.letter [role=status]').textContent !== ''`);
        expect(await page.evaluate('String(getSelection())')).to.equal(words);
      }
      await page.setJavaScriptEnabled(false);
      await page.reload();
      expect(await page.$eval('.letter button', (each) => each.checkVisibility())).to.equal(false);
      expect(problems).to.deep.equal([]);
      await close();
    }
  });

  it('align the prices at the end of their column', async () => {
    const { page, close } = await chromium.open({});
    await page.goto(`${web().origin}/pricing`);
    const rows = await page.$$eval('.public__sums tr', (all) =>
      all.map(({ children }) => [...children].map((cell) => getComputedStyle(cell).textAlign)),
    );
    expect(rows).to.have.length.above(4);
    for (const row of rows) expect(row).to.deep.equal(['start', 'end', 'end']);
    await close();
  });

  it('play the page’s film in place: by a tap on its poster, or in a plain player without script', async function () {
    this.timeout(600_000);
    const { page, problems, requests, close } = await chromium.open({ touch: true });
    await page.goto(`${web().origin}/video-maker/birthday-video`);
    const asked = (ending: string) => requests.filter((url) => url.endsWith(ending));
    expect(await page.$$('video')).to.deep.equal([]);
    expect([asked('.mp4'), asked('.js')]).to.deep.equal([[], []]);
    await tap(page, '.player__start');
    await page.waitForFunction('document.querySelector("video")?.currentTime > 0.2');
    expect(await page.evaluate('document.activeElement === document.querySelector("video[controls]")')).to.equal(true);
    expect(problems).to.deep.equal([]);

    await page.setJavaScriptEnabled(false);
    await page.reload();
    expect(await page.$eval('.player__start', (each) => each.checkVisibility())).to.equal(false);
    const { width, height } = (await (await page.$('video[controls]'))?.boundingBox()) ?? { width: 0, height: 0 };
    expect(width).to.be.above(300);
    expect(width / height).to.be.closeTo(16 / 9, 0.05);
    await close();
  });
});
