import { expect } from 'chai';
import type { SandboxMail } from '../../src/integrations/sandbox/smtp-outbox.ts';
import { eventually } from '../helpers/eventually.ts';
import { codeFor, confirmAddress, useCodeApp } from '../helpers/second-factor.ts';
import { newEmail, newUser, type SignedInUser } from '../helpers/user.ts';
import { startWholeApp, type WholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { holdFirst } from './helpers/held-request.ts';
import { lookOver } from './helpers/look-over.ts';
import { click } from './helpers/pointer.ts';
import { signInAs } from './helpers/sign-in.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

const PASSWORD = 'plum harbour violin 7';
const NEXT_PASSWORD = 'walnut ferry quartz 42';

describe('an account in a browser', function () {
  this.timeout(600_000);
  let app: WholeApp;
  let chromium: TestBrowser;
  let open: StrictPage;

  before(async () => {
    [app, chromium] = await Promise.all([startWholeApp(), startBrowser()]);
  });
  beforeEach(async () => {
    open = await openStrict(chromium, { touch: false });
  });
  after(async () => {
    await chromium?.close();
    await app?.close();
  });
  afterEach(async () => {
    expect(open.problems).to.deep.equal([]);
    await open.close();
  });

  /** Somebody with an account, signed in on the open page. */
  async function signedIn(): Promise<SignedInUser> {
    const person = await newUser(app.origin);
    await signInAs(person, open.context);
    return person;
  }

  const at = () => new URL(open.page.url()).pathname;
  const looks = async () => expect(await lookOver(open.page), at()).to.deep.equal([]);
  const submit = (action: string) => open.follow(`form[action="${action}"] [type=submit]`);
  const fill = async (selector: string, text: string) => {
    await click(open.page, selector, { count: 3 });
    await open.page.type(selector, text);
  };

  /** Path of the link in the newest mail whose link begins with `path`. */
  async function mailedPath(email: string, path: string): Promise<string> {
    let found: string | undefined;
    await eventually(`a mail with ${path}`, async () => {
      const mails: SandboxMail[] = await app.mailsTo(email);
      const links = mails
        .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
        .map((link) => new URL(link).pathname);
      found = links.find((each) => each.startsWith(path));
      return found !== undefined;
    });
    return found ?? '';
  }

  it('registers after a typo suggestion, with a password that can be shown', async () => {
    const { page } = open;
    const email = newEmail();
    await page.emulateTimezone('Asia/Tokyo');
    await page.setViewport({ width: 360, height: 740 });
    await open.visit(`${app.origin}/auth/register`);
    await page.type('#email', 'ada@gmial.com');
    await page.type('#first-name', 'Ada');
    await open.reads('.field__suggestion', 'ada@gmail.com');
    await click(page, '.field__suggestion button');
    expect(await page.$eval('#email', (field) => (field as HTMLInputElement).value)).to.equal('ada@gmail.com');
    expect(await page.evaluate(() => document.activeElement?.id)).to.equal('email');
    await fill('#email', email);
    await page.type('#password', PASSWORD);
    await click(page, '.field__show');
    await page.waitForSelector('#password[type=text]');
    expect(await page.$eval('#password', (field) => (field as HTMLInputElement).value)).to.equal(PASSWORD);
    await submit('/auth/register');
    expect(at()).to.equal('/dashboard');
    expect(await open.text('.banner--warn'))
      .to.include('Please confirm your address')
      .and.include(email);
    await page.emulateTimezone();
    await open.visit(`${app.origin}/settings/profile`);
    expect(await page.$eval('select[name=timeZone]', (field) => (field as HTMLSelectElement).value)).to.equal(
      'Asia/Tokyo',
    );
  });

  it('suggests a correction even when the field was left before the script loaded', async () => {
    const slow = await openStrict(chromium);
    await slow.visit(`${app.origin}/auth/register`);
    const held = await holdFirst(slow.page, 'email-field');
    await slow.page.type('#email', 'ada@gmial.com');
    await slow.page.type('#first-name', 'Ada');
    await (await held.request).continue();
    await slow.reads('.field__suggestion', 'ada@gmail.com');
    expect(slow.problems).to.deep.equal([]);
    await slow.close();
  });

  it('confirms by the mailed link’s button, once logged in', async () => {
    const { user, password } = await signedIn();
    const link = app.origin + (await mailedPath(user.email, '/auth/activate/'));
    const other = await openStrict(chromium, { touch: false });
    await other.page.bringToFront();
    await other.visit(link);
    expect(await lookOver(other.page), 'in another browser').to.deep.equal([]);
    await other.follow('a[href^="/auth/login?next="]');
    await other.page.type('#email', user.email);
    await other.page.type('#password', password);
    await other.follow('form[action="/auth/login"] [type=submit]');
    expect(await other.page.$(`form[action="${new URL(link).pathname}"]`), 'the button').not.to.equal(null);
    await other.visit(`${app.origin}/dashboard`);
    expect(await other.text('main')).to.include('Please confirm');
    expect(other.problems).to.deep.equal([]);
    await other.close();
    await open.page.bringToFront();
    await open.visit(link);
    await looks();
    const action = at();
    await submit(action);
    expect(at()).to.equal('/auth/done/confirmed');
    await looks();
    await open.visit(`${app.origin}/dashboard`);
    expect(await open.text('main')).not.to.include('Please confirm');
  });

  it('has its settings on one page, and changes the password there', async () => {
    const { page } = open;
    const { password } = await signedIn();
    await page.setViewport({ width: 1280, height: 800 });
    await open.visit(`${app.origin}/dashboard`);
    await Promise.all([page.waitForNavigation(), click(page, 'nav a[href="/settings/profile"].shell__wide')]);
    await page.select('#time-zone', 'Europe/Berlin');
    await fill('#last-name', 'Byron');
    await submit('/settings/profile/details');
    expect(await open.text('#account .banner')).to.include('Saved.');
    await page.$$eval('details.settings__setting', (all) => {
      for (const each of all) each.setAttribute('open', '');
    });
    await looks();
    await page.setViewport({ width: 1280, height: 800 });
    await page.type('#current-password', password);
    await page.type('#new-password', NEXT_PASSWORD);
    await submit('/settings/profile/password');
    expect(await open.text('#account .banner')).to.include('Your new password is set.');
  });

  it('turns on two-factor and shows recovery codes', async () => {
    const { page } = open;
    const { user } = await signedIn();
    await confirmAddress(app.connection, user.email);
    await open.visit(`${app.origin}/settings/profile`);
    await page.$$eval('details.setting', (all) => {
      for (const each of all) each.setAttribute('open', '');
    });
    await open.follow('a[href="/settings/second-step"]');
    await looks();
    const size = await page.$eval('.second-step__qr', (picture) => (picture as HTMLImageElement).naturalWidth);
    expect(size, 'the picture for the app').to.be.above(0);
    // The code before and the one after are good too, so a span of time that ends here does no harm.
    await fill('#code', codeFor(await open.text('.second-step__secret')));
    await submit('/settings/second-step');
    const codes = await page.$$eval('.second-step__codes li', (all) => all.map((each) => each.textContent ?? ''));
    expect(codes).to.have.length(10);
    await looks();
    await open.follow('a[href="/settings/profile#security"].button--big');
    expect(await open.text('#second-step')).to.include('10 recovery codes left');
  });

  it('logs in elsewhere with both steps, is listed there, and logs out everywhere', async () => {
    const person = await signedIn();
    const { email } = person.user;
    const { recoveryCodes } = await useCodeApp(app.connection, person);
    const other = await openStrict(chromium, { touch: false });
    await other.page.bringToFront();
    await other.visit(`${app.origin}/auth/login`);
    await other.page.type('#email', email);
    await other.page.type('#password', person.password);
    await other.follow('form[action="/auth/login"] [type=submit]');
    expect(new URL(other.page.url()).pathname).to.equal('/auth/second-step');
    expect(await other.page.evaluate(() => document.activeElement?.id)).to.equal('code');
    const { page } = open;
    await page.setViewport({ width: 360, height: 740 });
    // The app's code of this half minute was used to turn it on.
    await click(other.page, '.door__reveal summary');
    await other.page.type('#recovery', recoveryCodes[0] ?? '');
    await other.follow('.door__reveal [type=submit]');
    expect(new URL(other.page.url()).pathname).to.equal('/dashboard');

    await page.bringToFront();
    await open.visit(`${app.origin}/settings/profile`);
    expect(await page.$$eval('.settings-sessions__session', (all) => all.length)).to.equal(2);
    await open.follow('[name=here][value=yes]');
    expect(at()).to.equal('/auth/login');
    expect(await open.text('main')).to.include('You’re logged out everywhere.');
    await looks();
    await other.visit(`${app.origin}/dashboard`);
    expect(new URL(other.page.url()).pathname).to.equal('/auth/login');
    expect(other.problems).to.deep.equal([]);
    await other.close();

    await page.bringToFront();
    await page.type('#email', email);
    await page.type('#password', person.password);
    await submit('/auth/login');
    expect(at()).to.equal('/auth/second-step');
    await click(page, '.door__reveal summary');
    await looks();
  });
});
