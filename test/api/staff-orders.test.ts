import { expect } from 'chai';
import type Stripe from 'stripe';
import type { StripeSandbox } from '../../src/integrations/sandbox/stripe.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { createCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { readMetrics } from '../../src/shared/contracts/metrics.ts';
import {
  getStaffPayment,
  listStaffPayments,
  refundPayment,
  resendPayment,
  type StaffPayment,
} from '../../src/shared/contracts/staff-orders.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { see } from '../helpers/pages.ts';
import { startStripe } from '../helpers/payments.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { growStale } from '../helpers/stale-session.ts';
import { newUser, newVisitor, type SignedInUser, signInElsewhere } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('orders at the desk', () => {
  const app = useWholeApp({ hasWorker: false });
  let admin: SignedInUser;
  let buyer: SignedInUser;
  let sandbox: StripeSandbox;
  let stripe: Stripe;
  let event: Event;
  let payment: StaffPayment;

  before(async () => {
    admin = await newUser(app().origin, { role: 'admin' });
    ({ sandbox, stripe } = await startStripe(app()));
  });
  after(() => sandbox.stop());

  const read = (id = payment.id) => admin.call(getStaffPayment, { params: { id } });
  const refund = (amount?: number, who = admin) =>
    who.call(refundPayment, { params: { id: payment.id }, body: { note: 'Sorry', ...(amount && { amount }) } });

  async function buy(): Promise<StaffPayment> {
    event = await startEvent(buyer);
    await giveText(newVisitor(app().origin), event, 'All the best');
    const { id } = await buyer.call(createCheckoutSession, { body: { eventId: event.id } });
    await sandbox.pay(id);
    return eventually('the payment to be booked', async () => {
      const found = await admin.call(listStaffPayments, { query: { q: id } });
      return found[0] ?? null;
    });
  }

  beforeEach(async () => {
    buyer = await newUser(app().origin);
    payment = await buy();
  });

  it('lists payments newest first, page by page, and finds one by buyer, event and session', async () => {
    const earlier = payment;
    buyer = await newUser(app().origin);
    const paid = async () => (await admin.call(readMetrics, { query: { range: 'day' } })).total.paid ?? 0;
    const before = await paid();
    payment = await buy();
    await eventually('it to be among the figures', async () => (await paid()) === before + payment.amount);
    const first = await admin.callBeside(listStaffPayments, { query: { limit: 1 } });
    expect(first.data[0]).to.include({ id: payment.id, returned: 0, left: payment.amount });
    const second = await admin.call(listStaffPayments, { query: { limit: 1, cursor: first.meta.nextCursor ?? '' } });
    expect(second.map(({ id }) => id)).to.deep.equal([earlier.id]);
    for (const q of [buyer.user.email, event.id, payment.id.slice(0, 30)]) {
      const found = await admin.call(listStaffPayments, { query: { q } });
      expect(
        found.map(({ id }) => id),
        q,
      ).to.deep.equal([payment.id]);
    }
  });

  it('gives back a part, then the rest, once each; the ledger of the event adds up to 0', async () => {
    const part = await refund(200);
    expect([part.returned, part.left]).to.deep.equal([200, payment.amount - 200]);
    expect(await statusAndCode(refund(payment.amount))).to.deep.equal([422, 'FIELDS_REFUSED']);
    const rest = await refund();
    expect([rest.returned, rest.left]).to.deep.equal([payment.amount, 0]);
    expect(await statusAndCode(refund())).to.deep.equal([409, 'WRONG_STATE']);
    const { payment_intent } = await stripe.checkout.sessions.retrieve(payment.id);
    const { data } = await stripe.refunds.list({ payment_intent: String(payment_intent) });
    expect(data.map(({ reason }) => reason)).to.deep.equal(['requested_by_customer', 'requested_by_customer']);
    const { ledger, lines } = await read();
    expect(ledger.map(({ key }) => key.split(':')[0])).to.deep.equal(['payment', 'refund', 'refund']);
    const sum = ledger.flatMap(({ entries }) => entries).reduce((total, { amount }) => total + amount, 0);
    expect([sum, lines[0]?.amount]).to.deep.equal([0, payment.amount]);
    const acts = await admin.call(listAudit, { query: { eventId: event.id, action: 'payment.refunded' } });
    expect(acts.map(({ details }) => [details.before, details.after, details.note])).to.deep.equal([
      [200, payment.amount, 'Sorry'],
      [0, 200, 'Sorry'],
    ]);
  });

  it('books two presses of the same refund as one', async () => {
    await Promise.all([refund(100), refund(100)]);
    const { returned, refunds } = await read();
    expect([returned, refunds.length]).to.deep.equal([100, 1]);
  });

  it('mails the payment again, asks for a second step before a refund, and refuses editors', async () => {
    await admin.call(resendPayment, { params: { id: payment.id }, body: {} });
    const mails = await app()
      .connection.collection('jobs')
      .find({ type: 'mail.send', uniqueKey: new RegExp(`^payment-note:again:${payment.id}`) })
      .toArray();
    expect(mails.map(({ data }) => data.to)).to.deep.equal([buyer.user.email]);
    const editor = await newUser(app().origin, { role: 'editor' });
    expect(await statusAndCode(refund(100, editor))).to.deep.equal([403, 'NOT_ALLOWED']);
    await growStale(app().connection, 'secondStepAt');
    expect(await statusAndCode(refund(100))).to.deep.equal([403, 'SIGN_IN_AGAIN']);
    admin = { ...(await signInElsewhere(app().origin, admin)), user: admin.user };
  });

  it('works without script, and says what can go back at most', async () => {
    const list = await see(admin, '/staff/orders');
    expect(list.html).to.include(`/staff/orders/${payment.id}`).and.include(buyer.user.email);
    const path = `/staff/orders/${payment.id}`;
    const page = await see(admin, path);
    expect(page.html).to.include('Give it back').and.include('Ledger of the VidDay');
    for (const amount of ['1000000', 'much', '']) {
      const refused = await admin.postForm(`${path}/refund`, { amount, note: 'Kept words' });
      expect([refused.status, (await refused.text()).includes('Kept words')], amount).to.deep.equal([422, true]);
    }
    const done = await admin.postForm(`${path}/refund`, { amount: '1,50', note: 'A clip was missing' });
    expect([done.status, done.headers.get('location')]).to.deep.equal([303, `${path}?done=refund`]);
    expect((await read()).returned).to.equal(150);
    const csv = await (await admin.fetch(`/staff/orders.csv?q=${event.id}`)).text();
    expect(csv).to.include(payment.id).and.include(',150,');
    const search = await see(admin, `/staff/search?q=${payment.id.slice(0, 24)}`);
    expect(search.html).to.include(path);
  });
});
