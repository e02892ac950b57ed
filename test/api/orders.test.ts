import { expect } from 'chai';
import { Types } from 'mongoose';
import { takeWebhook } from '../../src/features/checkout/checkout.service.ts';
import { payments } from '../../src/features/orders/payments.parts.ts';
import { moveParcelsAlong } from '../../src/features/parcels/move-along.ts';
import { ParcelModel } from '../../src/features/parcels/parcel.model.ts';
import { exportParcels, forgetParcels } from '../../src/features/parcels/parcel-data.ts';
import { updateCart } from '../../src/shared/contracts/carts.ts';
import { createCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import { cancelOrder, createBookOrder, listEventOrders, type Order } from '../../src/shared/contracts/orders.ts';
import { makeOrganiser } from '../helpers/giving.ts';
import { useOrders } from '../helpers/orders.ts';
import { PORTLAND, payAt, refundNow, storedParcel } from '../helpers/parcels.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { writtenMails } from '../helpers/written-mails.ts';

describe('orders of things that are made', () => {
  const app = useWholeApp({ hasWorker: false });
  const { ada, event, filmId, open, buy, orderDisc, list, one, sumOf } = useOrders(app);

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
        filmId: filmId(),
        amount: 2499 + 299,
        canCancel: true,
        shipTo: { ...PORTLAND, phone: null },
      });
      expect(await statusAndCode(orderDisc(cart, { quantity: 2 })), 'one is left').to.deep.equal([409, 'WRONG_STATE']);
      const both = await Promise.allSettled([orderDisc(cart), orderDisc(cart), orderDisc(cart)]);
      expect(both.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      const book = await ada().call(createBookOrder, { body: { cartId: cart.id, quantity: 1, shipTo: PORTLAND } });
      expect(book).to.include({ provider: 'heirloom', product: 'videobook' });
      const orders = await list();
      expect(orders.reduce((sum, { amount }) => sum + amount, 0)).to.equal(await sumOf(paymentId, 'stripe'));
      const dashboard = await (await ada().fetch('/dashboard')).text();
      const own = dashboard.slice(dashboard.indexOf('Your orders')).split('</section>')[0] ?? '';
      expect(own.match(/<a href="[^"]*"/g)).to.include(`<a href="/e/${event().uuid}/orders"`);
      expect(own.match(/DVD in a case|Video book|Paid/g)).to.have.length.of.at.least(6);
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
      const long = await refusalOf(orderDisc(cart, { shipTo: { ...PORTLAND, name: 'M'.repeat(41) } }));
      expect(long.fields).to.deep.equal({ 'shipTo.name': 'At most 40 characters fit on one line.' });
      expect(await list()).to.deep.equal([]);
    });

    const BERLIN = { ...PORTLAND, city: 'Berlin', region: null, postalCode: '10115', country: 'DE' };

    it('refuses a country whose postage is more than was paid', async () => {
      const { cart } = await buy([{ id: 'dvd', quantity: 1 }]);
      const refused = await refusalOf(orderDisc(cart, { shipTo: BERLIN }));
      expect([refused.status, Object.keys(refused.fields)]).to.deep.equal([422, ['shipTo.country']]);
      const page = await (await ada().fetch(`/e/${event().uuid}/orders`)).text();
      expect(page).to.include('value="US"').and.not.include('value="DE"');
      expect((await orderDisc(cart)).amount).to.equal(2499 + 499);
      const { cart: abroad } = await buy([{ id: 'dvd', quantity: 1 }], { country: 'DE' });
      expect((await orderDisc(abroad, { shipTo: BERLIN })).amount).to.equal(2499 + 1499);
    });

    it('charges postage to where it goes, wherever the buyer is', async () => {
      await buy([{ id: 'dvd', quantity: 1 }], { country: 'US', shipTo: BERLIN });
      expect((await list())[0]?.amount).to.equal(2499 + 1499);
    });

    it('waits where the address was moved abroad while its page was open', async () => {
      const cart = await open([{ id: 'dvd', quantity: 1 }]);
      const { id } = await ada().call(createCheckoutSession, { body: { cartId: cart.id } });
      await ada().call(updateCart, { params: { id: cart.id }, body: { shipTo: BERLIN } });
      await payAt(id);
      expect(await list()).to.deep.equal([]);
      expect((await orderDisc(cart)).shipTo.country).to.equal('US');
    });

    it('orders by itself what is paid with an address, once the film is there', async () => {
      const { cart } = await buy([{ id: 'usb', quantity: 2 }], { shipTo: PORTLAND });
      const [order] = await list();
      expect(order).to.include({ product: 'usb', quantity: 2, status: 'created', filmId: null, submitAt: null });
      await app()
        .connection.collection('events')
        .updateOne({ _id: new Types.ObjectId(event().id) }, { $set: { status: 'finalizing' } });
      await moveParcelsAlong();
      expect((await list())[0]?.status, 'the film is being made').to.equal('created');
      await app()
        .connection.collection('events')
        .updateOne({ _id: new Types.ObjectId(event().id) }, { $set: { status: 'finalized' } });
      await moveParcelsAlong();
      expect((await list())[0]).to.include({ status: 'paid', filmId: filmId() });
      expect(await statusAndCode(orderDisc(cart, { product: 'usb' }))).to.deep.equal([409, 'WRONG_STATE']);
    });
  });

  describe('DELETE /api/v2/orders/:id', () => {
    const cancel = ({ id }: Pick<Order, 'id'>, who = ada()) => who.call(cancelOrder, { params: { id } });

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
      expect((await refusalOf(cancel(first))).message).to.equal('It’s cancelled already.');
      await refundNow(first);
      await refundNow(first);
      expect(await sumOf(paymentId, 'refunds')).to.equal(first.amount);
      expect(await statusAndCode(orderDisc(cart)), 'those are spent').to.deep.equal([409, 'WRONG_STATE']);
      await cancel(second);
      await refundNow(second);
      expect(await sumOf(paymentId, 'stripe'), 'the tree').to.equal(100);
    });

    it('mails in plain words what became of one piece and of several', async () => {
      const { cart } = await buy([
        { id: 'dvd', quantity: 2 },
        { id: 'usb', quantity: 1 },
      ]);
      const newest = async () => (await writtenMails(app().connection, ada().user.email, 'parcel'))[0]?.what;
      await cancel(await orderDisc(cart, { quantity: 2 }));
      expect(await newest()).to.match(/^The 2 DVDs are cancelled\. \$\d/);
      await cancel(await orderDisc(cart, { product: 'usb' }));
      expect(await newest()).to.match(/^The USB stick is cancelled\. \$\d/);
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
    await makeOrganiser(app().connection, event(), bea);
    const { cart } = await buy([{ id: 'dvd', quantity: 1 }]);
    const order = await orderDisc(cart);
    const [glance, ...more] = await bea.call(listEventOrders, { params: { id: event().uuid }, query: {} });
    expect(more).to.deep.equal([]);
    expect(glance).to.include({ id: order.id, product: 'dvd', quantity: 1, status: 'paid' });
    expect(glance).to.have.all.keys('id', 'product', 'quantity', 'status', 'fixBy', 'createdAt', 'at');
    const page = await (await bea.fetch(`/e/${event().uuid}/orders`)).text();
    expect(page).to.include('Ordered by others').and.include('DVD in a case');
    expect(page).not.to.match(/Alder Street|Portland|28\.48|27\.98|Order something/);
    const cancelled = await statusAndCode(bea.call(cancelOrder, { params: { id: order.id } }));
    expect(cancelled).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('cancels what can be and forgets addresses with the account', async () => {
    const bea = await newUser(app().origin);
    const { cart } = await buy([
      { id: 'dvd', quantity: 1 },
      { id: 'usb', quantity: 2 },
    ]);
    const order = await orderDisc(cart);
    const hers = { $set: { userId: new Types.ObjectId(bea.user.id) } };
    await ParcelModel.updateOne({ _id: order.id }, hers);
    await app()
      .connection.collection('carts')
      .updateOne({ _id: new Types.ObjectId(cart.id) }, hers);
    expect(await exportParcels(bea.user.id)).to.have.length(1);
    await forgetParcels(bea.user.id);
    await forgetParcels(bea.user.id);
    const { status, refund, shipTo } = await storedParcel(order);
    expect([status, refund, shipTo.name, shipTo.country]).to.deep.equal(['cancelled', 'due', '', 'US']);
    const all = await ParcelModel.find({ cartId: cart.id }).lean();
    expect(all.map((each) => [each.product, each.quantity, each.status, each.refund])).to.deep.equal([
      ['dvd', 1, 'cancelled', 'due'],
      ['usb', 2, 'cancelled', 'due'],
    ]);
    expect(
      all.reduce((sum, { amount }) => sum + amount, 0),
      'also what was never ordered',
    ).to.equal(cart.totals.total);
  });
});
