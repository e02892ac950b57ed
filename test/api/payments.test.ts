import { expect } from 'chai';
import { deliverEvent } from '../../src/shared/contracts/deliveries.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { listStuckRefunds } from '../../src/shared/contracts/staff-orders.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { usePayments } from '../helpers/payments.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser } from '../helpers/user.ts';

describe('payment states', () => {
  const { app, becomesDue, creator, dueOf, eventWithClip, intentOf, open, rawMessage, refundsOf, sandbox, stripe } =
    usePayments();

  it('ignores another amount or currency than requested', async () => {
    for (const wrong of [{ amount_total: 50 }, { currency: 'jpy' }]) {
      const event = await eventWithClip();
      const { id } = await open(event);
      const { amount_total, currency } = { amount_total: 500, currency: 'usd', ...wrong };
      const paymentIntent = `pi_${id.slice(-12)}`;
      await app()
        .connection.collection<{ _id: string }>('sandbox_stripe_sessions')
        .updateOne({ _id: id }, { $set: { status: 'complete', paymentIntent, amount: amount_total, currency } });
      const session = await stripe().checkout.sessions.retrieve(id);
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
      await sandbox().pay(id);
      await finishedFilm(app().connection, event, { bill: { length: 5, amount: 500, isFree: false } });
      return { event, id };
    }
    const deliver = (event: Event) => creator().call(deliverEvent, { params: { id: event.id }, body: {} });

    it('is due again in full, and blocks delivery until paid', async () => {
      const { event, id } = await paidFilm();
      await stripe().refunds.create({ payment_intent: await intentOf(id) });
      await becomesDue(event, 500);
      const refusal = await refusalOf(deliver(event));
      expect([refusal.status, refusal.code, refusal.details?.amount]).to.deep.equal([409, 'PAYMENT_REQUIRED', 500]);
      await sandbox().pay((await open(event)).id);
      expect(await dueOf(event)).to.equal(0);
    });

    it('is due in part after a partial refund, however often and late the webhook comes', async () => {
      const { event, id } = await paidFilm();
      const refund = await stripe().refunds.create({ payment_intent: await intentOf(id), amount: 200 });
      await becomesDue(event, 200);
      for (const type of ['refund.created', 'refund.updated', 'charge.refund.updated']) {
        expect((await rawMessage(type, refund)).status).to.equal(200);
      }
      const charge = { id: 'ch_x', object: 'charge', payment_intent: await intentOf(id), amount_refunded: 200 };
      expect((await rawMessage('charge.refunded', charge)).status).to.equal(200);
      expect(await dueOf(event)).to.equal(200);

      await sandbox().failRefund(refund.id);
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
      await stripe().refunds.create({ payment_intent: paymentIntent, amount: 100 });
      await becomesDue(event, 100);
      await rawMessage('checkout.session.completed', await stripe().checkout.sessions.retrieve(id));
      expect(await dueOf(event)).to.equal(100);
    });

    it('is due again after a lost dispute only', async () => {
      const { event, id } = await paidFilm();
      const won = (await sandbox().dispute(id)) ?? '';
      await stripe().disputes.update(won, { evidence: { uncategorized_text: 'winning_evidence' } });
      const lost = (await sandbox().dispute(id)) ?? '';
      await eventually('the disputes to be on record', async () => {
        const payment = await app()
          .connection.collection<{ _id: string; disputes: { status: string }[] }>('payments')
          .findOne({ _id: id });
        return payment?.disputes.length === 2 && payment.disputes[0]?.status !== 'open';
      });
      expect(await dueOf(event)).to.equal(0);
      const closed = await stripe().disputes.close(lost);
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
