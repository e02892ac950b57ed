import { expect } from 'chai';
import { boughtThings } from '../../src/features/checkout/things-cart.service.ts';
import { payments } from '../../src/features/orders/payments.parts.ts';
import { makers } from '../../src/features/parcels/makers.parts.ts';
import { tellStep } from '../../src/features/parcels/move-parcel.ts';
import { ParcelModel } from '../../src/features/parcels/parcel.model.ts';
import { postSettledCards, rescueCards } from '../../src/features/postcards/checkout-postcard.service.ts';
import { exportPostcards, forgetPostcards } from '../../src/features/postcards/postcard-data.ts';
import { openCart } from '../../src/shared/contracts/carts.ts';
import { createCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import { listInvoices } from '../../src/shared/contracts/invoices.ts';
import { deleteMedia } from '../../src/shared/contracts/media.ts';
import { listNotifications } from '../../src/shared/contracts/notifications.ts';
import { cancelOrder } from '../../src/shared/contracts/orders.ts';
import { createPostcard, updatePostcard } from '../../src/shared/contracts/postcards.ts';
import { startFreeEvent } from '../helpers/giving.ts';
import { PORTLAND, payAt, refundNow, storedParcel, submitNow, theWorkshop } from '../helpers/parcels.ts';
import { photoClip, twoColours } from '../helpers/photo-clip.ts';
import { usePostedCards } from '../helpers/posted-cards.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const DAY = 86_400_000;
const BERLIN = { name: 'Eva Kühn', line1: 'Weg 1', city: 'Berlin', postalCode: '10115', country: 'DE' };

describe('postcards that are posted', () => {
  const app = useWholeApp({ hasWorker: false });
  const { ada, event, write, read, checkout, orderOf, ledgerOf, posted } = usePostedCards(app);

  it('is paid by Stripe, goes to the printer once it can’t be cancelled, and follows it to the letterbox', async () => {
    const card = await write();
    expect(card).to.include({ price: 299 });
    const page = await checkout(card);
    expect(page.url).to.match(/\/sandbox\/pay\/cs_test_/);
    expect((await checkout(card)).id, 'the same page').to.equal(page.id);
    expect((await read(card)).status).to.equal('draft');
    const paper = `/e/${event().uuid}/postcards/${card.id}`;
    const shown = async (query = '') => (await ada().fetch(`${paper}${query}`)).text();
    const back = `?session_id=${page.id}`;
    expect(await shown(back), 'before the bank has told us')
      .to.include('Your payment is on its way')
      .and.include(`href="${paper}${back}"`)
      .and.not.include('Have it posted');
    for (const query of ['', '?session_id=cs_test_other']) expect(await shown(query)).to.include('Have it posted');
    const payment = app().connection.collection<{ _id: string }>('payments');
    await payment.updateOne({ _id: page.id }, { $set: { status: 'paid' } });
    expect(await shown(back), 'before it is posted').to.include('Your payment is on its way');
    await payment.updateOne({ _id: page.id }, { $set: { status: 'open' } });
    await payAt(page.id);
    expect((await read(card)).status).to.equal('paid');
    expect(await shown(back))
      .to.include('Where it is')
      .and.not.include('Your payment is on its way');
    const order = await orderOf(card);
    expect(order).to.include({
      provider: 'printer',
      product: 'postcard',
      status: 'paid',
      amount: 299,
      canCancel: true,
    });
    expect(await ledgerOf(page.id)).to.deep.equal({ stripe: 299, things: -299 });
    expect(await statusAndCode(checkout(card))).to.deep.equal([409, 'WRONG_STATE']);
    const change = ada().call(updatePostcard, { params: { id: card.id }, body: { message: 'Too late' } });
    expect(await statusAndCode(change)).to.deep.equal([409, 'WRONG_STATE']);

    await submitNow(order);
    expect((await read(card)).status).to.equal('sent');
    const [made] = await theWorkshop().list(1);
    expect(made).to.include({ key: order.id, to: 'Ruth Weber, Portland', status: 'taken' });
    expect(made?.content).to.deep.include({ country: 'US', description: 'Postcard' });
    for (const [state, status] of [
      ['inProduction', 'printing'],
      ['shipped', 'mailed'],
      ['delivered', 'delivered'],
    ] as const) {
      await theWorkshop().move(made?._id ?? '', state);
      expect((await read(card)).status).to.equal(status);
    }
    const done = await orderOf(card);
    expect(done.events.map(({ status }) => status)).to.deep.equal([
      ...['paid', 'submitted', 'inProduction', 'shipped', 'delivered'],
    ]);
    const mails = (await app().mailsTo(ada().user.email)).length;
    expect(mails, 'no worker sends them here').to.equal(0);
    const queued = await app().connection.collection('jobs').find({ type: 'mail.send' }).toArray();
    const told = queued.map(({ data }) => data.key).filter((key) => String(key).startsWith(`parcel:${order.id}`));
    expect(told.sort()).to.deep.equal(
      ['delivered', 'shipped', 'submitted'].map((status) => `parcel:${order.id}:${status}`),
    );
    const news = await ada().call(listNotifications, { query: {} });
    expect(news.find(({ type }) => type === 'postcard')?.text).to.include('The postcard for Ruth Weber has arrived.');
  });

  it('costs more abroad, and a card that was paid for the US does not go there', async () => {
    const card = await write({ to: BERLIN });
    expect(card.price).to.equal(399);
    const { id } = await checkout(card);
    await ada().call(updatePostcard, { params: { id: card.id }, body: { to: PORTLAND } });
    await payAt(id);
    expect(await orderOf(card)).to.include({ amount: 399 });

    const cheap = await write();
    const page = await checkout(cheap);
    await ada().call(updatePostcard, { params: { id: cheap.id }, body: { to: BERLIN } });
    await payAt(page.id);
    expect((await read(cheap)).status, 'paid too little').to.equal('draft');
    const again = await checkout(cheap);
    expect(again.url).to.match(/\/sandbox\/pay\//);
    const home = await write();
    const free = await checkout(home);
    expect(free.id).to.match(/^cart:/);
    expect(free.url).to.equal(`/e/${event().uuid}/postcards/${home.id}?paid=1`);
    expect((await read(home)).status).to.equal('paid');
  });

  it('takes cards that were bought with the film first', async () => {
    const cart = await ada().call(openCart, {
      body: { eventId: event().id, addons: [{ id: 'postcard', quantity: 2 }] },
    });
    const { id } = await ada().call(createCheckoutSession, { body: { cartId: cart.id } });
    await payAt(id);
    const [first, second, third] = [await write(), await write(), await write()];
    const answers = await Promise.all([checkout(first), checkout(second)]);
    expect(answers.map((each) => each.id)).to.deep.equal([`cart:${cart.id}`, `cart:${cart.id}`]);
    expect((await checkout(third)).url).to.match(/\/sandbox\/pay\//);
    const slots = await Promise.all([orderOf(first), orderOf(second)].map(async (each) => storedParcel(await each)));
    expect(slots.map(({ slot }) => slot).sort()).to.deep.equal([0, 1]);
  });

  it('refuses what can’t be posted', async () => {
    const lacking = await write({ to: null, message: '' });
    const refused = await refusalOf(checkout(lacking));
    expect([refused.status, Object.keys(refused.fields)]).to.deep.equal([422, ['message', 'to.name']]);
    const bare = await startFreeEvent(ada());
    const clip = await photoClip(app(), bare, await twoColours(300, 200));
    const card = await ada().call(createPostcard, {
      body: { eventId: bare.id, front: { mediaId: clip.id }, message: 'Hello', to: PORTLAND },
    });
    expect(await statusAndCode(checkout(card)), 'no film').to.deep.equal([409, 'WRONG_STATE']);
    const abroad = await write({ to: BERLIN });
    const { printer } = makers();
    if (!printer) throw new Error('There is no printer');
    const undo = makers.is({ ...makers(), printer: { ...printer, goesAbroad: false } }).install();
    const { message } = await refusalOf(checkout(abroad)).finally(undo);
    expect(message).to.include('only post cards within the US');
    const stranger = await newUser(app().origin);
    expect((await refusalOf(checkout(card, stranger))).status).to.equal(404);
  });

  it('is not sold once its clip is removed; a paid one becomes a draft, and its money goes back', async () => {
    const { id: mediaId } = await photoClip(app(), event(), await twoColours(300, 200));
    const front = { mediaId };
    const draft = await write({ front });
    const late = await write({ front });
    const { card, paymentId, order } = await posted({ front });
    const page = await checkout(late);
    await ada().call(deleteMedia, { params: { id: mediaId }, query: {} });
    expect((await read(draft)).problems.map(({ field }) => field)).to.deep.equal(['front.mediaId']);
    expect(Object.keys((await refusalOf(checkout(draft))).fields)).to.deep.equal(['front.mediaId']);
    await payAt(page.id);
    expect((await read(late)).status, 'paid after that').to.equal('draft');

    await submitNow(order);
    expect((await read(card)).status).to.equal('draft');
    expect((await orderOf(card)).status).to.equal('cancelled');
    await refundNow(order);
    expect(await ledgerOf(paymentId)).to.deep.equal({ stripe: 0, things: -299, refunds: 299 });
    const news = await ada().call(listNotifications, { query: {} });
    expect(news.some(({ text }) => text.includes('cancelled. What is on it is gone. $2.99 is on its way'))).to.equal(
      true,
    );
    const body = { front: { mediaId: (await photoClip(app(), event(), await twoColours(300, 200))).id } };
    const mended = await ada().call(updatePostcard, { params: { id: card.id }, body });
    expect(mended.problems).to.deep.equal([]);
    expect(await checkout(card)).to.have.property('url');
    expect((await read(card)).status, 'with what was paid for the other').to.equal('paid');
  });

  it('is still posted when the account of the organiser who wrote it is erased, and goes once it is posted', async () => {
    const { ObjectId } = app().connection.base.mongo;
    const { card, order } = await posted();
    const [lena, _id] = [new ObjectId(), new ObjectId(card.id)];
    await app()
      .connection.collection('postcards')
      .updateOne({ _id }, { $set: { userId: lena } });
    await forgetPostcards(String(lena));
    expect((await read(card)).status).to.equal('paid');
    expect(await exportPostcards(String(lena))).to.deep.equal([]);
    await submitNow(order);
    expect((await read(card)).status).to.equal('sent');
    const [made] = await theWorkshop().list(1);
    expect(made?.key).to.equal(order.id);
    await theWorkshop().move(made?._id ?? '', 'shipped');
    expect(await statusAndCode(read(card))).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('waits for its day', async () => {
    const sendAt = new Date(Date.now() + 9 * DAY).toISOString();
    const { order } = await posted({ sendAt });
    expect(order.submitAt).to.equal(sendAt);
  });

  it('is cancelled with its money, and can be posted again', async () => {
    const { card, paymentId, order } = await posted();
    const cancelled = await ada().call(cancelOrder, { params: { id: order.id } });
    expect(cancelled).to.include({ status: 'cancelled', canCancel: false });
    expect((await read(card)).status).to.equal('draft');
    await refundNow(order);
    await refundNow(order);
    expect(await ledgerOf(paymentId)).to.deep.equal({ stripe: 0, things: -299, refunds: 299 });
    expect((await storedParcel(order)).refund).to.equal('done');
    const credits = (await ada().call(listInvoices, { query: {} })).filter(({ kind }) => kind === 'credit');
    expect(credits.some(({ total }) => total === -299)).to.equal(true);
    await submitNow(order);
    expect((await storedParcel(order)).status).to.equal('cancelled');
    const again = await checkout(card);
    expect(again.url, 'to be paid again').to.match(/\/sandbox\/pay\//);
    await payAt(again.id);
    await tellStep(await storedParcel(order));
    expect((await read(card)).status, 'told again of the old one').to.equal('paid');
  });

  it('can’t be cancelled once the printer may have it, nor by others', async () => {
    const { order } = await posted();
    const stranger = await newUser(app().origin);
    const cancel = (who = ada()) => who.call(cancelOrder, { params: { id: order.id } });
    expect(await statusAndCode(cancel(stranger))).to.deep.equal([404, 'NOT_FOUND']);
    await submitNow(order);
    expect(await statusAndCode(cancel())).to.deep.equal([409, 'WRONG_STATE']);
  });

  it('gives nothing back that went back before', async () => {
    const { paymentId, order } = await posted();
    await ada().call(cancelOrder, { params: { id: order.id } });
    const paymentIntent = (await payments().find(paymentId))?.paymentIntent ?? '';
    await payments().refund({ paymentIntent, amount: 299, key: 'by hand', why: 'asked' });
    await refundNow(order);
    expect((await payments().refundsOf(paymentIntent)).length).to.equal(1);
  });

  it('frees a card that a crash left between its payment and its parcel', async () => {
    const card = await write();
    const { ObjectId } = app().connection.base.mongo;
    await app()
      .connection.collection('postcards')
      .updateOne({ _id: new ObjectId(card.id) }, { $set: { status: 'paid', postingAt: new Date(Date.now() - DAY) } });
    await rescueCards();
    expect((await read(card)).status).to.equal('draft');
    const { card: other } = await posted();
    await app()
      .connection.collection('postcards')
      .updateOne({ _id: new ObjectId(other.id) }, { $set: { postingAt: new Date(Date.now() - DAY) } });
    await rescueCards();
    expect((await read(other)).status).to.equal('paid');
  });

  it('stays paid when what follows from its payment is done twice at once', async () => {
    const { card, paymentId, order } = await posted();
    const { _id, cartId, postcardId } = await storedParcel(order);
    // As a crash left it: claimed, without its parcel.
    await ParcelModel.deleteOne({ _id });
    await app()
      .connection.collection('postcards')
      .updateOne({ _id: postcardId ?? _id }, { $set: { postingAt: new Date() } });
    const bought = await boughtThings(String(cartId));
    if (!bought) throw new Error('Nothing was bought');
    const settled = { paymentId, paymentIntent: null, cardLast4: null, order: bought.order, paidAt: new Date() };
    await Promise.all([postSettledCards(settled), postSettledCards(settled)]);
    expect((await read(card)).status).to.equal('paid');
    expect((await orderOf(card)).status).to.equal('paid');
  });
});
