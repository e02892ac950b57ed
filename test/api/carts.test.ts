import { expect } from 'chai';
import { Types } from 'mongoose';
import {
  finalizeCart,
  getCart,
  listAvailableProducts,
  openCart,
  updateCart,
} from '../../src/shared/contracts/carts.ts';
import { createCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import { useCarts } from '../helpers/carts.ts';
import { startEvent } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser } from '../helpers/user.ts';

const EXCLUDED = [
  ...['createdAt', 'updatedAt', 'eventId', 'id', 'userId', 'products', 'checkoutSessionId', 'canUsePromoCode'],
  ...['lineItems', 'promotion', 'taxation', 'totals', 'upsells', 'availableAddons'],
];

describe('carts', () => {
  const { app, change, creator, eventWithClip, finalize, open, pay, read, render, totalOf } = useCarts();

  describe('POST /api/v2/carts', () => {
    it('answers the whole cart, one for each event', async () => {
      const event = await eventWithClip();
      const [first, second] = await Promise.all([open(event), open(event)]);
      expect(second.id).to.equal(first.id);
      expect(first).to.include({ status: 'open', eventId: event.id, userId: creator().user.id, country: 'US' });
      expect(first.totals).to.deep.include({ subtotal: 500, total: 500, tax: 0, currency: 'USD' });
      expect(first.taxation).to.deep.include({ inclusive: true, label: 'Included' });
      expect(first.products.find(({ recommended }) => recommended)).to.include({ id: 'essential' });
      expect(first.upsells.map(({ id }) => id)).to.deep.equal(['plus', 'premium']);
      expect(first.availableAddons.map(({ id }) => id)).to.include.members(['dvd', 'postcard']);
    });

    it('refuses others than the creator', async () => {
      const event = await eventWithClip();
      const cart = await open(event);
      const stranger = await newUser(app().origin);
      const ask = (id: string) => stranger.call(openCart, { body: { eventId: id } });
      expect(await statusAndCode(ask(event.id))).to.deep.equal([404, 'NOT_FOUND']);
      const { id } = cart;
      const calls = [
        () => stranger.call(getCart, { params: { id } }),
        () => stranger.call(updateCart, { params: { id }, body: { note: 'Hello' } }),
        () => stranger.call(finalizeCart, { params: { id }, body: { acceptedTotal: 0 } }),
        () => stranger.call(createCheckoutSession, { body: { cartId: id } }),
      ];
      for (const call of calls) expect((await refusalOf(call())).status).to.equal(404);
    });
  });

  describe('GET /api/v2/stripe/available-products/:id', () => {
    it('recommends the package that fits, and says why', async () => {
      const event = await eventWithClip();
      await app()
        .connection.collection('media')
        .updateOne({ eventId: new Types.ObjectId(event.id) }, { $set: { length: 45 } });
      const products = await creator().call(listAvailableProducts, { params: { id: event.id } });
      const [essential, plus] = products;
      expect(essential).to.deep.include({ id: 'essential', amount: 500, covers: 300, recommended: true });
      expect(essential?.why).to.match(/^4 min to spare for late clips$/);
      expect(plus).to.deep.include({ id: 'plus', recommended: false, why: 'More than you need today' });
      expect(products.map(({ kind }) => kind)).to.include.members(['package', 'thing', 'membership']);
      expect(products.map(({ id }) => id)).not.to.include('originals');
    });
  });

  describe('PUT /api/v2/carts/:id', () => {
    it('takes a whole cart back and ignores exactly the fields that are not the buyer’s', async () => {
      const settable = Object.keys(updateCart.body.shape);
      const readOnly = Object.keys(updateCart.response.shape).filter((name) => !settable.includes(name));
      expect(readOnly.sort()).to.deep.equal([...EXCLUDED].sort());

      const cart = await open(await eventWithClip());
      const same = await change(cart, cart as never);
      expect({ ...same, updatedAt: null }).to.deep.equal({ ...cart, updatedAt: null });
      const forged = { ...cart, totals: { ...cart.totals, total: 1 }, lineItems: [], userId: '0'.repeat(24) };
      const changed = await change(cart, { ...forged, packageId: 'plus' } as never);
      expect(changed).to.include({ packageId: 'plus', userId: creator().user.id });
      expect(changed.totals.total).to.equal(1200);
      expect(await statusAndCode(change(cart, { price: 1 } as never))).to.deep.equal([422, 'FIELDS_REFUSED']);
      expect(await statusAndCode(change(cart, { status: 'paid' }))).to.deep.equal([403, 'NOT_ALLOWED']);
    });

    it('keeps the last change of each field, from several tabs', async () => {
      const cart = await open(await eventWithClip());
      await Promise.all([
        change(cart, { packageId: 'premium' }),
        change(cart, { country: 'DE' }),
        change(cart, { addons: [{ id: 'postcard', quantity: 2 }] }),
      ]);
      const now = await read(cart);
      expect(now).to.include({ packageId: 'premium', country: 'DE' });
      expect(now.totals.total).to.equal(2400 + 2 * 399);
    });

    it('refuses unknown goods, lines twice, and too many', async () => {
      const cart = await open(await eventWithClip());
      const wrong = [
        [{ id: 'yacht', quantity: 1 }],
        [
          { id: 'dvd', quantity: 1 },
          { id: 'dvd', quantity: 1 },
        ],
        [{ id: 'large', quantity: 1 }],
        [{ id: 'dvd', quantity: -1 }],
        [{ id: 'dvd', quantity: 0.5 }],
      ];
      for (const addons of wrong) expect((await refusalOf(change(cart, { addons } as never))).status).to.equal(422);
      expect(await totalOf(cart)).to.equal(500);
    });

    it('leaves out what is not sold any more, and goes on', async () => {
      const event = await eventWithClip();
      const setClip = (facts: object) =>
        app()
          .connection.collection('media')
          .updateOne({ eventId: new Types.ObjectId(event.id) }, { $set: { kind: 'photo', status: 'ready', ...facts } });
      await setClip({ width: 4000, height: 3000 });
      const large = { id: 'large' as const, quantity: 1 };
      const cart = await open(event, { addons: [large] });
      expect(cart.totals.total).to.equal(500 + 500);
      await setClip({ width: 800, height: 600 });
      const now = await read(cart);
      expect(now.addons).to.deep.equal([]);
      expect(now.totals.total).to.equal(500);
      expect(await statusAndCode(finalize(cart, 1000)), 'agreed to earlier').to.deep.equal([409, 'WRONG_STATE']);
      const page = await (await creator().fetch(`/checkout/${cart.id}`)).text();
      expect(page).to.include('value="dvd:1"').and.not.include('large:1');
      const { addons } = await change(cart, { addons: [large, { id: 'dvd', quantity: 1 }] });
      expect(addons, 'sent by an older page').to.deep.equal([{ id: 'dvd', quantity: 1, options: {} }]);
    });

    it('keeps the postal code in a form that is refused for its email address', async () => {
      const cart = await open(await eventWithClip());
      const sent = { country: 'US', postalCode: '94103', email: 'no address' };
      const refused = await creator().postForm(`/checkout/${cart.id}/details`, sent);
      expect(refused.status).to.equal(422);
      expect(await refused.text()).to.match(/<input[^>]*name="postalCode"[^>]*value="94103"/);
    });
  });

  describe('POST /api/v2/carts/:id/finalize', () => {
    it('starts a film that costs nothing, and answers the second call like the first', async () => {
      const event = await eventWithClip(true);
      const cart = await open(event);
      expect(cart.totals.total).to.equal(0);
      const [first, second] = [await finalize(cart, 0), await finalize(cart, 0)];
      expect(second).to.deep.equal(first);
      expect(first.status).to.equal('finalized');
      expect((await render(event))?.status).to.equal('queued');
      expect(await statusAndCode(change(cart, { note: 'Too late' }))).to.deep.equal([409, 'WRONG_STATE']);
      expect((await open(event)).id, 'the next order').not.to.equal(cart.id);
    });

    it('starts nothing while a payment is due', async () => {
      const event = await eventWithClip();
      const cart = await open(event);
      expect((await finalize(cart, 500)).status).to.equal('checkout');
      expect((await finalize(cart, 500)).status).to.equal('checkout');
      expect(await render(event)).to.equal(null);
    });

    it('refuses another total than the one that was shown, with the new cart', async () => {
      const event = await eventWithClip();
      const cart = await open(event);
      await change(cart, { packageId: 'plus' });
      const { status, code, details } = await refusalOf(finalize(cart, 500));
      expect([status, code]).to.deep.equal([409, 'WRONG_STATE']);
      expect(details?.cart).to.deep.include({ id: cart.id, totals: (await read(cart)).totals });
      expect(await statusAndCode(finalize(cart, 0)), 'a price of one’s own').to.deep.equal([409, 'WRONG_STATE']);
    });

    it('refuses a film without clips', async () => {
      const cart = await open(await startEvent(creator()));
      expect(await statusAndCode(finalize(cart, 500))).to.deep.equal([409, 'WRONG_STATE']);
      expect(await statusAndCode(pay(cart))).to.deep.equal([409, 'WRONG_STATE']);
    });
  });
});
