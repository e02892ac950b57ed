import { expect } from 'chai';
import { buildBrowser } from '../../scripts/build/browser.mjs';
import { loadAssets } from '../../src/platform/assets.ts';
import { createAnnouncement, updateAnnouncement } from '../../src/shared/contracts/announcements.ts';
import { createEvent } from '../../src/shared/contracts/events.ts';
import { startWeb, type WebApp } from '../../src/web-app.ts';
import { testConfig, testLog } from '../helpers/app-config.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { startBrowser, type TestBrowser, type WatchedPage } from './helpers/chromium.ts';

describe('The shell of the site', function () {
  this.timeout(60_000);
  let web: WebApp;
  let origin: string;
  let chromium: TestBrowser;
  let open: WatchedPage;
  let user: SignedInUser;

  before(async () => {
    const folder = await tempFolder();
    await buildBrowser({ root: process.cwd(), out: folder });
    const config = await testConfig();
    web = await startWeb({ config, log: testLog(), assets: loadAssets(folder), checkAnswers: true });
    origin = `http://127.0.0.1:${web.port}`;
    chromium = await startBrowser();
    user = await newUser(origin);
  });
  after(async () => {
    await chromium?.close();
    await web?.close();
  });
  beforeEach(async () => {
    open = await chromium.open({ width: 1280, height: 800, touch: false });
  });
  afterEach(async () => {
    await open.close();
  });

  async function signIn(who = user): Promise<void> {
    const [name = '', value = ''] = who.cookie().split('=');
    await open.context.setCookie({ name, value, domain: '127.0.0.1', path: '/', httpOnly: true, sameSite: 'Lax' });
  }
  const alive = (page: WatchedPage['page'], name: string) =>
    page.waitForFunction(
      (wanted) => document.querySelector(`vd-island[data-name="${wanted}"]`)?.hasAttribute('data-alive'),
      {},
      name,
    );

  it('logs out in place, says so, and tells another tab, which asks for its page anew', async () => {
    await signIn(await newUser(origin));
    const other = await open.context.newPage();
    await other.goto(`${origin}/dashboard`);
    await alive(other, 'shell');
    await open.page.bringToFront();
    await open.page.goto(`${origin}/dashboard`);
    await alive(open.page, 'shell');
    const otherGoes = other.waitForNavigation();
    await open.page.click('summary[aria-label="Your account"]');
    await open.page.click('details[open] [data-logout]');
    await open.page.waitForSelector('#toasts .toast');
    const words = await open.page.$eval('#toasts .toast-text', (toast) => toast.textContent);
    expect(words).to.equal('Success – You have been logged out!');
    await otherGoes;
    expect(new URL(other.url()).pathname).to.equal('/auth/login');
    expect(new URL(open.page.url()).pathname).to.equal('/dashboard');
    await Promise.all([open.page.waitForNavigation(), open.page.click('#toasts [aria-label="Close"]')]);
    expect(new URL(open.page.url()).pathname).to.equal('/auth/login');
    expect(open.problems).to.deep.equal([]);
  });

  it('says when logging out failed, and stays logged in', async () => {
    await signIn();
    await open.page.goto(`${origin}/dashboard`);
    await alive(open.page, 'shell');
    await open.page.setRequestInterception(true);
    open.page.on('request', (request) => {
      if (request.method() === 'POST') void request.respond({ status: 503, body: '' });
      else void request.continue();
    });
    await open.page.click('summary[aria-label="Your account"]');
    await open.page.click('details[open] [data-logout]');
    await open.page.waitForSelector('#toasts .toast.bad');
    const words = await open.page.$eval('#toasts .toast-text', (toast) => toast.textContent);
    expect(words).to.equal('Error – An error occured while signing out.');
    await open.page.click('#toasts [aria-label="Close"]');
    await open.page.waitForSelector('#toasts .toast', { hidden: true });
    expect(new URL(open.page.url()).pathname).to.equal('/dashboard');
  });

  it('keeps a closed announcement closed, on a page without script before the tap', async () => {
    const editor = await newUser(origin, { role: 'editor' });
    const body = { type: 'promotion', message: 'Two films for one' };
    const { id } = await editor.call(createAnnouncement, { body });
    const later = () => open.page.$$eval('.notice', (notices) => notices.map((notice) => notice.textContent));
    await open.page.goto(origin);
    expect(await later()).to.deep.equal(['Two films for one']);
    expect(open.requests.filter((url) => url.includes('/assets/js/'))).to.deep.equal([]);
    await open.page.click('.notice button');
    await open.page.waitForSelector('.notice', { hidden: true });
    await open.page.reload();
    expect(await later()).to.deep.equal([]);
    await signIn();
    await open.page.goto(`${origin}/dashboard`);
    expect(await later()).to.deep.equal([]);
    await editor.call(updateAnnouncement, { params: { id }, body: { endsAt: new Date().toISOString() } });
    expect(open.problems).to.deep.equal([]);
  });

  it('shows an announcement that comes while the page is open, until it is over', async () => {
    const editor = await newUser(origin, { role: 'editor' });
    await signIn();
    const devtools = await open.page.createCDPSession();
    await devtools.send('Network.enable');
    // The answer to joining `/public`, after which the page hears.
    const joined = new Promise<void>((resolve) => {
      devtools.on('Network.webSocketFrameReceived', ({ response }) => {
        if (response.payloadData.startsWith('40/public')) resolve();
      });
    });
    await open.page.goto(`${origin}/dashboard`);
    await alive(open.page, 'shell');
    await joined;
    const body = { type: 'outage', message: 'Slow on Sunday' };
    const { id } = await editor.call(createAnnouncement, { body });
    await open.page.waitForSelector('.notice.is-other');
    await editor.call(updateAnnouncement, { params: { id }, body: { endsAt: new Date().toISOString() } });
    await open.page.waitForSelector('.notice', { hidden: true });
    expect(open.problems).to.deep.equal([]);
  });

  it('lets a visitor report an event’s page with one tap, and thanks', async () => {
    const event = await user.call(createEvent, {
      body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] },
    });
    await open.page.goto(`${origin}/e/${event.uuid}`);
    await open.page.click('.report button');
    await open.page.waitForSelector('#toasts .toast');
    const words = (selector: string) => open.page.$eval(selector, (found) => found.textContent);
    expect(await words('#toasts .toast-text')).to.equal('Submitted, thank you!');
    expect(await words('.report')).to.equal("Thank you, we'll review this page.");
    expect(open.problems).to.deep.equal([]);
  });
});
