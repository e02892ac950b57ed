import { expect } from 'chai';
import mongoose from 'mongoose';
import { buildBrowser } from '../../scripts/build/browser.mjs';
import { loadAssets } from '../../src/platform/assets.ts';
import { logout } from '../../src/shared/contracts/accounts.ts';
import { createAnnouncement, updateAnnouncement } from '../../src/shared/contracts/announcements.ts';
import { createEvent } from '../../src/shared/contracts/events.ts';
import { startWeb, type WebApp } from '../../src/web-app.ts';
import { testConfig, testLog } from '../helpers/app-config.ts';
import { newChatter } from '../helpers/chat.ts';
import { eventually } from '../helpers/eventually.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { startBrowser, type TestBrowser, type WatchedPage } from './helpers/chromium.ts';
import { signInAs } from './helpers/sign-in.ts';

describe('The shell of the site', function () {
  this.timeout(60_000);
  let web: WebApp;
  let origin: string;
  let chromium: TestBrowser;
  let open: WatchedPage;
  let user: SignedInUser;

  before(async () => {
    await buildBrowser({ root: process.cwd() });
    const config = await testConfig();
    web = await startWeb({ config, log: testLog(), assets: loadAssets(), checkAnswers: true });
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

  const signIn = (who = user) => signInAs(who, open.context);
  const focused = () => open.page.evaluate(() => document.activeElement?.textContent ?? null);
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
    expect(await open.page.$('details[open]')).to.equal(null);
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

  it('closes the menu on Escape, and on a tap elsewhere without script as well', async () => {
    const menu = 'summary[aria-label="Your account"]';
    const isOpen = () => open.page.$eval(menu, (button) => (button.parentElement as HTMLDetailsElement).open);
    await signIn();
    await open.page.goto(`${origin}/dashboard`);
    await alive(open.page, 'shell');
    await open.page.click(menu);
    await open.page.keyboard.press('Tab');
    await open.page.keyboard.press('Escape');
    expect(await isOpen()).to.equal(false);
    expect(await open.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).to.equal('Your account');
    await open.page.setJavaScriptEnabled(false);
    await open.page.goto(`${origin}/dashboard`);
    for (const [x, y] of [
      [500, 30],
      [20, 780],
      [1270, 400],
    ] as const) {
      await open.page.click(menu);
      expect(await isOpen()).to.equal(true);
      await open.page.mouse.click(x, y);
      expect(await isOpen(), `at ${x}, ${y}`).to.equal(false);
    }
    await open.page.click(menu);
    await Promise.all([open.page.waitForNavigation(), open.page.click('details[open] .menu a')]);
    expect(new URL(open.page.url()).pathname).not.to.equal('/dashboard');
    expect(open.problems).to.deep.equal([]);
  });

  it('takes what is for staff off the screen when they log out in another tab, and leaves what anybody may be writing', async () => {
    const editor = await newUser(origin, { role: 'editor' });
    await newChatter(origin).start('My grandmother is in hospital');
    await signIn(editor);
    const [desk, form] = [await open.context.newPage(), await open.context.newPage()];
    await desk.goto(`${origin}/staff/chat`);
    await desk.waitForSelector('.desk-entry');
    await form.goto(`${origin}/start-a-vidday?occasion=birthday`);
    await form.type('[name="firstName[]"]', 'Ruth');
    await Promise.all([alive(desk, 'shell'), alive(form, 'shell')]);
    await open.page.bringToFront();
    await open.page.goto(`${origin}/dashboard`);
    await alive(open.page, 'shell');
    const deskGoes = desk.waitForNavigation();
    await open.page.click('summary[aria-label="Your account"]');
    await open.page.click('details[open] [data-logout]');
    await deskGoes;
    expect(new URL(desk.url()).pathname).to.equal('/auth/login');
    expect(await desk.content()).not.to.include('grandmother');
    expect(await form.$eval('[name="firstName[]"]', (field) => (field as HTMLInputElement).value)).to.equal('Ruth');
    expect(open.problems).to.deep.equal([]);
  });

  describe('whether it is still the same person', () => {
    const WHO = '/api/v2/auth/who-am-i';
    const asked = () => open.requests.filter((url) => url.endsWith(WHO)).length;
    const answered = () => open.page.waitForResponse((answer) => answer.url().endsWith(WHO));

    /** The clock of this page stands for whatever comes every five minutes, until `passFiveMinutes`. */
    const holdTurns = () =>
      open.page.evaluateOnNewDocument(`{
        const begin = window.setInterval.bind(window);
        const held = [];
        window.passFiveMinutes = () => held.forEach((run) => run());
        window.setInterval = (run, delay, ...rest) => delay === 300000 ? held.push(run) * -1 : begin(run, delay, ...rest);
      }`);
    const passFiveMinutes = () => open.page.evaluate('passFiveMinutes()');
    /** Out of sight for this long. */
    const lookAway = (milliseconds: number) =>
      open.page.evaluate(`{
        const now = Date.now;
        const show = (hidden) => {
          Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
          document.dispatchEvent(new Event('visibilitychange'));
        };
        show(true);
        Date.now = () => now() + ${milliseconds};
        show(false);
        Date.now = now;
      }`);

    it('is asked now and then; a page whose person was logged out elsewhere is asked for anew', async () => {
      const person = await newUser(origin);
      await signIn(person);
      await holdTurns();
      await open.page.goto(`${origin}/dashboard`);
      await alive(open.page, 'shell');
      expect(asked()).to.equal(0);
      const [first] = await Promise.all([answered(), passFiveMinutes()]);
      expect((await first.json()).data.email).to.equal(person.user.email);
      await lookAway(50_000);
      expect(asked(), 'not after a short look away').to.equal(1);
      await Promise.all([answered(), lookAway(70_000)]);
      expect(new URL(open.page.url()).pathname).to.equal('/dashboard');
      await person.call(logout);
      await Promise.all([open.page.waitForNavigation(), passFiveMinutes()]);
      expect(new URL(open.page.url()).pathname).to.equal('/auth/login');
      await alive(open.page, 'shell');
      const before = asked();
      await passFiveMinutes();
      await lookAway(70_000);
      expect(asked(), 'nobody is signed in').to.equal(before);
      expect(open.problems).to.deep.equal([]);
    });

    it('stays as it is where that can’t be asked', async () => {
      await signIn();
      await holdTurns();
      await open.page.goto(`${origin}/dashboard`);
      await alive(open.page, 'shell');
      await open.page.setRequestInterception(true);
      open.page.on('request', (request) => {
        if (request.url().endsWith(WHO)) void request.respond({ status: 503, body: '' });
        else void request.continue();
      });
      const told = new Promise((resolve) => {
        open.page.on('console', (message) => message.text().startsWith('Who is signed in') && resolve(message.type()));
      });
      await passFiveMinutes();
      expect(await told).to.equal('info');
      expect(new URL(open.page.url()).pathname).to.equal('/dashboard');
    });
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

  it('shows at the top of a page that is asked for anew what was announced meanwhile, and keeps the place further down', async () => {
    await open.page.setViewport({ width: 360, height: 740, hasTouch: true, isMobile: true });
    const editor = await newUser(origin, { role: 'editor' });
    const top = (selector: string) =>
      open.page.$eval(selector, (found) => Math.round(found.getBoundingClientRect().top));
    await open.page.goto(`${origin}/terms`);
    const body = { type: 'outage', message: 'Slow on Monday' };
    const { id } = await editor.call(createAnnouncement, { body });
    await open.page.reload();
    await open.page.waitForSelector('.notice.is-other');
    expect(await top('.notice')).to.equal(0);
    expect(await open.page.evaluate(() => window.scrollY)).to.equal(0);
    await open.page.$eval('main section:nth-of-type(3)', (part) => part.scrollIntoView());
    const before = await top('main section:nth-of-type(3)');
    await editor.call(updateAnnouncement, { params: { id }, body: { endsAt: new Date().toISOString() } });
    await open.page.reload();
    expect(await open.page.$('.notice')).to.equal(null);
    expect(await top('main section:nth-of-type(3)')).to.equal(before);
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
    const roles = () => open.page.$$eval('[role="status"]', (all) => all.map(({ id }) => id));
    expect(await roles(), 'readers watch it before anything comes').to.include('announcements');
    const body = { type: 'outage', message: 'Slow on Sunday' };
    const { id } = await editor.call(createAnnouncement, { body });
    await open.page.waitForSelector('#announcements:not([hidden]) .notice.is-other');
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
    expect(await focused()).to.equal("Thank you, we'll review this page.");
    expect(open.problems).to.deep.equal([]);
  });

  it('says when a report did not reach us, and takes it again', async () => {
    const event = await user.call(createEvent, {
      body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] },
    });
    let isBroken = true;
    await open.page.setRequestInterception(true);
    open.page.on('request', (request) => {
      if (isBroken && request.method() === 'POST') void request.respond({ status: 503, body: '' });
      else void request.continue();
    });
    await open.page.goto(`${origin}/e/${event.uuid}`);
    await open.page.click('.report button');
    await open.page.waitForSelector('#toasts .toast.bad');
    const words = (selector: string) => open.page.$eval(selector, (found) => found.textContent);
    expect(await words('#toasts .toast-text')).to.equal('An error occured.');
    expect(await words('.report')).to.equal('Report This Page');
    isBroken = false;
    await open.page.click('.report button');
    await open.page.waitForFunction(() => document.querySelector('.report')?.textContent?.startsWith('Thank you'));
    expect(await words('#toasts .toast-text')).to.equal('Submitted, thank you!');
  });

  describe('what was just done', () => {
    const UUID = '11111111-1111-4111-8111-111111111111';
    const EVENT_ID = '0123456789abcdef01234567';
    const counted = () => open.requests.filter((url) => url.endsWith('/api/v2/analytics/events')).length;
    const told = () => open.page.evaluate(() => window.dataLayer ?? null);
    const address = () => open.page.evaluate(() => location.pathname + location.search + location.hash);

    /** The clock of this page stands for whatever waits four seconds, until `passFourSeconds`. */
    const holdClock = () =>
      open.page.evaluateOnNewDocument(`{
        const begin = window.setTimeout.bind(window);
        const held = [];
        window.passFourSeconds = () => held.forEach((run) => run());
        window.setTimeout = (run, delay, ...rest) => delay === 4000 ? held.push(run) * -1 : begin(run, delay, ...rest);
      }`);
    const passFourSeconds = () => open.page.evaluate('passFourSeconds()');

    async function visit(path: string): Promise<void> {
      await open.page.goto(origin + path);
      await alive(open.page, 'shell');
    }
    const choose = async (choice: 'yes' | 'no') => {
      await open.page.evaluateOnNewDocument((value) => localStorage.setItem('vd.counting', value), choice);
    };

    it('leaves the address at once, and is told four seconds later where that was agreed to', async () => {
      await signIn();
      await holdClock();
      await choose('yes');
      await visit(`/dashboard?a=b&gtm_event_login=google&gtm_event_start_vidday=${UUID}&gtm_event_id=${EVENT_ID}#c`);
      expect(await address()).to.equal('/dashboard?a=b#c');
      expect([await told(), counted()]).to.deep.equal([null, 0]);
      const answers = [1, 2].map(() =>
        open.page.waitForResponse((answer) => answer.url().endsWith('/analytics/events')),
      );
      await passFourSeconds();
      expect(await told()).to.deep.equal([
        { event: 'login', method: 'google' },
        { event: 'start_vidday', uuid: UUID, eventId: EVENT_ID },
      ]);
      expect((await Promise.all(answers)).map((answer) => answer.status())).to.deep.equal([202, 202]);
      await passFourSeconds();
      expect(counted()).to.equal(2);
      expect(await open.page.$('.toast.ask')).to.equal(null);
      expect(open.problems).to.deep.equal([]);
    });

    it('is not asked about over a page full of work, but on the next one', async () => {
      await signIn();
      const event = await user.call(createEvent, {
        body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] },
      });
      await visit(`/e/${event.uuid}?gtm_event_login=password`);
      expect(await address()).to.equal(`/e/${event.uuid}`);
      expect(await open.page.$('.toast.ask')).to.equal(null);
      await visit('/dashboard');
      await open.page.waitForSelector('.toast.ask');
      expect(counted()).to.equal(0);
      await visit('/dashboard');
      expect(await open.page.$('.toast.ask')).to.equal(null);
    });

    it('is asked about once; a yes counts, a no is kept', async () => {
      await signIn();
      await holdClock();
      await visit('/dashboard?gtm_event_sign_up=password');
      await open.page.waitForSelector('.toast.ask');
      await passFourSeconds();
      expect([await told(), counted()]).to.deep.equal([null, 0]);
      const [no, yes] = await open.page.$$('.toast.ask .btn');
      expect(await no?.evaluate((button) => button.textContent)).to.equal('No, don’t');
      const answer = open.page.waitForResponse((each) => each.url().endsWith('/analytics/events'));
      await yes?.click();
      expect(await told()).to.deep.equal([{ event: 'sign_up', method: 'password' }]);
      expect((await answer).status()).to.equal(202);
      // The answer is taken back where it is explained.
      await open.page.goto(`${origin}/privacy#counting`);
      await open.page.click('.counting button');
      await open.page.waitForSelector('.counting [aria-pressed="true"]');
      expect(await open.page.evaluate(() => Object.keys(localStorage))).to.deep.equal(['vd.counting']);
      await visit('/dashboard?gtm_event_login=password');
      await passFourSeconds();
      expect([await open.page.$('.toast.ask'), await told(), counted()]).to.deep.equal([null, null, 1]);
      expect(open.problems).to.deep.equal([]);
    });

    for (const [name, property, value] of [
      ['Do Not Track', 'doNotTrack', '"1"'],
      ['Global Privacy Control', 'globalPrivacyControl', 'true'],
    ]) {
      it(`is neither told nor asked about under ${name}`, async () => {
        await signIn();
        await holdClock();
        await open.page.evaluateOnNewDocument(
          `Object.defineProperty(Navigator.prototype, '${property}', { get: () => ${value} })`,
        );
        for (const choice of [null, 'yes'] as const) {
          if (choice) await choose(choice);
          await visit('/dashboard?gtm_event_login=password');
          await passFourSeconds();
          expect(await address()).to.equal('/dashboard');
          expect([await open.page.$('.toast.ask'), await told(), counted()]).to.deep.equal([null, null, 0]);
        }
      });
    }

    it('is told before the page is left, if that is sooner, and goes along with what is started', async () => {
      await signIn();
      await holdClock();
      await choose('yes');
      await visit('/dashboard?gtm_event_login=password');
      await visit('/start-a-vidday?occasion=birthday');
      const number = await open.page.evaluate(() => localStorage.getItem('vd.analyticsClientId'));
      expect(number).to.match(/^[0-9a-f]{32}$/);
      const stored = () => mongoose.connection.collection('analytics_events').countDocuments({ clientId: number });
      await eventually('the event', async () => (await stored()) === 1);
      await open.page.type('[name="firstName[]"]', 'Ruth');
      const posted = open.page.waitForRequest(
        (request) => request.method() === 'POST' && request.isNavigationRequest(),
      );
      await open.page.click('button.big[value="create"]');
      expect(new URLSearchParams((await posted).postData()).get('analyticsClientId')).to.equal(number);
    });

    it('makes another tab ask for its page anew after a login', async () => {
      await signIn();
      const other = await open.context.newPage();
      await other.goto(`${origin}/dashboard`);
      await alive(other, 'shell');
      await open.page.bringToFront();
      const otherGoes = other.waitForNavigation();
      await visit('/dashboard?gtm_event_login=google');
      await otherGoes;
      expect(await address()).to.equal('/dashboard');
    });
  });

  it('takes an idea at the end of any page, names what is like it, and counts votes in place', async () => {
    await open.page.goto(`${origin}/terms`);
    expect(open.requests.filter((url) => url.includes('/assets/js/'))).to.deep.equal([]);
    await open.page.click('.foot form[action="/ideas"] button');
    await open.page.waitForSelector('dialog[open]');
    await open.page.type('dialog [name="title"]', 'Let us choose the font');
    await open.page.click('dialog .btn');
    await open.page.waitForSelector('dialog a[href^="/ideas?sort=newest"]');
    expect(await focused()).to.match(/^Thank you! “Let us choose the font”/);
    await Promise.all([open.page.waitForNavigation(), open.page.click('dialog a[href^="/ideas"]')]);
    const words = (selector: string) => open.page.$eval(selector, (found) => found.textContent);
    expect(await words('.idea h2')).to.equal('Let us choose the font');
    await open.page.type('.ideas-own [name="title"]', 'fonts to choose');
    await open.page.waitForSelector('.alike');
    expect(await words('.alike li > span')).to.equal('Let us choose the font');
    await open.page.click('.idea .vote');
    await open.page.waitForSelector('.idea .vote[aria-pressed="false"]');
    await open.page.waitForFunction(() => document.querySelector('.idea .vote b')?.textContent === '0');
    expect(await words('.idea .vote')).to.equal('0 votes');
    expect(open.problems).to.deep.equal([]);
  });

  it('shows and takes ideas without script', async () => {
    await open.page.setJavaScriptEnabled(false);
    await open.page.goto(`${origin}/help`);
    await Promise.all([open.page.waitForNavigation(), open.page.click('.foot form[action="/ideas"] button')]);
    expect(new URL(open.page.url()).pathname).to.equal('/ideas');
    await open.page.type('.ideas-own [name="title"]', 'A guestbook on paper');
    await Promise.all([open.page.waitForNavigation(), open.page.click('.ideas-own .btn')]);
    expect(new URL(open.page.url()).searchParams.get('sort')).to.equal('newest');
    const card = '.idea:target';
    expect(await open.page.$eval(card, (found) => found.textContent)).to.include('A guestbook on paper');
    await Promise.all([open.page.waitForNavigation(), open.page.click(`${card} .vote`)]);
    expect(await open.page.$eval(`${card} .vote`, (found) => found.getAttribute('aria-pressed'))).to.equal('false');
    expect(await open.page.$eval(`${card} .vote`, (found) => found.textContent)).to.equal('0 votes');
  });
});
