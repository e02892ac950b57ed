import { expect } from 'chai';
import { Types } from 'mongoose';
import { reconcile } from '../../src/features/checkout/reconcile.service.ts';
import { payments } from '../../src/features/orders/payments.parts.ts';
import { stripeSandbox } from '../../src/integrations/sandboxes.ts';
import { createPayments } from '../../src/integrations/stripe.ts';
import {
  type Cart,
  finalizeCart,
  getCart,
  listAvailableProducts,
  openCart,
  updateCart,
} from '../../src/shared/contracts/carts.ts';
import { createCheckoutSession, retrieveCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { latestRenderJob } from '../../src/shared/contracts/films.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText, readEvent, startEvent, startFreeEvent } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const EXCLUDED = [
  ...['createdAt', 'updatedAt', 'eventId', 'id', 'userId', 'products', 'checkoutSessionId', 'canUsePromoCode'],
  ...['lineItems', 'promotion', 'taxation', 'totals', 'upsells', 'availableAddons'],
];

describe('carts', () => {
  const app = useWholeApp({ hasWorker: false });
  let creator: SignedInUser;

  before(async () => {
    creator = await newUser(app().origin);
  });

  async function eventWithClip(start = startEvent): Promise<Event> {
    const event = await start(creator);
    await giveText(newVisitor(app().origin), event, 'All the best');
    return event;
  }
  const open = (event: Pick<Event, 'id'>, more = {}) =>
    creator.call(openCart, { body: { eventId: event.id, ...more } });
  const read = ({ id }: Pick<Cart, 'id'>) => creator.call(getCart, { params: { id } });
  const change = ({ id }: Pick<Cart, 'id'>, body: Parameters<typeof creator.call<typeof updateCart>>[1]['body']) =>
    creator.call(updateCart, { params: { id }, body });
  const finalize = ({ id }: Pick<Cart, 'id'>, acceptedTotal: number) =>
    creator.call(finalizeCart, { params: { id }, body: { acceptedTotal } });
  const pay = (cart: Pick<Cart, 'id'>) => creator.call(createCheckoutSession, { body: { cartId: cart.id } });
  const render = (event: Event) => creator.call(latestRenderJob, { params: { id: event.id } });
  const sandbox = () => {
    const running = stripeSandbox();
    if (!running) throw new Error('The payment sandbox is not there');
    return running;
  };
  const totalOf = async (cart: Pick<Cart, 'id'>) => (await read(cart)).totals.total;
  const ledgerOf = async (paymentId: string) => {
    const postings = await app().connection.collection('ledger_postings').find({ paymentId }).toArray();
    const entries: { account: string; amount: number }[] = postings.flatMap((each) => each.entries);
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).to.equal(0);
    return Object.fromEntries(
      [...new Set(entries.map(({ account }) => account))].map((account) => [
        account,
        entries.filter((each) => each.account === account).reduce((sum, { amount }) => sum + amount, 0),
      ]),
    );
  };

  describe('POST /api/v2/carts', () => {
    it('answers the whole cart, one for each event', async () => {
      const event = await eventWithClip();
      const [first, second] = await Promise.all([open(event), open(event)]);
      expect(second.id).to.equal(first.id);
      expect(first).to.include({ status: 'open', eventId: event.id, userId: creator.user.id, country: 'US' });
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
      const products = await creator.call(listAvailableProducts, { params: { id: event.id } });
      const [essential, plus] = products;
      expect(essential).to.deep.include({ id: 'essential', amount: 500, covers: 300, recommended: true });
      expect(essential?.why).to.match(/^4 min to spare for late clips$/);
      expect(plus).to.deep.include({ id: 'plus', recommended: false, why: 'More than you need today' });
      expect(products.map(({ kind }) => kind)).to.include.members(['package', 'addon', 'thing', 'membership']);
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
      expect(changed).to.include({ packageId: 'plus', userId: creator.user.id });
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

    it('keeps the postal code in a form that is refused for its email address', async () => {
      const cart = await open(await eventWithClip());
      const sent = { country: 'US', postalCode: '94103', email: 'no address' };
      const refused = await creator.postForm(`/checkout/${cart.id}/details`, sent);
      expect(refused.status).to.equal(422);
      expect(await refused.text()).to.match(/<input[^>]*name="postalCode"[^>]*value="94103"/);
    });
  });

  describe('POST /api/v2/carts/:id/finalize', () => {
    it('starts a film that costs nothing, and answers the second call like the first', async () => {
      const event = await eventWithClip(startFreeEvent);
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
      const cart = await open(await startEvent(creator));
      expect(await statusAndCode(finalize(cart, 500))).to.deep.equal([409, 'WRONG_STATE']);
      expect(await statusAndCode(pay(cart))).to.deep.equal([409, 'WRONG_STATE']);
    });
  });

  describe('paying', () => {
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
      expect(await creator.call(retrieveCheckoutSession, { query: { session_id: session.id } })).to.deep.equal({
        status: 'paid',
        kind: 'cart',
        cartId: cart.id,
        eventId: event.id,
        amount: total,
        currency: 'USD',
      });
      expect(await ledgerOf(session.id)).to.deep.equal({ stripe: total, film: -1200, things: -2499, shipping: -499 });
      expect((await readEvent(creator, event)).price?.amount).to.equal(0);
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
      const due = async () => (await readEvent(creator, event)).price?.amount;
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
        expect((await readEvent(creator, event)).price?.amount, field).to.equal(500);
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
        const answer = await creator.postForm(`/checkout/${cart.id}/pay`, { acceptedTotal: '500' });
        expect(answer.headers.get('location')).to.equal(`/checkout/${cart.id}?down=1`);
        const page = await (await creator.fetch(`/checkout/${cart.id}?down=1`)).text();
        expect(page).to.include('We can’t take payments right now').and.include('Nothing was charged');
      } finally {
        undo();
      }
      expect((await pay(cart)).url).to.match(/^http/);
    });

    it('opens another page after one has expired', async () => {
      const cart = await open(await eventWithClip());
      const first = await pay(cart);
      await sandbox().expire(first.id);
      const state = await creator.call(retrieveCheckoutSession, { query: { session_id: first.id } });
      expect(state.status).to.equal('expired');
      const second = await pay(cart);
      expect(second.id).not.to.equal(first.id);
      await sandbox().pay(second.id);
      expect((await read(cart)).status).to.equal('finalized');
    });
  });
});
