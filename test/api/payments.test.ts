import { expect } from 'chai';
import { Types } from 'mongoose';
import Stripe from 'stripe';
import { reconcile } from '../../src/features/checkout/reconcile.service.ts';
import { payments } from '../../src/features/orders/payments.parts.ts';
import { type StripeSandbox, startStripeSandbox } from '../../src/integrations/sandbox/stripe.ts';
import { sandboxWebhookSecret } from '../../src/integrations/stripe.ts';
import { AppError } from '../../src/platform/errors.ts';
import { createCheckoutSession, retrieveCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import { deliverEvent } from '../../src/shared/contracts/deliveries.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { listStuckRefunds, settleStuckRefund } from '../../src/shared/contracts/staff-orders.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startEvent } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('payment states', () => {
  const app = useWholeApp({ hasWorker: false });
  let creator: SignedInUser;
  let sandbox: StripeSandbox;
  let stripe: Stripe;

  before(async () => {
    creator = await newUser(app().origin);
    const { config, origin } = app();
    sandbox = await startStripeSandbox({
      appOrigin: origin,
      webhookSecret: sandboxWebhookSecret(config),
      webhookUrl: () => `${origin}/api/stripe/webhook`,
    });
    const { host, port } = sandbox;
    stripe = new Stripe('sk_test_sandbox', { host, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
  });
  after(() => sandbox.stop());

  async function eventWithClip(): Promise<Event> {
    const event = await startEvent(creator);
    await giveText(newVisitor(app().origin), event, 'All the best');
    return event;
  }

  const open = (event: Event) => creator.call(createCheckoutSession, { body: { eventId: event.id } });
  /** A longer film has another price. @param length in seconds */
  const grow = ({ id }: Event, length = 700) =>
    app()
      .connection.collection('media')
      .updateOne({ eventId: new Types.ObjectId(id) }, { $set: { length } });
  const dueOf = async (event: Event) => (await readEvent(creator, event)).price?.amount;
  const becomesDue = (event: Event, amount: number) =>
    eventually(`${amount} cents to be due`, async () => (await dueOf(event)) === amount);
  const statusOf = async (id: string) =>
    (await creator.call(retrieveCheckoutSession, { query: { session_id: id } })).status;
  const intentOf = async (id: string) => String((await stripe.checkout.sessions.retrieve(id)).payment_intent);
  const refundsOf = async (id: string) => {
    const { data } = await stripe.refunds.list({ payment_intent: await intentOf(id) });
    return data.map(({ amount, status }) => [amount, status]);
  };
  const notesFor = (event: Event) =>
    app()
      .connection.collection('jobs')
      .find({ type: 'mail.send', uniqueKey: /^payment-note:/ })
      .toArray()
      .then((jobs) => jobs.filter(({ data }) => data?.values?.url?.endsWith(event.uuid)).length);
  const rawMessage = (type: string, object: object) => {
    const payload = JSON.stringify({ id: 'evt_test', object: 'event', type, data: { object } });
    const secret = sandboxWebhookSecret(app().config);
    return fetch(`${app().origin}/api/stripe/webhook`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': stripe.webhooks.generateTestHeaderString({ payload, secret }),
      },
      body: payload,
    });
  };

  /** A second page for the same film, as if closing the first had not worked. */
  const twinFor = (event: Event) =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: `${app().origin}/`,
      cancel_url: `${app().origin}/`,
      metadata: { eventId: event.id, userId: creator.user.id, amount: '500', target: '500' },
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'The film' } } },
      ],
    });
  /** Balances of the accounts of a payment. */
  const balancesOf = async (paymentId: string) => {
    const postings = await app().connection.collection('ledger_postings').find({ paymentId }).toArray();
    const sums: Record<string, number> = {};
    for (const { account, amount } of postings.flatMap(({ entries }) => entries)) {
      sums[account] = (sums[account] ?? 0) + amount;
    }
    return sums;
  };

  describe('with two payment sessions', () => {
    it('expires the older one before it opens another', async () => {
      const event = await eventWithClip();
      const first = await open(event);
      await grow(event);
      const second = await open(event);
      expect(second.id).not.to.equal(first.id);
      expect((await stripe.checkout.sessions.retrieve(first.id)).status).to.equal('expired');
      expect(await sandbox.pay(first.id), 'nobody can pay there any more').to.equal(null);
      expect((await creator.postForm(new URL(first.url).pathname, {})).status).to.equal(404);
      await eventually(
        'the older one to be on record as expired',
        async () => (await statusOf(first.id)) === 'expired',
      );
      expect(await open(event), 'the same page for the same price').to.deep.equal(second);
    });

    it('keeps one open session for concurrent requests', async () => {
      const event = await eventWithClip();
      const sessions = await Promise.all([1, 2, 3, 4].map(() => open(event)));
      expect(new Set(sessions.map(({ id }) => id)).size).to.equal(1);
      await Promise.all([400, 1300, 4000].map((length) => grow(event, length).then(() => open(event))));
      const { ObjectId } = app().connection.base.mongo;
      const known = await app()
        .connection.collection<{ _id: string }>('payments')
        .find({ eventId: new ObjectId(event.id) })
        .toArray();
      const states = await Promise.all(
        known.map(async ({ _id }) => (await stripe.checkout.sessions.retrieve(_id)).status),
      );
      expect(states.filter((status) => status === 'open')).to.have.length(1);
    });

    it('expires a session that a crash left unrecorded', async () => {
      const event = await eventWithClip();
      const { id } = await open(event);
      // As if the process had died after the vendor's answer and before writing it down.
      const checkouts = app().connection.collection('checkouts');
      const { ObjectId } = app().connection.base.mongo;
      const _id = new ObjectId(event.id);
      const sent = await app().connection.collection('sandbox_stripe_sessions').findOne({ reference: event.id });
      const request = {
        eventId: event.id,
        userId: creator.user.id,
        title: sent?.name,
        amount: 500,
        target: 500,
        email: creator.user.email,
        successUrl: sent?.successUrl,
        cancelUrl: sent?.cancelUrl,
        round: '1',
      };
      await checkouts.updateOne({ _id }, { $set: { sessionId: null, round: 0, pending: JSON.stringify(request) } });
      await grow(event);
      expect((await open(event)).id).not.to.equal(id);
      expect((await stripe.checkout.sessions.retrieve(id)).status).to.equal('expired');
    });

    it('counts a payment on the older one although its webhook never came', async () => {
      const event = await eventWithClip();
      const { id } = await open(event);
      await app()
        .connection.collection<{ _id: string }>('sandbox_stripe_sessions')
        .updateOne({ _id: id }, { $set: { status: 'complete', paymentIntent: `pi_${id.slice(-12)}` } });
      await grow(event);
      expect((await open(event)).id, 'for the difference').not.to.equal(id);
      expect([await dueOf(event), await statusOf(id)]).to.deep.equal([700, 'paid']);
    });

    it('refunds the second payment for the same film once, with a mail', async () => {
      const event = await eventWithClip();
      const { id } = await open(event);
      const twin = await twinFor(event);
      const before = await notesFor(event);
      await Promise.all([sandbox.pay(id), sandbox.pay(twin.id)]);
      await Promise.all([sandbox.pay(id), sandbox.pay(twin.id)]);
      const refunds = [...(await refundsOf(id)), ...(await refundsOf(twin.id))];
      expect(refunds).to.deep.equal([[500, 'succeeded']]);
      await eventually('the note', async () => (await notesFor(event)) === before + 1);
      const account = await app()
        .connection.collection('film_accounts')
        .findOne({ _id: new Types.ObjectId(event.id) });
      expect([account?.paid, await dueOf(event)]).to.deep.equal([500, 0]);
    });

    it('settles both when one was given back by hand before its lost webhook is found', async () => {
      const event = await eventWithClip();
      const { id } = await open(event);
      const twin = await twinFor(event);
      sandbox.webhooks.set('lost');
      await sandbox.pay(id);
      await sandbox.pay(twin.id);
      await stripe.refunds.create({ payment_intent: await intentOf(id) });
      sandbox.webhooks.set('usual');
      const { settled, differences } = await reconcile();
      expect(settled).to.include.members([`payment ${id}`, `payment ${twin.id}`]);
      expect(differences.filter((each) => each.includes(id) || each.includes(twin.id))).to.deep.equal([]);
      expect(await dueOf(event)).to.equal(0);
      expect([...(await refundsOf(id)), ...(await refundsOf(twin.id))]).to.deep.equal([[500, 'succeeded']]);
      expect(await balancesOf(id)).to.deep.equal({ stripe: 0, owed: 0 });
      expect(await balancesOf(twin.id)).to.deep.equal({ stripe: 500, film: -500 });
      expect((await reconcile()).settled, 'nothing is left').to.deep.equal([]);
    });

    it('gives it back itself when the bank did not take what was given back by hand', async () => {
      const event = await eventWithClip();
      const { id } = await open(event);
      const twin = await twinFor(event);
      await sandbox.pay(id);
      sandbox.webhooks.set('lost');
      await sandbox.pay(twin.id);
      const byHand = await stripe.refunds.create({ payment_intent: await intentOf(twin.id) });
      await reconcile();
      await sandbox.failRefund(byHand.id);
      await reconcile();
      sandbox.webhooks.set('usual');
      expect(await refundsOf(twin.id)).to.have.deep.members([
        [500, 'failed'],
        [500, 'succeeded'],
      ]);
      expect(await balancesOf(twin.id)).to.deep.equal({ stripe: 0, owed: 0 });
    });

    it('books the others when Stripe refuses one refund, which waits at the desk until it is settled', async () => {
      const [event, other] = [await eventWithClip(), await eventWithClip()];
      const [{ id }, { id: otherId }] = [await open(event), await open(other)];
      const twin = await twinFor(event);
      sandbox.webhooks.set('lost');
      for (const each of [otherId, id, twin.id]) await sandbox.pay(each);
      sandbox.webhooks.set('usual');
      const refuse = () => Promise.reject(new AppError('WRONG_STATE', { message: 'Stripe refused this refund.' }));
      const undo = payments.is({ ...payments(), refund: refuse }).install();
      const { settled } = await reconcile();
      undo();
      expect(settled).to.include.members([`payment ${id}`, `payment ${twin.id}`, `payment ${otherId}`]);
      expect([await dueOf(event), await dueOf(other)]).to.deep.equal([0, 0]);
      const admin = await newUser(app().origin, { role: 'admin' });
      const stuck = () => admin.call(listStuckRefunds, {});
      const found = (await stuck()).find(({ paymentId }) => paymentId === id || paymentId === twin.id);
      expect(found).to.include({ eventId: event.id, amount: 500, currency: 'USD', why: 'refused' });
      const settle = () =>
        admin.call(settleStuckRefund, { params: { id: found?.id ?? '' }, body: { note: 'Sent by transfer' } });
      await settle();
      expect(await stuck()).not.to.deep.include(found);
      expect(await statusAndCode(settle())).to.deep.equal([404, 'NOT_FOUND']);
    });
  });

  it('ignores another amount or currency than requested', async () => {
    for (const wrong of [{ amount_total: 50 }, { currency: 'jpy' }]) {
      const event = await eventWithClip();
      const { id } = await open(event);
      const { amount_total, currency } = { amount_total: 500, currency: 'usd', ...wrong };
      const paymentIntent = `pi_${id.slice(-12)}`;
      await app()
        .connection.collection<{ _id: string }>('sandbox_stripe_sessions')
        .updateOne({ _id: id }, { $set: { status: 'complete', paymentIntent, amount: amount_total, currency } });
      const session = await stripe.checkout.sessions.retrieve(id);
      expect((await rawMessage('checkout.session.completed', session)).status).to.equal(200);
      expect(await dueOf(event)).to.equal(500);
      expect(await refundsOf(id)).to.deep.equal([[amount_total, 'succeeded']]);
    }
  });

  describe('after a refund', () => {
    /** An event whose film is made and paid. */
    async function paidFilm(): Promise<{ event: Event; id: string }> {
      const event = await eventWithClip();
      const { id } = await open(event);
      await sandbox.pay(id);
      await finishedFilm(app().connection, event, { bill: { length: 5, amount: 500, isFree: false } });
      return { event, id };
    }
    const deliver = (event: Event) => creator.call(deliverEvent, { params: { id: event.id }, body: {} });

    it('is due again in full, and blocks delivery until paid', async () => {
      const { event, id } = await paidFilm();
      await stripe.refunds.create({ payment_intent: await intentOf(id) });
      await becomesDue(event, 500);
      const refusal = await refusalOf(deliver(event));
      expect([refusal.status, refusal.code, refusal.details?.amount]).to.deep.equal([409, 'PAYMENT_REQUIRED', 500]);
      await sandbox.pay((await open(event)).id);
      expect(await dueOf(event)).to.equal(0);
    });

    it('is due in part after a partial refund, however often and late the webhook comes', async () => {
      const { event, id } = await paidFilm();
      const refund = await stripe.refunds.create({ payment_intent: await intentOf(id), amount: 200 });
      await becomesDue(event, 200);
      for (const type of ['refund.created', 'refund.updated', 'charge.refund.updated']) {
        expect((await rawMessage(type, refund)).status).to.equal(200);
      }
      const charge = { id: 'ch_x', object: 'charge', payment_intent: await intentOf(id), amount_refunded: 200 };
      expect((await rawMessage('charge.refunded', charge)).status).to.equal(200);
      expect(await dueOf(event)).to.equal(200);

      await sandbox.failRefund(refund.id);
      await becomesDue(event, 0);
      await rawMessage('refund.updated', refund);
      expect(await dueOf(event), 'told late, from before it failed').to.equal(0);
      const admin = await newUser(app().origin, { role: 'admin' });
      const stuck = (await admin.call(listStuckRefunds, {})).find((each) => each.id === refund.id);
      expect(stuck).to.include({ paymentId: id, amount: 200, why: 'failed' });
      const page = await (await admin.fetch('/staff/orders')).text();
      expect(page).to.include('Refunds that didn’t go through').and.include(refund.id);
      expect(await (await admin.fetch('/staff')).text()).to.include('$2.00 didn’t go back');
      await admin.postForm(`/staff/orders/refunds/${refund.id}/settle`, { note: 'Sent by transfer' });
      expect(await (await admin.fetch('/staff/orders')).text()).not.to.include(refund.id);
    });

    it('counts a refund whose webhook comes before the payment’s', async () => {
      const event = await eventWithClip();
      const { id } = await open(event);
      const paymentIntent = `pi_${id.slice(-12)}`;
      await app()
        .connection.collection<{ _id: string }>('sandbox_stripe_sessions')
        .updateOne({ _id: id }, { $set: { status: 'complete', paymentIntent } });
      await stripe.refunds.create({ payment_intent: paymentIntent, amount: 100 });
      await becomesDue(event, 100);
      await rawMessage('checkout.session.completed', await stripe.checkout.sessions.retrieve(id));
      expect(await dueOf(event)).to.equal(100);
    });

    it('is due again after a lost dispute only', async () => {
      const { event, id } = await paidFilm();
      const won = (await sandbox.dispute(id)) ?? '';
      await stripe.disputes.update(won, { evidence: { uncategorized_text: 'winning_evidence' } });
      const lost = (await sandbox.dispute(id)) ?? '';
      await eventually('the disputes to be on record', async () => {
        const payment = await app()
          .connection.collection<{ _id: string; disputes: { status: string }[] }>('payments')
          .findOne({ _id: id });
        return payment?.disputes.length === 2 && payment.disputes[0]?.status !== 'open';
      });
      expect(await dueOf(event)).to.equal(0);
      const closed = await stripe.disputes.close(lost);
      await becomesDue(event, 500);
      await rawMessage('charge.dispute.created', { ...closed, status: 'needs_response' });
      expect(await dueOf(event), 'told late').to.equal(500);
      expect(await statusAndCode(deliver(event))).to.deep.equal([409, 'PAYMENT_REQUIRED']);
    });

    it('ignores payments for something else', async () => {
      for (const [type, object] of [
        ['charge.refunded', { id: 'ch_x', object: 'charge', payment_intent: 'pi_other' }],
        [
          'refund.updated',
          { id: 're_x', object: 'refund', payment_intent: 'pi_other', amount: 5, status: 'succeeded' },
        ],
        ['charge.dispute.closed', { id: 'du_x', object: 'dispute', payment_intent: null, amount: 5, status: 'lost' }],
      ] as const) {
        expect((await rawMessage(type, object)).status, type).to.equal(200);
      }
    });
  });
});
