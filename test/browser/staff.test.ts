import { expect } from 'chai';
import { changeRole } from '../../src/features/users/roles.service.ts';
import { startEvent } from '../helpers/giving.ts';
import { codeFor, confirmAddress } from '../helpers/second-factor.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { startWholeApp, type WholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { lookOver } from './helpers/look-over.ts';
import { signInAs } from './helpers/sign-in.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

describe('staff in a browser', function () {
  this.timeout(600_000);
  let app: WholeApp;
  let chromium: TestBrowser;
  let editor: SignedInUser;

  before(async () => {
    app = await startWholeApp({ hasWorker: false });
    chromium = await startBrowser();
    editor = await newUser(app.origin);
    await confirmAddress(app.connection, editor.user.email);
    await changeRole(editor.user.email, 'editor', null);
  });
  after(async () => {
    await chromium?.close();
    await app?.close();
  });

  /** Follows a link or sends a form, also without script and below what lies over the foot of a small page. */
  const press = ({ page }: StrictPage, selector: string) =>
    Promise.all([page.waitForNavigation(), page.$eval(selector, (element) => (element as HTMLElement).click())]);
  const title = ({ page }: StrictPage) => page.$eval('h1', (heading) => heading.textContent);
  const toDesk = ({ page }: StrictPage) => page.goto(`${app.origin}/staff/chat`);

  /** From the page that is open, by address and password. */
  async function logIn(open: StrictPage): Promise<void> {
    await open.page.$eval(
      'input[name=email]',
      (field, text) => Object.assign(field, { value: text }),
      editor.user.email,
    );
    await open.page.type('input[name=password]', editor.password);
    await press(open, 'form[data-form=login] [type=submit]');
  }

  /** Comes with a password alone, and is not let in. */
  async function logInAtDesk(open: StrictPage): Promise<void> {
    await toDesk(open);
    await logIn(open);
    expect(await title(open)).to.equal('This needs your second step');
  }

  it('are sent to two-factor setup, then to their desk, with script and without', async () => {
    const plain = await openStrict(chromium);
    await plain.page.setJavaScriptEnabled(false);
    await logInAtDesk(plain);
    const first = await openStrict(chromium, { touch: false });
    await logInAtDesk(first);
    expect(await lookOver(first.page)).to.deep.equal([]);

    await press(first, 'a[href="/settings/second-step"]');
    const secret = await first.text('.second-step__secret');
    await first.page.type('#code', codeFor(secret));
    await press(first, 'form[action="/settings/second-step"] [type=submit]');
    await toDesk(first);
    expect(await first.page.title()).to.equal('Chat: VidDay');

    await toDesk(plain);
    await press(plain, 'a[href^="/auth/login?again"]');
    expect(await plain.text('.banner')).to.include('again, with your second step');
    await logIn(plain);
    // The code of now was used.
    await plain.page.type('input[name=code]', codeFor(secret, 1));
    await press(plain, 'form[action^="/auth/second-step"] [type=submit]');
    expect(await plain.page.title()).to.equal('Chat: VidDay');

    for (const { problems } of [first, plain]) {
      expect(problems.filter((each) => !each.includes('403'))).to.deep.equal([]);
    }
    await Promise.all([first.close(), plain.close()]);
  });

  it('see an event as anyone does, with a bar that leads to their desk', async () => {
    const event = await startEvent(await newUser(app.origin));
    const passing = await newUser(app.origin, { role: 'editor' });
    const open = await openStrict(chromium, { touch: false });
    await signInAs(passing, open.context);
    await open.page.goto(`${app.origin}/e/${event.uuid}`);
    expect(await title(open)).to.include('Ruth');
    expect(await open.text('.shell__state')).to.include('You see what anyone sees.');
    expect(await lookOver(open.page)).to.deep.equal([]);
    await press(open, '.shell__state a');
    expect(await open.page.title()).to.equal('Overview: staff desk');
    expect(open.problems).to.deep.equal([]);
    await open.close();
  });
});
