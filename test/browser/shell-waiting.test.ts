import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer';
import { newUser } from '../helpers/user.ts';
import { startTestWeb, type TestWeb } from '../helpers/web-app.ts';
import { startBrowser, type TestBrowser, type WatchedPage } from './helpers/chromium.ts';
import { click } from './helpers/pointer.ts';
import { signInAs } from './helpers/sign-in.ts';

describe('timers of the shell', function () {
  this.timeout(600_000);
  let web: TestWeb;
  let chromium: TestBrowser;
  let open: WatchedPage;

  before(async () => {
    web = await startTestWeb();
    chromium = await startBrowser();
  });
  after(async () => {
    await chromium?.close();
    await web?.close();
  });
  beforeEach(async () => {
    open = await chromium.open();
    await signInAs(await newUser(web.origin), open.context);
  });
  afterEach(async () => {
    await open.close();
  });

  /** The clock of this page stands for whatever waits this long, until `pass()`. */
  const hold = (milliseconds: number) =>
    open.page.evaluateOnNewDocument(`{
      const begin = window.setTimeout.bind(window);
      const held = [];
      window.pass = () => { for (const run of held.splice(0)) run(); };
      window.setTimeout = (run, delay, ...rest) => delay === ${milliseconds} ? held.push(run) * -1 : begin(run, delay, ...rest);
    }`);
  const pass = () => open.page.evaluate('pass()');
  const visit = async () => {
    await open.page.goto(`${web.origin}/dashboard`);
    await open.page.waitForSelector('vd-island[data-name="shell"][data-alive]');
  };
  const logOut = async () => {
    await click(open.page, 'summary[aria-label="Menu"]');
    await click(open.page, 'details[open] [data-logout]');
  };

  it('reload the page nine seconds after logging out', async () => {
    await hold(9000);
    await visit();
    await logOut();
    await open.page.waitForSelector('#toasts .toast');
    expect(new URL(open.page.url()).pathname).to.equal('/dashboard');
    await Promise.all([open.page.waitForNavigation(), pass()]);
    expect(new URL(open.page.url()).pathname).to.equal('/auth/login');
  });

  it('end an unanswered log-out silently after 45 seconds, and allow another', async () => {
    await hold(45_000);
    await visit();
    await open.page.setRequestInterception(true);
    let isSilent = true;
    const posted = new Promise<HTTPRequest>((resolve) => {
      open.page.on('request', (request) => {
        if (request.method() !== 'POST' || !isSilent) void request.continue();
        else resolve(request);
      });
    });
    await logOut();
    await posted;
    const given = open.page.waitForFunction(() => performance.getEntriesByName('given up').length > 0);
    await open.page.evaluate('pass(), setTimeout(() => performance.mark("given up"), 0)');
    await given;
    expect(await open.page.$('#toasts .toast')).to.equal(null);
    isSilent = false;
    await logOut();
    await open.page.waitForSelector('#toasts .toast');
    const words = await open.page.$eval('#toasts .toast__text', (toast) => toast.textContent);
    expect(words).to.equal('Success – You have been logged out!');
  });

  it('reconnect the websocket after one to five seconds, plus or minus half, without polling', async () => {
    await open.page.evaluateOnNewDocument(`{
      const begin = window.setTimeout.bind(window);
      let last = null;
      window.waited = [];
      window.addresses = [];
      window.limits = new Set();
      window.setTimeout = (run, delay = 0, ...rest) => {
        window.limits.add(delay);
        const isPause = delay >= 500 && delay <= 5000;
        return begin(isPause ? () => { last = delay; run(); } : run, isPause ? 0 : delay, ...rest);
      };
      window.WebSocket = class {
        constructor(address) {
          window.addresses.push(address);
          if (window.addresses.length > 1) window.waited.push(last);
          begin(() => { this.onerror?.(new Event('error')); this.onclose?.(new CloseEvent('close', { code: 1006 })); }, 0);
        }
        close() {}
        send() {}
      };
    }`);
    await visit();
    await open.page.waitForFunction('window.waited.length >= 5');
    const seen = (await open.page.evaluate('({ waited, addresses, limits: [...limits] })')) as {
      waited: number[];
      addresses: string[];
      limits: number[];
    };
    for (const address of seen.addresses) expect(new URL(address).searchParams.get('transport')).to.equal('websocket');
    expect(open.requests.filter((url) => url.includes('/socket.io/'))).to.deep.equal([]);
    expect(seen.limits, 'the limit of one try').to.include(20_000);
    for (const [at, delay] of seen.waited.slice(0, 5).entries()) {
      const usual = 1000 * 2 ** at;
      expect(delay, `try ${at + 2}`).to.be.within(Math.min(usual / 2, 5000), Math.min(usual * 1.5, 5000));
    }
  });
});
