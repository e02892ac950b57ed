import { expect } from 'chai';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { lookOver } from './helpers/look-over.ts';

/** Words that can hardly be read: everywhere, in the dark, on a desk, and on a desk over a ground that is elsewhere white. */
const PAGE = `<!doctype html><html lang="en"><title>Words</title><meta name="viewport" content="width=device-width">
<style>
  body { background: #fff; color: #222; font-size: 16px; }
  #always { color: #ccc; }
  #wide { color: #ccc; display: none; }
  @media (width >= 1000px) { #wide { display: block; } #ground { background: #333; } }
  @media (prefers-color-scheme: dark) { #dark { color: #ccc; } }
</style>
<main><h1>Words</h1><p id="always">One</p><p id="dark">Two</p><p id="wide">Three</p><div id="ground"><p id="over">Four</p></div></main>`;

describe('lookOver()', function () {
  this.timeout(600_000);
  let browser: TestBrowser;

  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());

  it('finds words with too little contrast once, in the theme and at the width where they are new', async () => {
    const { page, close } = await browser.open({ touch: false });
    await page.setContent(PAGE);
    const found = (await lookOver(page)).map((wrong) => wrong.replace(/ \(.*$/s, ''));
    expect(found).to.deep.equal([
      '360 light: color-contrast #always',
      '360 dark: color-contrast #dark',
      '1280 dark: color-contrast #wide, #over',
    ]);
    await close();
  });
});
