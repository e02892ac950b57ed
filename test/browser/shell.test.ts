import { expect } from 'chai';
import { logout } from '../../src/shared/contracts/accounts.ts';
import { newChatter } from '../helpers/chat.ts';
import { newUser } from '../helpers/user.ts';
import { passToastTime } from './helpers/chromium.ts';
import { click } from './helpers/pointer.ts';
import { useSite } from './helpers/site.ts';

describe('the shell of every page', function () {
  this.timeout(600_000);
  const site = useSite();
  const menu = 'summary[aria-label="Your account"]';
  const logOut = async () => {
    await click(site.open.page, menu);
    await click(site.open.page, 'details[open] [data-logout]');
  };
  const failToLogOut = async () => {
    const { page } = site.open;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (request.method() === 'POST') void request.respond({ status: 503, body: '' });
      else void request.continue();
    });
    await logOut();
    await page.waitForSelector('#toasts .toast--bad');
  };

  it('logs out in place with a message, and another tab reloads', async () => {
    await site.signIn(await newUser(site.origin));
    const other = await site.open.context.newPage();
    await other.goto(`${site.origin}/dashboard`);
    await site.alive(other, 'shell');
    await site.open.page.bringToFront();
    await site.visit('/dashboard');
    const otherGoes = other.waitForNavigation();
    await logOut();
    expect(await site.open.page.$('details[open]')).to.equal(null);
    await site.open.page.waitForSelector('#toasts .toast');
    const words = await site.open.page.$eval('#toasts .toast__text', (toast) => toast.textContent);
    expect(words).to.equal('Success – You have been logged out!');
    await otherGoes;
    expect(new URL(other.url()).pathname).to.equal('/auth/login');
    expect(new URL(site.open.page.url()).pathname).to.equal('/dashboard');
    await Promise.all([site.open.page.waitForNavigation(), click(site.open.page, '#toasts [aria-label="Close"]')]);
    expect(new URL(site.open.page.url()).pathname).to.equal('/auth/login');
    expect(site.open.problems).to.deep.equal([]);
  });

  it('goes to the login after a while, even with the mouse over the message', async () => {
    await site.signIn(await newUser(site.origin));
    await site.visit('/dashboard');
    await logOut();
    await site.open.page.waitForSelector('#toasts .toast');
    await site.open.page.hover('#toasts .toast');
    await Promise.all([site.open.page.waitForNavigation(), passToastTime(site.open.page).catch(ignoreLeaving)]);
    expect(new URL(site.open.page.url()).pathname).to.equal('/auth/login');
  });

  it('closes the menu on Escape, and on a tap elsewhere without script too', async () => {
    const isOpen = () => site.open.page.$eval(menu, (button) => (button.parentElement as HTMLDetailsElement).open);
    await site.signIn();
    await site.visit('/dashboard');
    await click(site.open.page, menu);
    await site.open.page.keyboard.press('Tab');
    await site.open.page.keyboard.press('Escape');
    expect(await isOpen()).to.equal(false);
    expect(await site.open.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).to.equal(
      'Your account',
    );
    await site.open.page.setJavaScriptEnabled(false);
    await site.open.page.goto(`${site.origin}/dashboard`);
    for (const [x, y] of [
      [500, 30],
      [20, 780],
      [1270, 400],
    ] as const) {
      await click(site.open.page, menu);
      expect(await isOpen()).to.equal(true);
      await site.open.page.mouse.click(x, y);
      expect(await isOpen(), `at ${x}, ${y}`).to.equal(false);
    }
    await click(site.open.page, menu);
    await Promise.all([site.open.page.waitForNavigation(), click(site.open.page, 'details[open] .menu__list a')]);
    expect(new URL(site.open.page.url()).pathname).not.to.equal('/dashboard');
    expect(site.open.problems).to.deep.equal([]);
  });

  it('removes staff content when they log out in another tab, and keeps a visitor’s typing', async () => {
    const editor = await newUser(site.origin, { role: 'editor' });
    await newChatter(site.origin).start('My grandmother is in hospital');
    await site.signIn(editor);
    const [desk, form] = [await site.open.context.newPage(), await site.open.context.newPage()];
    await desk.goto(`${site.origin}/staff/chat`);
    await desk.waitForSelector('.staff-chat__entry');
    await form.goto(`${site.origin}/start-a-vidday?occasion=birthday`);
    await form.type('[name="firstName[]"]', 'Ruth');
    await Promise.all([site.alive(desk, 'shell'), site.alive(form, 'shell')]);
    await site.open.page.bringToFront();
    await site.visit('/dashboard');
    const deskGoes = desk.waitForNavigation();
    await logOut();
    await deskGoes;
    expect(new URL(desk.url()).pathname).to.equal('/auth/login');
    expect(await desk.content()).not.to.include('grandmother');
    expect(await form.$eval('[name="firstName[]"]', (field) => (field as HTMLInputElement).value)).to.equal('Ruth');
    expect(site.open.problems).to.deep.equal([]);
  });

  describe('the check of the signed-in user', () => {
    const WHO = '/api/v2/auth/who-am-i';
    const asked = () => site.open.requests.filter((url) => url.endsWith(WHO)).length;
    const answered = () => site.open.page.waitForResponse((answer) => answer.url().endsWith(WHO));

    /** The clock of this page stands for whatever comes every five minutes, until `passFiveMinutes`. */
    const holdTurns = () =>
      site.open.page.evaluateOnNewDocument(`{
        const begin = window.setInterval.bind(window);
        const held = [];
        window.passFiveMinutes = () => held.forEach((run) => run());
        window.setInterval = (run, delay, ...rest) => delay === 300000 ? held.push(run) * -1 : begin(run, delay, ...rest);
      }`);
    const passFiveMinutes = () => site.open.page.evaluate('passFiveMinutes()');
    /** Out of sight for this long. */
    const lookAway = (milliseconds: number) =>
      site.open.page.evaluate(`{
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

    it('runs periodically; a page whose user was logged out elsewhere reloads', async () => {
      const person = await newUser(site.origin);
      await site.signIn(person);
      await holdTurns();
      await site.visit('/dashboard');
      expect(asked()).to.equal(0);
      const [first] = await Promise.all([answered(), passFiveMinutes()]);
      expect((await first.json()).data.email).to.equal(person.user.email);
      await lookAway(50_000);
      expect(asked(), 'not after a short look away').to.equal(1);
      await Promise.all([answered(), lookAway(70_000)]);
      expect(new URL(site.open.page.url()).pathname).to.equal('/dashboard');
      await person.call(logout);
      await Promise.all([site.open.page.waitForNavigation(), passFiveMinutes()]);
      expect(new URL(site.open.page.url()).pathname).to.equal('/auth/login');
      await site.alive(site.open.page, 'shell');
      const before = asked();
      await passFiveMinutes();
      await lookAway(70_000);
      expect(asked(), 'nobody is signed in').to.equal(before);
      expect(site.open.problems).to.deep.equal([]);
    });

    it('changes nothing when it fails', async () => {
      await site.signIn();
      await holdTurns();
      await site.visit('/dashboard');
      await site.open.page.setRequestInterception(true);
      site.open.page.on('request', (request) => {
        if (request.url().endsWith(WHO)) void request.respond({ status: 503, body: '' });
        else void request.continue();
      });
      const told = new Promise((resolve) => {
        site.open.page.on(
          'console',
          (message) => message.text().startsWith('Who is signed in') && resolve(message.type()),
        );
      });
      await passFiveMinutes();
      expect(await told).to.equal('info');
      expect(new URL(site.open.page.url()).pathname).to.equal('/dashboard');
    });
  });

  it('says that logging out failed, and stays logged in', async () => {
    await site.signIn();
    await site.visit('/dashboard');
    await failToLogOut();
    const words = await site.open.page.$eval('#toasts .toast__text', (toast) => toast.textContent);
    expect(words).to.equal('Error – An error occured while signing out.');
    await click(site.open.page, '#toasts [aria-label="Close"]');
    await site.open.page.waitForSelector('#toasts .toast', { hidden: true });
    expect(new URL(site.open.page.url()).pathname).to.equal('/dashboard');

    await logOut();
    await site.open.page.waitForSelector('#toasts .toast--bad');
    await passToastTime(site.open.page);
    expect(await site.open.page.$('#toasts .toast')).to.equal(null);
  });

  it('keeps a message while the mouse is over it or the focus in it', async () => {
    const { page } = site.open;
    const isShown = async () => (await page.$('#toasts .toast')) !== null;
    await site.signIn();
    await site.visit('/dashboard');
    await failToLogOut();
    await page.hover('#toasts .toast');
    await passToastTime(page);
    expect(await isShown(), 'under the mouse').to.equal(true);
    await page.focus('#toasts [aria-label="Close"]');
    await page.mouse.move(1, 1);
    await passToastTime(page);
    expect(await isShown(), 'with the focus').to.equal(true);
    await page.focus(menu);
    await passToastTime(page);
    expect(await isShown(), 'just left').to.equal(true);
    await passToastTime(page);
    expect(await isShown(), 'left a while ago').to.equal(false);
  });
});

/** The page may be gone before it has answered. */
function ignoreLeaving(error: Error): void {
  if (!/destroyed|detached|closed/i.test(error.message)) throw error;
}
