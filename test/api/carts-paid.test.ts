import { expect } from 'chai';
import { Types } from 'mongoose';
import { reconcile } from '../../src/features/checkout/reconcile.service.ts';
import { payments } from '../../src/features/orders/payments.parts.ts';
import { moveParcelsAlong } from '../../src/features/parcels/move-along.ts';
import { createPayments } from '../../src/integrations/stripe.ts';
import { retrieveCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import { listOrders } from '../../src/shared/contracts/orders.ts';
import { useCarts } from '../helpers/carts.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { readEvent } from '../helpers/giving.ts';
import { PORTLAND } from '../helpers/parcels.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { newUser } from '../helpers/user.ts';

const DAY = 86_400_000;

describe('paying for a cart', () => {
  const { app, change, creator, eventWithClip, ledgerOf, open, pay, read, render, sandbox } = useCarts();

  it('makes the film, keeps what was bought, and posts it to the ledger', async () => {
    const event = await eventWithClip();
    const cart = await open(event, { packageId: 'plus', addons: [{ id: 'dvd', quantity: 1 }] });
    const total = 1200 + 2499 + 499;
    expect(cart.totals.total).to.equal(total);
    const session = await pay(cart);
    expect(await pay(cart), 'the same page').to.deep.equal(session);
    expect((await read(cart)).status).to.equal('checkout');
    expect(await sandbox().pay(session.id)).to.include(`/checkout/${cart.id}?session_id=${session.id}`);
    const paid = await read(cart);
    expect(paid).to.include({ status: 'finalized', checkoutSessionId: session.id });
    expect([paid.totals.total, (await render(event))?.status]).to.deep.equal([total, 'queued']);
    expect(await creator().call(retrieveCheckoutSession, { query: { session_id: session.id } })).to.deep.equal({
      status: 'paid',
      kind: 'cart',
      cartId: cart.id,
      eventId: event.id,
      amount: total,
      currency: 'USD',
    });
    expect(await ledgerOf(session.id)).to.deep.equal({ stripe: total, film: -1200, things: -2499, shipping: -499 });
    expect((await readEvent(creator(), event)).price?.amount).to.equal(0);
    expect(await statusAndCode(pay(cart))).to.deep.equal([409, 'WRONG_STATE']);
  });

  it('charges only the difference for a larger film', async () => {
    const event = await eventWithClip();
    await sandbox().pay((await pay(await open(event))).id);
    const next = await open(event, { packageId: 'plus' });
    expect(next.totals).to.include({ subtotal: 1200, credit: 500, total: 700 });
    const { id } = await pay(next);
    await sandbox().pay(id);
    expect(await ledgerOf(id)).to.deep.equal({ stripe: 700, film: -700 });
  });

  it('refunds things first, and marks a cart that went back whole', async () => {
    const event = await eventWithClip();
    const cart = await open(event, { addons: [{ id: 'tree', quantity: 5 }] });
    const { id } = await pay(cart);
    await sandbox().pay(id);
    const refund = async (amount: number) => {
      const { paymentIntent } = (await app()
        .connection.collection<{ _id: string; paymentIntent: string }>('payments')
        .findOne({ _id: id })) ?? { paymentIntent: '' };
      const { host, port } = sandbox();
      await fetch(`http://${host}:${port}/v1/refunds`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_x', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ payment_intent: paymentIntent, amount: String(amount) }),
      });
    };
    const due = async () => (await readEvent(creator(), event)).price?.amount;
    await refund(500);
    await eventually('the refund', async () => (await ledgerOf(id)).refunds === 500);
    expect([await due(), (await read(cart)).status]).to.deep.equal([0, 'finalized']);
    await refund(500);
    await eventually('the rest', async () => (await read(cart)).status === 'refunded');
    expect(await due()).to.equal(500);
    expect(await ledgerOf(id)).to.deep.include({ stripe: 0, refunds: 1000 });
  });

  it('takes webhooks that come twice, late or in another order, and finds lost ones', async () => {
    const { webhooks } = sandbox();
    const cartOf = async () => open(await eventWithClip());
    webhooks.set('twice');
    const twice = await cartOf();
    const paidTwice = await pay(twice);
    await sandbox().pay(paidTwice.id);
    expect(await ledgerOf(paidTwice.id)).to.deep.equal({ stripe: 500, film: -500 });

    webhooks.set('held');
    const late = await cartOf();
    const { id } = await pay(late);
    await sandbox().pay(id);
    expect((await read(late)).status, 'not told yet').to.equal('checkout');
    await sandbox().dispute(id);
    await webhooks.release((count) => Array.from({ length: count }, (_, index) => count - 1 - index));
    expect((await read(late)).status).to.equal('finalized');
    expect(await ledgerOf(id)).to.deep.equal({ stripe: 0, film: -500, disputed: 500 });

    webhooks.set('lost');
    const lost = await cartOf();
    const unheard = await pay(lost);
    await sandbox().pay(unheard.id);
    expect((await read(lost)).status).to.equal('checkout');
    webhooks.set('usual');
    const found = await reconcile();
    expect(found.differences).to.deep.equal([]);
    expect(found.settled).to.deep.equal([`payment ${unheard.id}`]);
    expect((await read(lost)).status).to.equal('finalized');
    await app()
      .connection.collection('ledger_postings')
      .updateOne({ paymentId: unheard.id }, { $set: { 'entries.0.amount': 400 } });
    expect((await reconcile()).differences, 'somebody changed the ledger').to.have.length(2);
    await app()
      .connection.collection('ledger_postings')
      .updateOne({ paymentId: unheard.id }, { $set: { 'entries.0.amount': 500 } });
  });

  it('changes nothing by a payment that is not what was agreed', async () => {
    const cart = await open(await eventWithClip());
    const { id } = await pay(cart);
    const other = await open(await eventWithClip());
    // As if the vendor said that this payment was for another cart, event or amount than agreed.
    await app()
      .connection.collection<{ _id: string }>('sandbox_stripe_sessions')
      .updateOne({ _id: id }, { $set: { 'metadata.cartId': other.id, amount: 50 } });
    await sandbox().pay(id);
    expect([(await read(cart)).status, (await read(other)).status]).to.deep.equal(['checkout', 'open']);
    expect(await ledgerOf(id)).to.deep.include({ stripe: 0 });
  });

  it('changes nothing by a payment in which any field is another one, and gives it back', async () => {
    const stranger = await newUser(app().origin);
    const [otherEvent, otherCart] = await (async () => {
      const event = await eventWithClip();
      return [event, await open(event)] as const;
    })();
    await pay(otherCart);
    const payments = app().connection.collection<{ _id: string; orderId: string }>('payments');
    const otherOrder = await payments.findOne({ cartId: new Types.ObjectId(otherCart.id) });
    const tampered = {
      amount: 50,
      currency: 'eur',
      'metadata.amount': '50',
      'metadata.eventId': otherEvent.id,
      'metadata.userId': stranger.user.id,
      'metadata.cartId': otherCart.id,
      'metadata.orderId': otherOrder?.orderId,
    };
    for (const [field, value] of Object.entries(tampered)) {
      const event = await eventWithClip();
      const cart = await open(event);
      const { id } = await pay(cart);
      // As if the process that opened the page had crashed: all that is known is what the vendor says.
      await payments.deleteOne({ _id: id });
      await app()
        .connection.collection<{ _id: string }>('sandbox_stripe_sessions')
        .updateOne({ _id: id }, { $set: { [field]: value } });
      await sandbox().pay(id);
      expect([(await read(cart)).status, (await read(otherCart)).status], field).to.deep.equal([
        'checkout',
        'checkout',
      ]);
      expect((await ledgerOf(id)).stripe, field).to.equal(0);
      expect((await readEvent(creator(), event)).price?.amount, field).to.equal(500);
      expect([await render(event), await render(otherEvent)], field).to.deep.equal([null, null]);
    }
  });

  it('tells of a declined card and takes another one', async () => {
    const event = await eventWithClip();
    const cart = await open(event);
    const { id } = await pay(cart);
    expect(await sandbox().decline(id)).to.equal(true);
    expect([(await read(cart)).status, await render(event)]).to.deep.equal(['checkout', null]);
    await sandbox().pay(id);
    expect((await read(cart)).status).to.equal('finalized');
  });

  it('says that nothing was charged when Stripe can’t be reached, and keeps the order', async () => {
    const cart = await open(await eventWithClip());
    const nowhere = { secretKey: 'sk_test_x', hasTax: false, webhookSecret: 'whsec_x', host: '127.0.0.1', port: 9 };
    const undo = payments.is(createPayments(nowhere)).install();
    try {
      expect(await statusAndCode(pay(cart))).to.deep.equal([503, 'PROVIDER_DOWN']);
      const answer = await creator().postForm(`/checkout/${cart.id}/pay`, { acceptedTotal: '500' });
      expect(answer.headers.get('location')).to.equal(`/checkout/${cart.id}?down=1`);
      const page = await (await creator().fetch(`/checkout/${cart.id}?down=1`)).text();
      expect(page).to.include('We can’t take payments right now').and.include('Nothing was charged');
    } finally {
      undo();
    }
    expect((await pay(cart)).url).to.match(/^http/);
  });

  it('opens another page after one has expired, for an order that waits for its money from then on', async () => {
    const cart = await open(await eventWithClip());
    const first = await pay(cart);
    await sandbox().expire(first.id);
    const waiting = { userId: new Types.ObjectId(creator().user.id), expiresAt: { $ne: null } };
    const orders = app().connection.collection('orders');
    await orders.updateMany(waiting, { $set: { expiresAt: new Date(Date.now() - 2 * DAY) } });
    const state = await creator().call(retrieveCheckoutSession, { query: { session_id: first.id } });
    expect(state.status).to.equal('expired');
    const second = await pay(cart);
    expect(second.id).not.to.equal(first.id);
    const payment = await app()
      .connection.collection('payments')
      .findOne({ _id: second.id as never });
    const kept = await orders.findOne({ _id: payment?.orderId });
    expect(kept?.expiresAt.getTime(), 'a bank may take two weeks').to.be.greaterThan(Date.now() + 14 * DAY);
    await sandbox().pay(second.id);
    expect((await read(cart)).status).to.equal('finalized');
  });

  it('keeps a disc for the longer film that was paid with it, though making that fails at first', async () => {
    const event = await eventWithClip();
    await sandbox().pay((await pay(await open(event))).id);
    const old = new Types.ObjectId(await finishedFilm(app().connection, event));
    await app()
      .connection.collection('publishedmedia')
      .updateOne({ _id: old }, { $set: { contentMark: 'older', version: 7 } });
    const cart = await open(event, { packageId: 'plus', addons: [{ id: 'dvd', quantity: 1 }] });
    await change(cart, { shipTo: PORTLAND });
    await sandbox().pay((await pay(cart)).id);
    const events = app().connection.collection('events');
    await events.updateOne({ _id: new Types.ObjectId(event.id) }, { $set: { status: 'finalized' } });
    const disc = async () => (await creator().call(listOrders, { query: { eventId: event.id } }))[0];
    await moveParcelsAlong();
    expect(await disc()).to.include({ product: 'dvd', status: 'created', filmId: null });
    const newer = await finishedFilm(app().connection, event);
    await moveParcelsAlong();
    expect(await disc()).to.include({ status: 'paid', filmId: newer });
  });
});
