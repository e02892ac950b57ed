import { expect } from 'chai';
import { beforeWrite } from '../helpers/before-write.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, type SignedInUser } from '../helpers/user.ts';
import { startWholeApp, type WholeApp } from '../helpers/whole-app.ts';
import { mailedToken } from '../helpers/written-mails.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { clickOn } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

/** A finger on the sensor, always; the passkey stays in the device. */
const DEVICE = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** Something that is waited for. */
function promised(): { kept: Promise<void>; keep(): void } {
  let keep: () => void = () => undefined;
  const kept = new Promise<void>((resolve) => {
    keep = resolve;
  });
  return { kept, keep: () => keep() };
}

/** What a browser's answer is posted to. */
const ENTER = '/api/v2/auth/passkey';

describe('signing in with a browser', function () {
  this.timeout(600_000);
  let app: WholeApp;
  let origin: string;
  let chromium: TestBrowser;
  let open: StrictPage;

  before(async () => {
    app = await startWholeApp({ hasWorker: false, host: 'localhost', env: { SIGN_IN_SANDBOX: 'true' } });
    origin = app.config.appOrigin;
    chromium = await startBrowser();
  });
  after(async () => {
    await chromium?.close();
    await app?.close();
  });
  beforeEach(async () => {
    open = await openStrict(chromium, { width: 1280, height: 800 });
  });
  afterEach(async () => {
    await open.close();
  });

  /** Who is signed in, as the page sees it. */
  const who = () => open.page.evaluate(async () => (await (await fetch('/api/v2/auth/who-am-i')).json()).data);
  const path = () => {
    const { pathname, search } = new URL(open.page.url());
    return pathname + search;
  };

  async function logIn({ user, password }: SignedInUser, next: string): Promise<void> {
    await open.visit(`${origin}/auth/login?next=${encodeURIComponent(next)}`);
    await open.page.type('input[name=email]', user.email);
    await open.page.type('input[name=password]', password);
    await open.follow('form[data-form=login] [type=submit]');
  }

  it('creates a passkey in the settings, and signs in with it alone', async () => {
    const person = await newUser(app.origin);
    await confirmAddress(app.connection, person.user.email);
    const devices = await open.page.createCDPSession();
    await devices.send('WebAuthn.enable');
    const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE });
    await logIn(person, '/settings/profile');
    await clickOn(open.page, 'button', 'Add a passkey');
    // The page's address loses the mark of the login meanwhile, which is a navigation too.
    await open.page.waitForSelector('.settings__passkeys');
    expect(await open.text('.settings__passkeys')).to.include('not used yet');
    const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential])).to.deep.equal([
      ['localhost', true],
    ]);
    // By itself, from what the browser offers below the address.
    await logOut();
    await Promise.all([onDashboard(), open.page.goto(`${origin}/auth/login`)]);
    expect(await who()).to.include({ id: person.user.id });
    // By the button, where a browser offers nothing.
    await logOut();
    await open.page.evaluateOnNewDocument(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await open.visit(`${origin}/auth/login`);
    const [entering] = await Promise.all([
      open.page.waitForRequest((request) => new URL(request.url()).pathname === ENTER),
      onDashboard(),
      clickOn(open.page, 'button', 'Use a passkey'),
    ]);
    expect(await who()).to.include({ id: person.user.id });
    expect(open.problems).to.deep.equal([]);

    // With a ticket that was used up, as one is that has waited for too long.
    await logOut();
    await open.visit(`${origin}/auth/login`);
    const { ticket } = JSON.parse(entering.postData() ?? '{}');
    await open.page.setRequestInterception(true);
    let isLost = false;
    open.page.on('request', (request) => {
      if (new URL(request.url()).pathname !== ENTER) return void request.continue();
      if (isLost) return void request.abort();
      void request.continue({ postData: JSON.stringify({ ...JSON.parse(request.postData() ?? '{}'), ticket }) });
    });
    await clickOn(open.page, 'button', 'Use a passkey');
    await open.reads('[role=status]', 'That took too long');
    expect(await who()).to.equal(null);
    isLost = true;
    await clickOn(open.page, 'button', 'Use a passkey');
    await open.reads('[role=status]', 'We can’t reach the server');
  });

  it('creates a second passkey right after the first, with another device', async () => {
    const person = await newUser(app.origin);
    await confirmAddress(app.connection, person.user.email);
    const devices = await open.page.createCDPSession();
    await devices.send('WebAuthn.enable');
    const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE });
    await logIn(person, '/settings/profile');
    const add = async (count: number) => {
      await clickOn(open.page, 'button', 'Add a passkey');
      await open.page.waitForSelector(`.settings__passkeys > :nth-child(${count})`);
    };
    await add(1);
    // Another device, as it has none of the passkeys that the account has.
    await devices.send('WebAuthn.clearCredentials', { authenticatorId });
    await add(2);
    expect(new URL(open.page.url()).hash).to.equal('#security');
    expect(open.problems).to.deep.equal([]);
  });

  it('signs in by a mailed link whose button is clicked twice', async () => {
    const { user } = await newUser(app.origin);
    await open.visit(`${origin}/auth/login`);
    const { email } = user;
    await open.page.evaluate(async (address) => {
      const headers = { 'content-type': 'application/json' };
      await fetch('/api/v2/auth/sign-in-link', { method: 'POST', headers, body: JSON.stringify({ email: address }) });
    }, email);
    const token = await mailedToken(app.connection, email, 'sign-in-link');
    await open.visit(`${origin}/auth/sign-in-link/${token}`);
    await open.page.waitForSelector('vd-island[data-name=shell][data-alive]');
    const button = await open.page.waitForSelector('form[action^="/auth/sign-in-link"] [type=submit]');
    const { x, y } = (await button?.clickablePoint()) ?? { x: 0, y: 0 };
    const [begins, isClicked] = [promised(), promised()];
    const isHeld = await beforeWrite(
      'sign_ins',
      'insertOne',
      () => {
        begins.keep();
        return isClicked.kept;
      },
      async () => {
        const arrives = open.page.waitForNavigation();
        await open.page.mouse.click(x, y);
        await begins.kept;
        await open.page.mouse.click(x, y);
        isClicked.keep();
        await arrives;
      },
    );
    expect([isHeld, (await who())?.id]).to.deep.equal([true, user.id]);
    expect(new URL(open.page.url()).pathname).to.equal('/dashboard');
  });

  /** Away from the page first: what it still asks for would be refused. */
  const logOut = async () => {
    await open.page.goto('about:blank');
    await open.context.deleteCookie(...(await open.context.cookies()));
  };
  const onDashboard = () => open.page.waitForFunction(() => location.pathname === '/dashboard');

  it('signs in with Google, and removes the marker from the URL', async () => {
    const email = newEmail();
    await open.visit(`${origin}/auth/login?next=%2Fhelp`);
    await open.follow('a[href^="/auth/google"]');
    await open.page.$eval('input[name=email]', (field, text) => Object.assign(field, { value: text }), email);
    await open.follow('form[action^="/sandbox"] button:not([name])');
    expect(await who()).to.include({ email, verified: true });
    await open.page.waitForFunction(() => location.search === '');
    expect(path()).to.equal('/help');
    expect(open.problems).to.deep.equal([]);
  });

  it('signs in with Apple, which posts from another site, and keeps the draft', async () => {
    const email = newEmail();
    await open.visit(`${origin}/help`);
    const uuid = await open.page.evaluate(async () => {
      const body = JSON.stringify({ occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] });
      const headers = { 'content-type': 'application/json' };
      return (await (await fetch('/api/event', { method: 'POST', headers, body })).json()).data.uuid as string;
    });
    await open.visit(`${origin}/auth/register?next=${encodeURIComponent(`/e/${uuid}`)}`);
    await open.follow('a[href^="/auth/apple"]');
    await open.page.$eval('input[name=email]', (field, text) => Object.assign(field, { value: text }), email);
    await open.follow('form[action^="/sandbox"] button:not([name])');
    const fields = await open.page.$$eval('form input', (inputs) => inputs.map(({ name, value }) => [name, value]));
    // The form as another site has it.
    await open.page.goto('about:blank');
    await open.page.setContent(
      `<form method="post" action="${origin}/auth/apple/callback">${fields
        .map(([name, value = '']) => `<input name="${name}" value="${value.replaceAll('"', '&quot;')}">`)
        .join('')}<button>Go on</button></form>`,
    );
    await open.follow('button');
    expect(new URL(open.page.url()).pathname).to.equal(`/e/${uuid}`);
    const user = await who();
    expect(user).to.include({ email, verified: true });
    const event = await app.connection.collection('events').findOne({ uuid });
    expect(String(event?.creatorId)).to.equal(user.id);
    expect(open.problems).to.deep.equal([]);
  });
});
