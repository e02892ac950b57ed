import { expect } from 'chai';
import { Types } from 'mongoose';
import { type Cart, getCart, openCart } from '../../src/shared/contracts/carts.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { createPromoCode } from '../../src/shared/contracts/promo.ts';
import { money } from '../../src/shared/format.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { lookOver } from './helpers/look-over.ts';
import { signInAs } from './helpers/sign-in.ts';
import { clickOn, pressPlain } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

const BERLIN = { name: 'Eva Kühn', line1: 'Weg 1', city: 'Berlin', postalCode: '10115' };

describe('paying in the browser', function () {
  this.timeout(600_000);
  const app = useWholeApp({ hasWorker: false });
  let chromium: TestBrowser;
  let lena: SignedInUser;
  let event: Event;
  let cart: Cart;
  let open: StrictPage;

  before(async () => {
    chromium = await startBrowser();
    const admin = await newUser(app().origin, { role: 'admin' });
    await admin.call(createPromoCode, { body: { code: 'SPRING', kind: 'percent', value: 20 } });
    lena = await newUser(app().origin);
  });
  beforeEach(async () => {
    event = await startEvent(lena);
    await giveText(newVisitor(app().origin), event, 'All the best');
    cart = await lena.call(openCart, { body: { eventId: event.id } });
    open = await openStrict(chromium, { width: 360, height: 740, touch: false });
    await signInAs(lena, open.context);
  });
  afterEach(() => open?.close());
  after(() => chromium?.close());

  const grow = (length: number) =>
    app()
      .connection.collection('media')
      .updateOne({ eventId: new Types.ObjectId(event.id) }, { $set: { length } });
  const press = (words: string) => pressPlain(open.page, 'main button, main a', words);

  it('takes a code, a declined card, another one with 3-D Secure, and the difference for a longer film', async () => {
    const { page, reads, visit } = open;
    await visit(`${app().origin}/checkout/${cart.id}`);
    await page.type('#promo-code', 'spring');
    await clickOn(page, '.checkout__code button', 'Apply');
    await reads('.checkout__code', '20% off the film');
    expect(await lookOver(page)).to.deep.equal([]);
    await page.setViewport({ width: 360, height: 740 });
    await pressPlain(page, '.checkout__bill button', 'Pay $4.00');
    await press('A card that is declined');
    await reads('.banner', 'Your card has insufficient funds.');
    await press('Not now');
    await reads('h1', 'Your bank said no');
    expect(await lookOver(page)).to.deep.equal([]);
    await pressPlain(page, '.after button', 'Pay $4.00');
    await press('A card that asks my bank');
    await reads('main', '3-D Secure');
    await press('Yes, it’s me');
    await reads('h1', 'Paid.');
    await reads('.after', '$4.00 was charged once with the card ending 4242.');

    await grow(700);
    await visit(`${app().origin}/checkout/${cart.id}`);
    await reads('h1', 'The film grew while you paid');
    await press('Pay the difference');
    await reads('.checkout__sums', 'Already paid');
    await pressPlain(page, '.checkout__bill button', 'Pay $7.00');
    await press('Pay $7.00');
    await reads('.after', '$7.00 was charged once');
    expect(open.problems).to.deep.equal([]);
  });

  it('saves what was typed before it pays, and shows the new total first', async () => {
    cart = await lena.call(openCart, { body: { eventId: event.id, addons: [{ id: 'dvd', quantity: 1 }] } });
    const { page, reads, visit } = open;
    await visit(`${app().origin}/checkout/${cart.id}`);
    const ship = 'form[action$="/ship"]';
    await page.select(`${ship} [name=country]`, 'DE');
    const pay = () => pressPlain(page, '.checkout__bill button', `Pay ${money(cart.totals.total)}`);
    await pay();
    await reads('.banner', 'Who is it for?');
    for (const [name, value] of Object.entries(BERLIN)) await page.type(`${ship} [name=${name}]`, value);
    await page.type('form[action$="/details"] [name=postalCode]', '10115');
    await pay();
    await reads('.banner', 'The total has changed');
    const { shipTo, country, postalCode, totals } = await lena.call(getCart, { params: { id: cart.id } });
    expect([shipTo?.country, shipTo?.line1]).to.deep.equal(['DE', BERLIN.line1]);
    expect([country, postalCode], 'where the buyer is').to.deep.equal([cart.country, '10115']);
    expect(totals.total).to.be.greaterThan(cart.totals.total);
  });

  it('charges once for two tabs, and opens a new page after one that timed out', async () => {
    const { page, reads, visit, context } = open;
    const path = `${app().origin}/checkout/${cart.id}`;
    await visit(path);
    await pressPlain(page, '.checkout__bill button', 'Pay $5.00');
    await press('Let the page time out');
    await reads('h1', 'This payment page has timed out');
    const other = await context.newPage();
    await other.goto(path);
    await pressPlain(page, '.after button', 'Pay $5.00');
    await press('Pay $5.00');
    await reads('h1', 'Paid.');
    await pressPlain(other, '.checkout__bill button', 'Pay $5.00');
    expect(await other.$eval('h1', (title) => title.textContent)).to.equal('You’ve already paid for this');
    const paid = await app()
      .connection.collection('payments')
      .countDocuments({ eventId: new Types.ObjectId(event.id), status: 'paid' });
    expect(paid).to.equal(1);
    expect(open.problems).to.deep.equal([]);
  });
});
