import { expect } from 'chai';
import { openCart } from '../../src/shared/contracts/carts.ts';
import { createCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { listOrders } from '../../src/shared/contracts/orders.ts';
import { checkoutPostcard, createPostcard, getPostcard, type Postcard } from '../../src/shared/contracts/postcards.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { startFreeEvent } from '../helpers/giving.ts';
import { PORTLAND, payAt, submitNow, theWorkshop } from '../helpers/parcels.ts';
import { photoClip, twoColours } from '../helpers/photo-clip.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { startBrowser, type TestBrowser } from './helpers/chromium.ts';
import { lookOver } from './helpers/look-over.ts';
import { signInAs } from './helpers/sign-in.ts';
import { clickOn, pressPlain } from './helpers/story-moves.ts';
import { openStrict, type StrictPage } from './helpers/strict-page.ts';

const LONG = 'Bartholomew Featherstonehaugh-Nakamura';

describe('things that are posted, in the browser', function () {
  this.timeout(600_000);
  const app = useWholeApp({ hasWorker: false });
  let chromium: TestBrowser;
  let lena: SignedInUser;
  let event: Event;
  let card: Postcard;
  let open: StrictPage;

  before(async () => {
    chromium = await startBrowser();
    lena = await newUser(app().origin);
    event = await startFreeEvent(lena);
    await finishedFilm(app().connection, event);
    const { id: mediaId } = await photoClip(app(), event, await twoColours(1200, 800));
    const to = { ...PORTLAND, name: LONG, postalCode: '9720' };
    card = await lena.call(createPostcard, {
      body: { eventId: event.id, front: { mediaId }, message: 'Sit down first.', to },
    });
    open = await openStrict(chromium, { width: 360, height: 740, touch: false });
    await signInAs(lena, open.context);
  });
  after(async () => {
    await open?.close();
    await chromium?.close();
  });

  const at = (path: string) => open.visit(`${app().origin}/e/${event.uuid}${path}`);
  const press = (words: string) => pressPlain(open.page, 'main button, main a', words);
  const looksGood = async () => {
    expect(await lookOver(open.page)).to.deep.equal([]);
    await open.page.setViewport({ width: 360, height: 740 });
  };

  it('a postcard is refused with what it lacks, paid, followed and cancelled', async () => {
    const { page, reads } = open;
    await at('/postcards');
    await looksGood();
    await at(`/postcards/${card.id}`);
    await open.page.waitForFunction(() => document.querySelector('.actbar button:not([disabled])') !== null);
    await looksGood();
    await clickOn(page, '.actbar button', 'Have it posted, $2.99');
    await reads('.postcard__head', 'This doesn’t look like a postcode there.');
    await page.click('input[name=zip]', { clickCount: 3 });
    await page.type('input[name=zip]', '97205');
    await reads('.postcard__state', 'Saved');
    await page.type('textarea[name=message]', ' Then look.');
    expect(await page.$eval('.postcard__state', ({ textContent }) => textContent)).to.equal('');
    await at('/postcards');
    await eventually('the last words to be saved', async () => {
      const { message } = await lena.call(getPostcard, { params: { id: card.id } });
      return message.includes('Then look.');
    });
    await at(`/postcards/${card.id}`);
    await open.page.waitForFunction(() => document.querySelector('.actbar button:not([disabled])') !== null);
    await pressPlain(page, '.actbar button', 'Have it posted, $2.99');
    await reads('main', 'This is the payment sandbox');
    await press('Pay $2.99');
    await reads('h1', `A postcard to ${LONG}`);
    await reads('.order-steps', 'Paid $2.99');
    await looksGood();
    await at('/orders');
    await reads('.orders__list', `To ${LONG}, Portland`);
    await press('Cancel and refund');
    await reads('.banner:last-of-type', 'It’s cancelled');
    await reads('.orders__list', '$2.99 went back to your card.');
    await looksGood();
  });

  it('a disc that is paid without an address asks for one, by the rules of its country', async () => {
    const { page, reads } = open;
    const cart = await lena.call(openCart, { body: { eventId: event.id, addons: [{ id: 'dvd', quantity: 2 }] } });
    await open.visit(`${app().origin}/checkout/${cart.id}`);
    await reads('#ship', 'Where it goes');
    await looksGood();
    await payAt((await lena.call(createCheckoutSession, { body: { cartId: cart.id } })).id);
    await at('/orders');
    await reads('.orders__waiting', 'DVD in a case: paid, and ready to be made.');
    await press('Have it made');
    await reads('.orders__waiting', 'Please enter a street and number.');
    await looksGood();
    for (const [name, value] of Object.entries({ ...PORTLAND, country: null })) {
      if (value) await page.type(`.orders__waiting [name=${name}]`, value);
    }
    await press('Have it made');
    await reads('.orders__list', 'DVD in a case, 2');
    await reads('.orders__list', 'Paid $56.96');
    await looksGood();
  });

  it('an address that the printer refuses is mended where the order is, which then moves on before their eyes', async () => {
    const { page, reads } = open;
    const { id: mediaId } = await photoClip(app(), event, await twoColours(300, 200));
    const to = { ...PORTLAND, line1: '404 Nowhere Street' };
    const lost = await lena.call(createPostcard, {
      body: { eventId: event.id, front: { mediaId }, message: 'Hi.', to },
    });
    await payAt((await lena.call(checkoutPostcard, { params: { id: lost.id } })).id);
    const find = async () => (await lena.call(listOrders, { query: { eventId: event.id } }))[0];
    const order = await find();
    await submitNow({ id: order?.id ?? '' });
    await at('/orders');
    await reads('.orders__list', 'Needs an address');
    await looksGood();
    await at(`/postcards/${lost.id}`);
    await reads('.order-steps__mend', 'The post can’t find this address.');
    await looksGood();
    await page.click('.order-steps__mend [name=line1]', { clickCount: 3 });
    await page.type('.order-steps__mend [name=line1]', PORTLAND.line1);
    await press('Send it there');
    await reads('.banner:last-of-type', 'Thank you. It goes there now.');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await submitNow({ id: order?.id ?? '' });
    await reads('.orders__list', 'At the printer');
    expect(await page.evaluate(() => 'isSamePage' in window)).to.equal(true);
    await at(`/postcards/${lost.id}`);
    await reads('.postcards__head', 'At the printer');
    const [made] = await theWorkshop().list(1);
    await theWorkshop().move(made?._id ?? '', 'shipped');
    await reads('.postcards__head', 'In the post');
    // Two refusals were asked for.
    expect(open.problems.filter((problem) => !/\b422\b/.test(problem))).to.deep.equal([]);
  });
});
