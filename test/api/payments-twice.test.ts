import { expect } from 'chai';
import { Types } from 'mongoose';
import { reconcile } from '../../src/features/checkout/reconcile.service.ts';
import { payments } from '../../src/features/orders/payments.parts.ts';
import { AppError } from '../../src/platform/errors.ts';
import { listStuckRefunds, settleStuckRefund } from '../../src/shared/contracts/staff-orders.ts';
import { eventually } from '../helpers/eventually.ts';
import { usePayments } from '../helpers/payments.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { newUser } from '../helpers/user.ts';

describe('a film with two payment sessions', () => {
  const {
    app,
    balancesOf,
    creator,
    dueOf,
    eventWithClip,
    grow,
    intentOf,
    notesFor,
    open,
    refundsOf,
    sandbox,
    statusOf,
    stripe,
    twinFor,
  } = usePayments();

  it('expires the older one before it opens another', async () => {
    const event = await eventWithClip();
    const first = await open(event);
    await grow(event);
    const second = await open(event);
    expect(second.id).not.to.equal(first.id);
    expect((await stripe().checkout.sessions.retrieve(first.id)).status).to.equal('expired');
    expect(await sandbox().pay(first.id), 'nobody can pay there any more').to.equal(null);
    expect((await creator().postForm(new URL(first.url).pathname, {})).status).to.equal(404);
    await eventually('the older one to be on record as expired', async () => (await statusOf(first.id)) === 'expired');
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
      known.map(async ({ _id }) => (await stripe().checkout.sessions.retrieve(_id)).status),
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
      userId: creator().user.id,
      title: sent?.name,
      amount: 500,
      target: 500,
      email: creator().user.email,
      successUrl: sent?.successUrl,
      cancelUrl: sent?.cancelUrl,
      round: '1',
    };
    await checkouts.updateOne({ _id }, { $set: { sessionId: null, round: 0, pending: JSON.stringify(request) } });
    await grow(event);
    expect((await open(event)).id).not.to.equal(id);
    expect((await stripe().checkout.sessions.retrieve(id)).status).to.equal('expired');
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
    await Promise.all([sandbox().pay(id), sandbox().pay(twin.id)]);
    await Promise.all([sandbox().pay(id), sandbox().pay(twin.id)]);
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
    sandbox().webhooks.set('lost');
    await sandbox().pay(id);
    await sandbox().pay(twin.id);
    await stripe().refunds.create({ payment_intent: await intentOf(id) });
    sandbox().webhooks.set('usual');
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
    await sandbox().pay(id);
    sandbox().webhooks.set('lost');
    await sandbox().pay(twin.id);
    const byHand = await stripe().refunds.create({ payment_intent: await intentOf(twin.id) });
    await reconcile();
    await sandbox().failRefund(byHand.id);
    await reconcile();
    sandbox().webhooks.set('usual');
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
    sandbox().webhooks.set('lost');
    for (const each of [otherId, id, twin.id]) await sandbox().pay(each);
    sandbox().webhooks.set('usual');
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
