import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect } from 'chai';
import { useWeb } from '../helpers/web-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One page of each kind; those of one kind differ in words and paper only. */
const PATHS = [
  '/',
  '/video-maker',
  '/video-maker/birthday-video',
  '/video-maker/school-video',
  '/video-maker/memorial-video',
  '/pricing',
  '/faq',
  '/help',
  '/help?q=camera',
  '/help/arrange',
  '/privacy',
  '/nothing-here',
];

describe('public pages in a browser', () => {
  const web = useWeb();
  let chromium: TestBrowser;
  before(async () => {
    chromium = await startBrowser();
  });
  after(() => chromium.close());

  for (const [name, options] of [
    ['on a phone, by day', { width: 360, height: 740, touch: true }],
    ['on a desk, by night', { width: 1280, height: 800, dark: true }],
  ] as const) {
    it(`can be used by everybody, fit their screen and report nothing, ${name}`, async function () {
      this.timeout(90_000);
      const { page, problems, close } = await chromium.open(options);
      const found: string[] = [];
      for (const path of PATHS) {
        await page.goto(web().origin + path);
        await page.evaluate(AXE);
        const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
        for (const { id, nodes } of violations) found.push(`${path}: ${id} at ${nodes[0]?.target} (${nodes.length})`);
        const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        if (Number(wide) > 0) found.push(`${path}: ${wide} px too wide`);
      }
      await close();
      expect(found).to.deep.equal([]);
      expect(problems.filter((each) => !each.includes('404'))).to.deep.equal([]);
    });
  }

  it('play the film of a page in its place: by one tap on its picture, or in a plain player without script', async function () {
    this.timeout(30_000);
    const { page, problems, requests, close } = await chromium.open({ touch: true });
    await page.goto(`${web().origin}/video-maker/birthday-video`);
    const asked = (ending: string) => requests.filter((url) => url.endsWith(ending));
    expect(await page.$$('video')).to.deep.equal([]);
    expect([asked('.mp4'), asked('.js')]).to.deep.equal([[], []]);
    await page.tap('.film-start');
    await page.waitForFunction('document.querySelector("video")?.currentTime > 0.2');
    expect(await page.evaluate('document.activeElement === document.querySelector("video[controls]")')).to.equal(true);
    expect(problems).to.deep.equal([]);

    await page.setJavaScriptEnabled(false);
    await page.reload();
    expect(await page.$eval('.film-start', (each) => each.checkVisibility())).to.equal(false);
    const { width, height } = (await (await page.$('video[controls]'))?.boundingBox()) ?? { width: 0, height: 0 };
    expect(width).to.be.above(300);
    expect(width / height).to.be.closeTo(16 / 9, 0.05);
    await close();
  });
});
