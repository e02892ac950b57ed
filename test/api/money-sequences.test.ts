import { AsyncLocalStorage } from 'node:async_hooks';
import { expect } from 'chai';
import { Types } from 'mongoose';
import { CartModel } from '../../src/features/checkout/cart.model.ts';
import { changeCart, openCart, ownCart } from '../../src/features/checkout/carts.ts';
import { openCartCheckout, openCheckout, takeWebhook } from '../../src/features/checkout/checkout.service.ts';
import { finalizeCart, rescueFreeCarts } from '../../src/features/checkout/finalize-cart.service.ts';
import { stillOwed } from '../../src/features/checkout/note-returns.ts';
import { CheckoutModel, PaymentModel } from '../../src/features/checkout/payment.model.ts';
import { reconcile } from '../../src/features/checkout/reconcile.service.ts';
import { refundPayment } from '../../src/features/checkout/refund-payment.service.ts';
import { findEvent } from '../../src/features/events/find-events.service.ts';
import { CounterModel, InvoiceModel } from '../../src/features/invoices/invoice.model.ts';
import { rescueNumbers } from '../../src/features/invoices/numbering.ts';
import { FilmAccountModel } from '../../src/features/orders/film-account.model.ts';
import { OrderModel } from '../../src/features/orders/order.model.ts';
import { payments } from '../../src/features/orders/payments.parts.ts';
import { PostingModel } from '../../src/features/orders/posting.model.ts';
import { PromoCodeModel } from '../../src/features/promo/promo-code.model.ts';
import type { PaymentMessage } from '../../src/integrations/stripe-messages.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { ViewerUser } from '../../src/shared/viewer.ts';
import { copiedEvents } from '../helpers/copied-events.ts';
import { type CrashPlan, crashingWrites } from '../helpers/crashing-writes.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { lossyMessages } from '../helpers/lossy-messages.ts';
import { type Random, randomOf } from '../helpers/seeded-random.ts';
import { type StripeModel, stripeModel } from '../helpers/stripe-model.ts';
import { newUser, newVisitor } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

/** `MONEY_SEQUENCES=1000` takes minutes. */
const SEQUENCES = Number(process.env.MONEY_SEQUENCES ?? 24);
const STEPS = 8;
const AT_ONCE = 6;

describe(`money, in ${SEQUENCES} random sequences`, function () {
  this.timeout(600_000);
  const app = useWholeApp({ hasWorker: false });
  const scope = new AsyncLocalStorage<CrashPlan>();
  let stripe: StripeModel;
  let user: ViewerUser;
  let staff: { id: string; ip: string };
  let events: string[];
  let uninstall: () => void;
  let mend: () => void;

  before(async () => {
    stripe = stripeModel();
    uninstall = payments.is(stripe).install();
    mend = crashingWrites(
      [
        ...[CartModel, PaymentModel, CheckoutModel, FilmAccountModel, OrderModel, PostingModel],
        ...[InvoiceModel, CounterModel, PromoCodeModel],
      ] as never,
      scope,
    );
    // Scarce, so that carts compete for the last uses.
    const limits = { maxUses: Math.ceil(SEQUENCES / 8), perUser: SEQUENCES, source: 'staff' as const };
    await PromoCodeModel.create([
      { _id: 'HALF', kind: 'percent', value: 50, ...limits },
      { _id: 'FREE', kind: 'percent', value: 100, ...limits },
    ]);
    const creator = await newUser(app().origin);
    user = { ...creator.user, twoFactor: false } as unknown as ViewerUser;
    staff = { id: creator.user.id, ip: '' };
    const event = await startEvent(creator);
    await giveText(newVisitor(app().origin), event, 'All the best');
    events = await copiedEvents(app().connection, event, SEQUENCES, 'clip');
  });
  after(() => {
    mend();
    uninstall();
  });

  /** Runs one sequence; answers whether its film ever grew. */
  async function play(eventId: string, random: Random): Promise<void> {
    const { waiting, tell } = lossyMessages<PaymentMessage>(random);
    const anyCart = async () => {
      const carts = await CartModel.find({ eventId }).sort({ createdAt: -1 }).limit(3).lean();
      const cart = random.pick(carts);
      return cart ? ownCart(String(cart._id), user.id) : null;
    };
    const event = async () => {
      const found = await findEvent(eventId);
      if (!found) throw new Error('There is no event');
      return found;
    };
    const session = (status?: 'open') =>
      random.pick(stripe.sessionsOf(eventId).filter((each) => !status || each.status === status))?.id ?? '';
    const buy = async () => {
      const addons = random.chance(0.5) ? [{ id: 'dvd' as const, quantity: 1, options: {} }] : [];
      const promoCode = random.pick([null, null, 'HALF', 'FREE']) ?? null;
      const { id } = await openCart(await event(), user, { addons, promoCode });
      const page = await openCartCheckout(await ownCart(id, user.id));
      if (random.chance(0.4)) stripe.twin(page.id);
      if (random.chance(0.7)) tell(stripe.pay(page.id));
    };
    const moves: (() => Promise<unknown>)[] = [
      async () => openCart(await event(), user, {}),
      async () => {
        const own = await anyCart();
        const addons = random.chance(0.5) ? [{ id: 'tree' as const, quantity: 1 + random.below(9), options: {} }] : [];
        if (own) await changeCart(own, { addons, packageId: random.pick([null, 'plus', 'premium'] as const) ?? null });
      },
      async () => {
        const own = await anyCart();
        if (own) await finalizeCart(own, random.chance(0.5) ? 500 : 0);
      },
      async () => {
        const { id } = await openCart(await event(), user, { promoCode: 'FREE', addons: [], packageId: null });
        await finalizeCart(await ownCart(id, user.id), 0);
      },
      async () => {
        const own = await anyCart();
        if (own) await openCartCheckout(own);
      },
      async () => buy(),
      async () => buy(),
      async () => openCheckout(await event(), user),
      async () => tell(stripe.pay(session('open'))),
      async () => tell(stripe.pay(session('open'))),
      async () => stripe.twin(session()),
      async () => tell(stripe.timeOut(session())),
      async () => tell(stripe.giveBack(session(), random.chance(0.4) ? 100_000 : 1 + random.below(600))),
      async () => refundPayment(session(), { amount: random.pick([undefined, 100, 250]), note: 'Sorry' }, staff),
      async () => tell(stripe.failRefund(session())),
      async () => tell(stripe.dispute(session())),
      async () => tell(stripe.decide(session(), random.chance(0.5) ? 'won' : 'lost')),
      async () => takeWebhook(random.pick(waiting) ?? null),
      async () => takeWebhook(random.pick(waiting) ?? null),
      async () => {
        const length = random.pick([60, 700, 1500]) ?? 60;
        await app()
          .connection.collection('media')
          .updateOne({ eventId: new Types.ObjectId(eventId) }, { $set: { length } });
      },
    ];
    for (let step = 0; step < STEPS; step++) {
      const tabs = random.chance(0.15) ? 2 : 1;
      await Promise.all(Array.from({ length: tabs }, () => attempt(random.pick(moves) ?? event)));
    }
    for (const message of waiting.sort(() => (random.chance(0.5) ? 1 : -1))) await attempt(() => takeWebhook(message));

    /** One process that may die; its refusals are for people. */
    async function attempt(move: () => Promise<unknown>): Promise<void> {
      const plan = {
        left: random.chance(0.25) ? 1 + random.below(12) : 1e9,
        isStored: random.chance(0.5),
        isDead: false,
      };
      try {
        await scope.run(plan, move);
      } catch (error) {
        if (!plan.isDead && !(error instanceof AppError)) throw error;
      }
      // Leases of the dead end with time.
      if (plan.isDead) await CheckoutModel.updateOne({ _id: eventId }, { $set: { until: new Date(0) } });
    }
  }

  it('never charges twice, makes no film without payment, and balances to the cent', async () => {
    const left = events.map((eventId, seed) => ({ eventId, seed }));
    const worker = async () => {
      for (let next = left.pop(); next; next = left.pop()) await play(next.eventId, randomOf(next.seed));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    // What got lost is found by asking the vendor.
    await rescueFreeCarts();
    await rescueNumbers();
    const first = await reconcile(0);
    expect(first.differences).to.deep.equal([]);
    const second = await reconcile(0);
    expect(second.settled, 'asked again, there is nothing new').to.deep.equal([]);
    expect(first.checked).to.be.greaterThan(SEQUENCES / 10);
    await checkCodes();
    for (const [seed, eventId] of events.entries()) await check(eventId, `seed ${seed}`);
    const invoices = await app().connection.collection('invoices').find().toArray();
    const numbers = invoices.map(({ number }) => Number(String(number).split('-').at(-1))).sort((a, b) => a - b);
    expect(numbers, 'invoices without gaps').to.deep.equal(Array.from(numbers, (_, index) => index + 1));
    expect(numbers).not.to.have.length(0);
  });

  async function check(eventId: string, seed: string): Promise<void> {
    const [postings, account, renders, paid, orders, carts] = await Promise.all([
      PostingModel.find({ paymentId: { $in: await paymentIds(eventId) } }).lean(),
      FilmAccountModel.findById(eventId).lean(),
      app()
        .connection.collection('renderjobs')
        .countDocuments({ eventId: new Types.ObjectId(eventId) }),
      PaymentModel.find({ eventId, status: 'paid' }).lean(),
      OrderModel.find({
        _id: { $in: await orderIds(eventId) },
      }).lean(),
      CartModel.find({ eventId }).lean(),
    ]);
    const balance = (name: string) =>
      postings
        .flatMap(({ entries }) => entries)
        .filter((each) => each.account === name)
        .reduce((sum, { amount }) => sum + amount, 0);
    for (const { entries } of postings) {
      expect(
        entries.reduce((sum, { amount }) => sum + amount, 0),
        seed,
      ).to.equal(0);
    }
    const sessions = stripe.sessionsOf(eventId);
    for (const { id } of sessions) expect(stripe.netOf(id), `${seed}: ${id} gave back too much`).to.be.at.least(0);
    const net = sessions.reduce((sum, { id }) => sum + stripe.netOf(id), 0);
    expect(balance('stripe'), `${seed}: the ledger has what Stripe has`).to.equal(net);
    const disputed = paid.filter(({ disputes }) => disputes.some(({ status }) => status === 'open'));
    const waiting = disputed.reduce((sum, payment) => sum + stillOwed(payment), 0);
    expect(balance('owed'), `${seed}: what was not due went back, or a bank decides about it`).to.equal(-waiting);
    expect(sessions.filter(({ status }) => status === 'paid').length, seed).to.equal(paid.length);
    for (const payment of paid) expect(payment.settledAt, `${seed}: ${payment._id}`).to.be.instanceOf(Date);
    const most = Math.max(0, ...orders.map(({ film }) => film.target), ...paid.map(({ target }) => target ?? 0));
    expect(account?.paid ?? 0, `${seed}: never more for films than one film costs`).to.be.at.most(most);
    const films = postings.filter(({ entries }) => entries.some((each) => each.account === 'film'));
    if (renders > 0) expect(films.length, `${seed}: no film without payment`).to.be.greaterThan(0);
    for (const cart of carts) {
      const sales = paid.filter(
        ({ cartId, received, excess }) => String(cartId) === String(cart._id) && excess !== received?.amount,
      );
      expect(sales.length, `${seed}: a cart is bought once`).to.be.at.most(1);
      if (cart.status === 'finalized') expect(renders, `${seed}: no payment without film`).to.be.greaterThan(0);
      if (cart.paidBy === null) expect(cart.openKey, seed).to.be.a('string');
    }
  }

  /** Every buyer with a code has a use of it, and nobody else has; there are never more than the code allows. */
  async function checkCodes(): Promise<void> {
    const carts = await CartModel.find({ orderId: { $ne: null } }).lean();
    const orders = await OrderModel.find({ _id: { $in: carts.flatMap(({ orderId }) => orderId ?? []) } }).lean();
    const failed = await PaymentModel.find({ 'refunds.isGood': false }, { cartId: 1 }).lean();
    for (const { _id: code, uses, maxUses } of await PromoCodeModel.find().lean()) {
      const counted = uses.filter(({ heldUntil }) => !heldUntil).map(({ cartId }) => cartId);
      const buyers = carts.filter(({ orderId }) => orders.find(({ _id }) => _id === orderId)?.promoCode === code);
      const kept = buyers.filter(({ status }) => status !== 'refunded').map(({ _id }) => String(_id));
      // A refund that failed in the end may have lost its use to somebody else.
      const certain = kept.filter((id) => !failed.some(({ cartId }) => String(cartId) === id));
      expect(counted.length, `${code}: uses`).to.be.within(1, maxUses);
      expect(kept, `${code}: only who bought with it`).to.include.members(counted);
      expect(counted, `${code}: everybody who bought with it`).to.include.members(certain);
    }
  }

  async function orderIds(eventId: string): Promise<string[]> {
    const bought = [await PaymentModel.find({ eventId }).lean(), await CartModel.find({ eventId }).lean()].flat();
    return bought.flatMap(({ orderId }) => orderId ?? []);
  }

  async function paymentIds(eventId: string): Promise<string[]> {
    const [sessions, carts] = [stripe.sessionsOf(eventId), await CartModel.find({ eventId }, { _id: 1 }).lean()];
    return [...sessions.map(({ id }) => id), ...carts.map(({ _id }) => `cart:${_id}`)];
  }
});
