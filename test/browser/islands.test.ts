import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect } from 'chai';
import { startBrowser, type TestBrowser, type WatchedPage } from './helpers/chromium.ts';
import { HOSTILE, type IslandSite, startIslandSite } from './helpers/island-site.tsx';
import { tap } from './helpers/pointer.ts';

describe('islands', function () {
  this.timeout(600_000);
  let site: IslandSite;
  let chromium: TestBrowser;
  let open: WatchedPage;

  before(async () => {
    [site, chromium] = await Promise.all([startIslandSite(), startBrowser()]);
  });
  after(async () => {
    await chromium?.close();
    await site?.close();
  });
  beforeEach(async () => {
    open = await chromium.open();
  });
  afterEach(async () => {
    site.failScripts('', 0);
    await open.close();
  });

  const scripts = () => open.requests.filter((url) => url.includes('/assets/js/'));
  const visit = (path: string) => open.page.goto(site.origin + path);
  const state = async (nth = 0) => {
    const outputs = await open.page.$$eval('.state', (found) => found.map((output) => output.textContent ?? ''));
    return JSON.parse(outputs[nth] ?? '{}') as Record<string, unknown>;
  };
  const alive = (nth = 0) =>
    open.page.waitForFunction((n) => document.querySelectorAll('vd-island')[n]?.hasAttribute('data-alive'), {}, nth);

  it('add no script to a page without islands', async () => {
    const answer = await visit('/none');
    expect(await answer?.text()).not.to.match(/<script(?! type="application\/ld)/);
    expect(scripts()).to.deep.equal([]);
    expect(open.problems).to.deep.equal([]);
  });

  it('load nothing before a tap, and then handle that tap, even on a button’s icon', async () => {
    await visit('/tap');
    expect(scripts()).to.deep.equal([]);
    const id = await open.page.$eval('.name', (field) => field.id);
    await tap(open.page, '.tap svg');
    await alive();
    expect(await state()).to.include({ taps: 1 });
    expect(await open.page.$eval('.name', (field) => field.id)).to.equal(id);
    expect(await open.page.$eval('vd-island label', (label) => (label as HTMLLabelElement).htmlFor)).to.equal(id);
    expect(open.problems).to.deep.equal([]);
  });

  it('give two instances of a component their own ids and props', async () => {
    await visit('/tap');
    const ids = await open.page.$$eval('.name', (fields) => fields.map((field) => field.id));
    expect(new Set(ids).size).to.equal(2);
    await (await open.page.$$('.send'))[1]?.tap();
    await alive(1);
    expect(await state(1)).to.include({ taps: 7, sent: `${HOSTILE} ` });
    expect(await open.page.$eval('vd-island', (island) => island.hasAttribute('data-alive'))).to.equal(false);
    expect(open.problems).to.deep.equal([]);
  });

  it('keep typed, ticked and chosen values, sent forms and the caret from before hydration', async () => {
    const release = site.holdScripts();
    await visit('/tap');
    await open.page.type('.name', 'Ruth');
    await open.page.keyboard.press('ArrowLeft');
    await tap(open.page, '.loud');
    await open.page.select('.size', 'large');
    await tap(open.page, '.send');
    await tap(open.page, '.send');
    await open.page.focus('.name');
    expect(await state()).to.deep.equal({ name: '', loud: false, size: 'small', taps: 0, sent: null });
    release();
    await alive();
    expect(await state()).to.deep.equal({ name: 'Ruth', loud: true, size: 'large', taps: 0, sent: 'Hello Ruth' });
    await open.page.keyboard.type('!');
    expect(await state()).to.include({ name: 'Rut!h' });
    expect(site.posted).to.deep.equal([]);
    expect(open.problems).to.deep.equal([]);
  });

  it('submit a form by Enter as by its button', async () => {
    const release = site.holdScripts();
    await visit('/tap');
    await open.page.type('.name', 'Lena\n');
    release();
    await alive();
    expect(await state()).to.include({ sent: 'Hello Lena' });
    expect(site.posted).to.deep.equal([]);
  });

  it('hydrate at once, when idle, or when visible, as configured', async () => {
    await visit('/when');
    await open.page.waitForFunction(() => document.querySelectorAll('vd-island[data-alive]').length === 2);
    const words = () => open.page.$$eval('.mark', (marks) => marks.map((mark) => mark.textContent));
    expect(await words()).to.deep.equal(['alive', 'alive', 'asleep']);
    await open.page.$eval('.third', (mark) => mark.scrollIntoView());
    await alive(2);
    expect(await words()).to.deep.equal(['alive', 'alive', 'alive']);
    expect(open.problems).to.deep.equal([]);
  });

  for (const chunk of ['greeter', 'client', 'chunk']) {
    it(`load the ${chunk} chunk again after a failure`, async () => {
      await visit('/tap');
      site.failScripts(chunk, 1);
      await tap(open.page, '.tap');
      await alive();
      expect(await state()).to.include({ taps: 1 });
    });
  }

  it('hydrate after a while on a page that is never idle', async () => {
    await open.page.evaluateOnNewDocument(`window.requestIdleCallback = (run, { timeout } = {}) => {
      if (timeout > 0 && timeout < 5000) setTimeout(run);
    }`);
    await visit('/when');
    for (const nth of [0, 1]) await alive(nth);
  });

  it('show a message when a chunk can’t be loaded, and the form still posts', async () => {
    await visit('/tap');
    site.failScripts('greeter', 1000);
    await open.page.type('.name', 'Karl');
    const note = await open.page.waitForFunction(
      () => document.querySelector('[role=status].l-island-note')?.textContent,
    );
    expect(await note.jsonValue()).to.match(/did not load. Reload/);
    await Promise.all([open.page.waitForNavigation(), tap(open.page, '.send')]);
    expect(site.posted).to.deep.equal(['name=Karl']);
  });

  it('lose only the island that throws', async () => {
    await visit('/break');
    await tap(open.page, '.break');
    await open.page.waitForSelector('.l-island-note[role=status]');
    expect(await open.page.$eval('.mark', (mark) => mark.textContent)).to.equal('alive');
    expect(open.problems.join('\n')).to.include('broken on purpose');
  });

  it('hydrate on a personal page with a nonce, also in late parts', async () => {
    const answer = await visit('/personal');
    expect(answer?.headers()['content-security-policy']).to.match(/script-src 'self' 'nonce-/);
    expect(answer?.headers()['cache-control']).to.equal('private, no-store');
    await open.page.waitForFunction(() => document.querySelectorAll('vd-island[data-alive]').length === 2);
    expect(open.problems).to.deep.equal([]);
  });

  it('stay within their size limit', () => {
    expect(brotliCompressSync(site.assets.loader).length).to.be.at.most(620);
    const sizes = site.assets.island('greeter').map((url) => {
      const file = join(site.folder, url.slice(8));
      return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
    });
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.at.most(66 * 1024);
  });
});
