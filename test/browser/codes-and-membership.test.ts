import { expect } from 'chai';
import { Types } from 'mongoose';
import { openCart } from '../../src/shared/contracts/carts.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { lookOver } from './helpers/look-over.ts';
import { signInAs } from './helpers/sign-in.ts';
import { clickOn, pressPlain } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

describe('codes and membership in the browser', function () {
  this.timeout(600_000);
  const app = useWholeApp({ hasWorker: false });
  let chromium: TestBrowser;
  let anna: SignedInUser;
  let open: StrictPage;

  before(async () => {
    chromium = await startBrowser();
    anna = await newUser(app().origin);
  });
  beforeEach(async () => {
    open = await openStrict(chromium, { width: 360, height: 740, touch: false });
  });
  afterEach(() => open?.close());
  after(() => chromium?.close());

  it('keeps a contributor’s code and fills it in when they pay for an event of their own', async () => {
    const lena = await newUser(app().origin);
    const event = await startEvent(lena);
    const clip = await giveText(newVisitor(app().origin), event, 'You taught me to swim.');
    const ready = { $set: { status: 'ready' } };
    await app()
      .connection.collection('media')
      .updateOne({ _id: new Types.ObjectId(clip.media.id) }, ready);
    await open.visit(clip.receiptUrl);
    await open.reads('.receipt__earned', '20% off the film, for you');
    const code = await open.page.$eval('.receipt__code', (shown) => shown.textContent);

    await open.visit(`${app().origin}/start-a-vidday?occasion=birthday`);
    await open.reads('.start__form', 'You have 20% off the film');
    const own = await startEvent(anna);
    await giveText(newVisitor(app().origin), own, 'Cheers');
    const cart = await anna.call(openCart, { body: { eventId: own.id } });
    await signInAs(anna, open.context);
    await open.visit(`${app().origin}/checkout/${cart.id}`);
    await open.reads('.checkout__code', 'We’ve filled in your code');
    expect(await open.page.$eval('#promo-code', (field) => (field as HTMLInputElement).value)).to.equal(code);
    await clickOn(open.page, '.checkout__code button', 'Apply');
    await open.reads('.checkout__code', '20% off the film');
    await open.reads('body', '$4.00');
    expect(open.problems).to.deep.equal([]);
  });

  it('subscribes, switches to monthly and cancels in two taps each, and changes one’s mind', async () => {
    await signInAs(anna, open.context);
    await open.visit(`${app().origin}/settings/membership`);
    await clickOn(open.page, '.membership__plan button', 'Go yearly');
    await open.reads('h1', '$59.00');
    await clickOn(open.page, 'button', 'Subscribe');
    await open.reads('body', 'You’re a member now');
    await open.follow('a[href*="switch=monthly"]');
    await open.reads('.membership__sums', 'To pay now$0.00');
    expect(await lookOver(open.page)).to.deep.equal([]);
    await pressPlain(open.page, 'main button', 'Switch now');
    await open.reads('.banner', 'You’re on the monthly plan now');
    await clickOn(open.page, '.membership__cancel summary', 'Cancel membership');
    await clickOn(open.page, '.membership__cancel button', 'Yes, cancel it');
    await open.reads('.membership__ticket', 'Yours until');
    await clickOn(open.page, '.membership__ticket button', 'Keep it after all');
    await open.reads('.membership__ticket', 'Renews on');
    await clickOn(open.page, '.tabs a', 'Invoices');
    await open.reads('.invoice-list', 'Membership, yearly');
    expect(open.problems).to.deep.equal([]);
  });
});
