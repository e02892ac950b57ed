import { expect } from 'chai';
import type { Event } from '../../src/shared/contracts/events.ts';
import { giveText, readEvent, startEvent } from '../helpers/giving.ts';
import { chipIn, unwrapped } from '../helpers/pools.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { lookOver } from './helpers/look-over.ts';
import { tap } from './helpers/pointer.ts';
import { signInAs } from './helpers/sign-in.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

const PHONE = { width: 360, height: 740 };

describe('presents in the browser', function () {
  this.timeout(600_000);
  const app = useWholeApp({ hasWorker: false });
  let chromium: TestBrowser;
  let lena: SignedInUser;
  let event: Event;
  let receipt: string;
  let open: StrictPage;

  before(async () => {
    chromium = await startBrowser();
    lena = await newUser(app().origin);
  });
  beforeEach(async () => {
    event = await readEvent(lena, await startEvent(lena));
    const { receiptUrl } = await giveText(newVisitor(app().origin), event, 'All the best');
    receipt = app().origin + new URL(receiptUrl).pathname;
    open = await openStrict(chromium, { ...PHONE, touch: false });
  });
  afterEach(() => open?.close());
  after(() => chromium?.close());

  /** Presses what matches first, and waits for the page that it leads to. */
  const press = (selector: string) =>
    Promise.all([
      open.page.waitForNavigation({ timeout: 60_000 }),
      open.page.$eval(selector, (element) => (element as HTMLElement).click()),
    ]);

  it('takes money and trees on the page of a clip, and shows them to the organiser', async () => {
    const { page, reads, visit } = open;
    await visit(receipt);
    await page.$eval('.extras__form', (form) => form.scrollIntoView());
    await reads('.extras__sum', '$20.91');
    await page.click('.extras__amount:nth-child(3) input');
    await reads('.extras__form .button', 'Pay $51.81');
    expect(await lookOver(page)).to.deep.equal([]);
    await page.setViewport(PHONE);
    await press('.extras__form button');
    await reads('main button', 'Pay $51.81');
    await press('main button[value="good"]');
    await reads('.extras .banner', 'Thank you!');
    await press('.extras__plant button');
    await press('main button[value="good"]');
    await reads('.extras__trees', '5 trees so far');
    await signInAs(lena, open.context);
    await visit(`${app().origin}/e/${event.uuid}/presents`);
    await reads('.presents__pot', '$50');
    expect(await lookOver(page)).to.deep.equal([]);
    await page.setViewport(PHONE);
    await press('.presents__acts button');
    await reads('.banner', 'The pool is closed now.');
    expect(open.problems).to.deep.equal([]);
    await visit(receipt);
    expect(await page.$('.extras__pool')).to.equal(null);
    expect(await page.$('.extras__trees')).not.to.equal(null);
  });

  it('works without script, and shows a refusal where it was made', async () => {
    const { page, reads } = open;
    await page.setJavaScriptEnabled(false);
    await page.goto(receipt);
    await page.click('.extras__amount:nth-child(4) input');
    await page.type('[name="other"]', '600');
    await press('.extras__form button');
    await reads('.extras__form .field__error', 'Between $1 and $500');
    const other = await page.$eval('[name="other"]', (field) => (field as HTMLInputElement).value);
    expect(other).to.equal('600');
    await page.waitForSelector('[name="other"][aria-invalid=true]:focus');
  });

  it('lets the recipient choose what the pool becomes', async () => {
    const { page, reads, visit } = open;
    for (const name of ['Uncle Henrik', 'Bartholomew Featherstonehaugh-Nakamura']) {
      await chipIn(newVisitor(app().origin), event, 17_000, { name, message: 'For the good chair.' });
    }
    await unwrapped(app().connection, event);
    const here = `${app().origin}/e/${event.privateKey}`;
    await app()
      .connection.collection('events')
      .updateOne({ uuid: event.uuid }, { $set: { openedAt: null } });
    await visit(here);
    await tap(page, '.recipient__pull a');
    await page.waitForSelector('.recipient__parcel', { hidden: true });
    await page.click('.cinema__top button');
    await page.waitForSelector('a[href$="/reward"]');
    await open.follow('a[href$="/reward"]');
    await reads('h1', '$340 to spend as you like');
    expect(await lookOver(page)).to.deep.equal([]);
    await page.setViewport(PHONE);
    const choose = async (productId: string, amount: string) => {
      await page.$eval(`[value="${productId}"]`, (radio) => (radio as HTMLInputElement).click());
      await page.$eval(
        '[name="amount"]',
        (field, typed) => {
          (field as HTMLInputElement).value = typed;
        },
        amount,
      );
      await page.$eval('[name="email"]', (field) => {
        (field as HTMLInputElement).value = '';
      });
      await press('.reward__form button');
    };
    await choose('SOLDOUT00001', '20');
    await reads('.banner', 'the $20.00 are back in your pool');
    await choose('PREPAID00001', '');
    await reads('h1', 'Here it is. Enjoy!');
    expect(await lookOver(page)).to.deep.equal([]);
    expect(open.problems).to.deep.equal([]);
    await page.setViewport(PHONE);
    await press('.reward__given a');
    await reads('main', '$340.00 in play money');
  });
});
