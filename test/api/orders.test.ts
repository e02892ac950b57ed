import { expect } from 'chai';
import { Types } from 'mongoose';
import { takeWebhook } from '../../src/features/checkout/checkout.service.ts';
import { payments } from '../../src/features/orders/payments.parts.ts';
import { moveParcelsAlong } from '../../src/features/parcels/move-along.ts';
import { ParcelModel } from '../../src/features/parcels/parcel.model.ts';
import { exportParcels, forgetParcels } from '../../src/features/parcels/parcel-data.ts';
import { platform } from '../../src/platform/platform.ts';
import { type Cart, openCart, updateCart } from '../../src/shared/contracts/carts.ts';
import { createCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import {
  cancelOrder,
  createBookOrder,
  createDiscOrder,
  listEventOrders,
  listOrders,
  mendOrder,
  type Order,
} from '../../src/shared/contracts/orders.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { makeOrganiser, startFreeEvent } from '../helpers/giving.ts';
import {
  lookNow,
  PORTLAND,
  payAt,
  refundNow,
  storedParcel,
  submitNow,
  theWorkshop,
  useHastyMakers,
} from '../helpers/parcels.ts';
import { twoColours } from '../helpers/photo-clip.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { writtenMails } from '../helpers/written-mails.ts';

type Addons = { id: 'dvd' | 'usb' | 'book' | 'tree'; quantity: number }[];

describe('orders of things that are made', () => {
  const app = useWholeApp({ hasWorker: false });
  let ada: SignedInUser;
  let event: Event;
  let filmId: string;

  before(async () => {
    ada = await newUser(app().origin);
  });
  beforeEach(async () => {
    event = await startFreeEvent(ada);
    filmId = await finishedFilm(app().connection, event);
    const film = await app()
      .connection.collection('publishedmedia')
      .findOne({ _id: new Types.ObjectId(filmId) });
    await platform().store.write(film?.posterKey, await twoColours(640, 360));
  });

  const open = (addons: Addons) => ada.call(openCart, { body: { eventId: event.id, addons } });
  const buy = async (addons: Addons, more: Parameters<typeof ada.call<typeof updateCart>>[1]['body'] = {}) => {
    const cart = await open(addons);
    await ada.call(updateCart, { params: { id: cart.id }, body: more });
    const { id } = await ada.call(createCheckoutSession, { body: { cartId: cart.id } });
    await payAt(id);
    return { cart, paymentId: id };
  };
  const orderDisc = ({ id }: Pick<Cart, 'id'>, more: object = {}, who = ada) =>
    who.call(createDiscOrder, { body: { cartId: id, product: 'dvd', quantity: 1, shipTo: PORTLAND, ...more } });
  const list = () => ada.call(listOrders, { query: { eventId: event.id } });
  const one = async ({ id }: Pick<Order, 'id'>) => (await list()).find((each) => each.id === id);
  const made = async ({ id }: Pick<Order, 'id'>) => (await theWorkshop().list(100)).filter(({ key }) => key === id);
  const sumOf = async (paymentId: string, account: string) => {
    const postings = await app().connection.collection('ledger_postings').find({ paymentId }).toArray();
    const entries: { account: string; amount: number }[] = postings.flatMap((each) => each.entries);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).to.equal(0);
    return entries.filter((each) => each.account === account).reduce((sum, { amount }) => sum + amount, 0);
  };

  describe('POST /api/v2/acutrack/orders and /api/v2/heirloom', () => {
    it('orders paid pieces with the current version of the film, each once, and answers with what they cost', async () => {
      const { cart, paymentId } = await buy([
        { id: 'dvd', quantity: 2 },
        { id: 'book', quantity: 1 },
      ]);
      const first = await orderDisc(cart);
      expect(first).to.deep.include({
        provider: 'acutrack',
        product: 'dvd',
        status: 'paid',
        filmId,
        amount: 2499 + 299,
        canCancel: true,
        shipTo: { ...PORTLAND, phone: null },
      });
      expect(await statusAndCode(orderDisc(cart, { quantity: 2 })), 'one is left').to.deep.equal([409, 'WRONG_STATE']);
      const both = await Promise.allSettled([orderDisc(cart), orderDisc(cart), orderDisc(cart)]);
      expect(both.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      const book = await ada.call(createBookOrder, { body: { cartId: cart.id, quantity: 1, shipTo: PORTLAND } });
      expect(book).to.include({ provider: 'heirloom', product: 'videobook' });
      const orders = await list();
      expect(orders.reduce((sum, { amount }) => sum + amount, 0)).to.equal(await sumOf(paymentId, 'stripe'));
    });

    it('refuses what is not paid, not theirs, not there and not deliverable', async () => {
      const unpaid = await open([{ id: 'dvd', quantity: 1 }]);
      expect(await statusAndCode(orderDisc(unpaid))).to.deep.equal([409, 'WRONG_STATE']);
      const { cart } = await buy([{ id: 'dvd', quantity: 1 }]);
      const stranger = await newUser(app().origin);
      expect(await statusAndCode(orderDisc(cart, {}, stranger))).to.deep.equal([404, 'NOT_FOUND']);
      expect(await statusAndCode(orderDisc(cart, { product: 'usb' }))).to.deep.equal([409, 'WRONG_STATE']);
      expect(await statusAndCode(orderDisc(cart, { product: 'videobook' }))).to.deep.equal([422, 'FIELDS_REFUSED']);
      expect(await statusAndCode(orderDisc({ id: '0'.repeat(24) }))).to.deep.equal([404, 'NOT_FOUND']);
      const fields = async (more: object) => Object.keys((await refusalOf(orderDisc(cart, more))).fields);
      expect(await fields({ shipTo: { ...PORTLAND, postalCode: '9720' } })).to.deep.equal(['shipTo.postalCode']);
      expect(await fields({ shipTo: { ...PORTLAND, country: 'XX' } })).to.deep.equal(['shipTo.country']);
      expect(await fields({ filmId: '0'.repeat(24) })).to.deep.equal(['filmId']);
      expect(await list()).to.deep.equal([]);
    });

    it('orders by itself what is paid with an address, once the film is there', async () => {
      const { cart } = await buy([{ id: 'usb', quantity: 2 }], { shipTo: PORTLAND });
      const [order] = await list();
      expect(order).to.include({ product: 'usb', quantity: 2, status: 'created', filmId: null, submitAt: null });
      await app()
        .connection.collection('events')
        .updateOne({ _id: new Types.ObjectId(event.id) }, { $set: { status: 'finalizing' } });
      await moveParcelsAlong();
      expect((await list())[0]?.status, 'the film is being made').to.equal('created');
      await app()
        .connection.collection('events')
        .updateOne({ _id: new Types.ObjectId(event.id) }, { $set: { status: 'finalized' } });
      await moveParcelsAlong();
      expect((await list())[0]).to.include({ status: 'paid', filmId });
      expect(await statusAndCode(orderDisc(cart, { product: 'usb' }))).to.deep.equal([409, 'WRONG_STATE']);
    });
  });

  describe('at the workshop', () => {
    const orderedBook = async (line1 = PORTLAND.line1) => {
      const { cart, paymentId } = await buy([{ id: 'book', quantity: 1 }]);
      const shipTo = { ...PORTLAND, line1 };
      const order = await ada.call(createBookOrder, { body: { cartId: cart.id, quantity: 1, shipTo } });
      return { order, paymentId };
    };
    const orderedStick = async (line1 = PORTLAND.line1) => {
      const { cart, paymentId } = await buy([{ id: 'usb', quantity: 1 }]);
      return { order: await orderDisc(cart, { product: 'usb', shipTo: { ...PORTLAND, line1 } }), paymentId };
    };

    it('a video book stays with the version that was ordered, and its maker can fetch film and cover', async () => {
      const { order } = await orderedBook();
      await app()
        .connection.collection('events')
        .updateOne({ _id: new Types.ObjectId(event.id) }, { $set: { currentFilmId: new Types.ObjectId() } });
      await submitNow(order);
      expect((await one(order))?.status).to.equal('submitted');
      const [book] = await made(order);
      expect(book?.content).to.include({ orientation: 'portrait', country: 'US' });
      const [film, cover] = (book?.content.files ?? []) as string[];
      expect(await (await fetch(film ?? '')).text()).to.equal('a film');
      expect((await fetch(cover ?? '')).headers.get('content-type')).to.equal('image/jpeg');
      expect((await fetch(`${film}x`)).status).to.equal(404);
    });

    it('a USB stick is reported by Acutrack with its number', async () => {
      const { order } = await orderedStick();
      await submitNow(order);
      const [stick] = await made(order);
      await theWorkshop().move(stick?._id ?? '', 'shipped');
      expect(await one(order)).to.include({ status: 'shipped', canCancel: false });
      expect((await one(order))?.trackingUrl).to.match(/^https:\/\/tools\.usps\.com\/.*tLabels=\d{22}$/);
      const forged = await fetch(`${app().origin}/api/acutrack/shipped/${'0'.repeat(32)}`, {
        method: 'POST',
        body: new URLSearchParams({ xmlStrShipping: '<Order><ApprovalCode>x</ApprovalCode></Order>' }),
      });
      expect(forged.status).to.equal(400);
    });

    for (const [street, what] of [
      ['429 Busy Street', 'is busy'],
      ['500 Broken Street', 'fails'],
      ['499 Cut Street', 'loses its answer'],
    ] as const) {
      it(`is made once when a maker ${what} at first`, async () => {
        for (const { order } of [await orderedBook(street), await orderedStick(street)]) {
          expect(await submitNow(order).catch(({ code }) => code)).to.equal('PROVIDER_DOWN');
          expect((await one(order))?.status).to.equal('paid');
          await Promise.all([submitNow(order), submitNow(order)]);
          expect((await one(order))?.status).to.equal('submitted');
          expect(await made(order)).to.have.length(1);
          expect((await storedParcel(order)).refund).to.equal('none');
        }
      });
    }

    it('is made once when a maker takes too long to answer at first', async () => {
      const end = await useHastyMakers();
      try {
        const street = '408 Silent Street';
        for (const { order } of [await orderedBook(street), await orderedStick(street)]) {
          expect(await submitNow(order).catch(({ code }) => code)).to.equal('PROVIDER_DOWN');
          expect((await one(order))?.status, 'nobody knows whether it was taken').to.equal('paid');
          const cancel = ada.call(cancelOrder, { params: { id: order.id } });
          expect(await statusAndCode(cancel)).to.deep.equal([409, 'WRONG_STATE']);
          await submitNow(order);
          await submitNow(order);
          expect((await one(order))?.status).to.equal('submitted');
          expect(await made(order)).to.have.length(1);
          expect((await storedParcel(order)).refund).to.equal('none');
        }
      } finally {
        await end();
      }
    });

    it('gives the money back when a maker has sold out', async () => {
      for (const { order, paymentId } of [
        await orderedBook('410 Empty Shelf'),
        await orderedStick('410 Empty Shelf'),
      ]) {
        await submitNow(order);
        expect((await one(order))?.status).to.equal('failed');
        expect((await one(order))?.events.at(-1)?.text).to.equal('It is sold out at the workshop');
        expect(await made(order)).to.have.length(0);
        await moveParcelsAlong();
        await refundNow(order);
        expect(await sumOf(paymentId, 'refunds')).to.equal(order.amount);
        expect(await sumOf(paymentId, 'stripe')).to.equal(0);
      }
    });

    describe('that refuses the address', () => {
      const NOWHERE = '404 Nowhere Street';
      const mend = ({ id }: Pick<Order, 'id'>, shipTo: object = PORTLAND, who = ada) =>
        who.call(mendOrder, { params: { id }, body: { shipTo: shipTo as typeof PORTLAND } });

      it('asks the buyer for another one, and sends it there once', async () => {
        for (const { order } of [await orderedBook(NOWHERE), await orderedStick(NOWHERE)]) {
          await submitNow(order);
          const asked = await one(order);
          expect(asked).to.include({ status: 'paid', canCancel: true, submitAt: null });
          expect(Date.parse(asked?.fixBy ?? '')).to.be.greaterThan(Date.now() + 6 * 86_400_000);
          expect((await storedParcel(order)).refund).to.equal('none');
          const mails = await writtenMails(app().connection, ada.user.email, 'parcel');
          expect(
            mails.some(({ what }) => /the post doesn’t know the address\. Please mend it by /.test(what ?? '')),
          ).to.equal(true);
          await moveParcelsAlong();
          expect((await one(order))?.status, 'it waits').to.equal('paid');
          expect(await mend(order)).to.include({ status: 'paid', fixBy: null });
          await submitNow(order);
          await submitNow(order);
          expect((await one(order))?.status).to.equal('submitted');
          const sent = (await theWorkshop().list(100)).filter(({ key }) => key.startsWith(order.id));
          expect(sent.map(({ key }) => key)).to.deep.equal([`${order.id}-1`]);
          await theWorkshop().move(sent[0]?._id ?? '', 'shipped');
          await lookNow(order);
          expect((await one(order))?.status).to.equal('shipped');
        }
      });

      it('asks again when the other one is refused, too', async () => {
        const { order } = await orderedBook(NOWHERE);
        await submitNow(order);
        await mend(order, { ...PORTLAND, line1: NOWHERE });
        await submitNow(order);
        expect((await one(order))?.fixBy).to.be.a('string');
        await mend(order);
        await submitNow(order);
        expect(await one(order)).to.include({ status: 'submitted', fixBy: null });
      });

      it('gives the money back when nobody mends it within a week, or the buyer cancels', async () => {
        const { order, paymentId } = await orderedBook(NOWHERE);
        await submitNow(order);
        await moveParcelsAlong(new Date(Date.now() + 8 * 86_400_000));
        expect(await one(order)).to.include({ status: 'failed', fixBy: null });
        expect((await one(order))?.events.at(-1)?.text).to.equal('The post can’t find the address');
        expect(await statusAndCode(mend(order))).to.deep.equal([409, 'WRONG_STATE']);
        await refundNow(order);
        expect(await sumOf(paymentId, 'stripe')).to.equal(0);
        const { order: other, paymentId: otherPayment } = await orderedBook(NOWHERE);
        await submitNow(other);
        await ada.call(cancelOrder, { params: { id: other.id } });
        await refundNow(other);
        expect(await sumOf(otherPayment, 'stripe')).to.equal(0);
      });

      it('takes no address that the post can’t find, of another country, by others, or unasked', async () => {
        const { order } = await orderedBook(NOWHERE);
        expect(await statusAndCode(mend(order)), 'not asked').to.deep.equal([409, 'WRONG_STATE']);
        await submitNow(order);
        const fields = async (shipTo: object) => Object.keys((await refusalOf(mend(order, shipTo))).fields);
        expect(await fields({ ...PORTLAND, postalCode: '9720' })).to.deep.equal(['shipTo.postalCode']);
        const berlin = { ...PORTLAND, region: null, postalCode: '10115', country: 'DE' };
        expect(await fields(berlin)).to.deep.equal(['shipTo.country']);
        const stranger = await newUser(app().origin);
        expect(await statusAndCode(mend(order, PORTLAND, stranger))).to.deep.equal([404, 'NOT_FOUND']);
        const both = await Promise.allSettled([mend(order), mend(order)]);
        expect(both.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      });

      it('is mended on the page of orders without script', async () => {
        const { order } = await orderedBook(NOWHERE);
        await submitNow(order);
        const here = `/e/${event.uuid}/orders`;
        const page = await (await ada.fetch(here)).text();
        expect(page).to.include('Needs an address').and.include('404 Nowhere Street');
        const sent = { orderId: order.id, ...PORTLAND };
        const refused = await ada.postForm(`${here}/${order.id}/address`, { ...sent, postalCode: '9720' });
        expect(refused.status).to.equal(422);
        expect(await refused.text())
          .to.include('This doesn’t look like a postcode there.')
          .and.include('value="9720"');
        const done = await ada.postForm(`${here}/${order.id}/address`, sent);
        expect(done.headers.get('location')).to.equal(`${here}?done=mended`);
        expect(await one(order)).to.include({ fixBy: null });
      });
    });

    it('gives the money back when it comes back by post', async () => {
      const { order, paymentId } = await orderedBook();
      await submitNow(order);
      const [book] = await made(order);
      await theWorkshop().move(book?._id ?? '', 'failed');
      await lookNow(order);
      expect((await one(order))?.status).to.equal('failed');
      await refundNow(order);
      expect(await sumOf(paymentId, 'stripe')).to.equal(0);
    });
  });

  describe('DELETE /api/v2/orders/:id', () => {
    const cancel = ({ id }: Pick<Order, 'id'>, who = ada) => who.call(cancelOrder, { params: { id } });

    it('cancels until it may be at its maker, and gives back exactly its part', async () => {
      const { cart, paymentId } = await buy([
        { id: 'dvd', quantity: 3 },
        { id: 'tree', quantity: 1 },
      ]);
      const [first, second] = [await orderDisc(cart), await orderDisc(cart, { quantity: 2 })];
      const stranger = await newUser(app().origin);
      expect(await statusAndCode(cancel(first, stranger))).to.deep.equal([404, 'NOT_FOUND']);
      const answers = await Promise.allSettled([cancel(first), cancel(first)]);
      expect(answers.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      await refundNow(first);
      await refundNow(first);
      expect(await sumOf(paymentId, 'refunds')).to.equal(first.amount);
      expect(await statusAndCode(orderDisc(cart)), 'those are spent').to.deep.equal([409, 'WRONG_STATE']);
      await cancel(second);
      await refundNow(second);
      expect(await sumOf(paymentId, 'stripe'), 'the tree').to.equal(100);
    });

    it('stops what was refunded at Stripe, and gives nothing back twice', async () => {
      const { cart, paymentId } = await buy([{ id: 'dvd', quantity: 1 }]);
      const order = await orderDisc(cart);
      const { paymentIntent } = (await payments().find(paymentId)) ?? {};
      const refund = await payments().refund({
        paymentIntent: paymentIntent ?? '',
        amount: order.amount,
        key: 'by hand',
        why: 'asked',
      });
      await takeWebhook({ about: 'refund', refund });
      expect((await one(order))?.status).to.equal('cancelled');
      await refundNow(order);
      expect(await sumOf(paymentId, 'stripe')).to.equal(0);
      expect(await statusAndCode(orderDisc(cart))).to.deep.equal([409, 'WRONG_STATE']);
    });
  });

  it('shows other makers of the film what was ordered and how it stands, never where it goes or what it cost', async () => {
    const bea = await newUser(app().origin);
    await makeOrganiser(app().connection, event, bea);
    const { cart } = await buy([{ id: 'dvd', quantity: 1 }]);
    const order = await orderDisc(cart);
    const [glance, ...more] = await bea.call(listEventOrders, { params: { id: event.uuid }, query: {} });
    expect(more).to.deep.equal([]);
    expect(glance).to.include({ id: order.id, product: 'dvd', quantity: 1, status: 'paid' });
    expect(glance).to.have.all.keys('id', 'product', 'quantity', 'status', 'fixBy', 'createdAt', 'at');
    const page = await (await bea.fetch(`/e/${event.uuid}/orders`)).text();
    expect(page).to.include('Ordered by others').and.include('DVD in a case');
    expect(page).not.to.match(/Alder Street|Portland|28\.48|27\.98|Order something/);
    const cancelled = await statusAndCode(bea.call(cancelOrder, { params: { id: order.id } }));
    expect(cancelled).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('cancels what can be and forgets addresses with the account', async () => {
    const bea = await newUser(app().origin);
    const { cart } = await buy([{ id: 'dvd', quantity: 1 }]);
    const order = await orderDisc(cart);
    await ParcelModel.updateOne({ _id: order.id }, { $set: { userId: new Types.ObjectId(bea.user.id) } });
    expect(await exportParcels(bea.user.id)).to.have.length(1);
    await forgetParcels(bea.user.id);
    const { status, refund, shipTo } = await storedParcel(order);
    expect([status, refund, shipTo.name, shipTo.country]).to.deep.equal(['cancelled', 'due', '', 'US']);
  });
});
