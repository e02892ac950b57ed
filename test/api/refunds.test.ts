import { expect } from 'chai';
import { reconcile } from '../../src/features/checkout/reconcile.service.ts';
import { stripeSandbox } from '../../src/integrations/sandboxes.ts';
import { getCart, openCart } from '../../src/shared/contracts/carts.ts';
import { createCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { listInvoices } from '../../src/shared/contracts/invoices.ts';
import { refundPayment } from '../../src/shared/contracts/staff-orders.ts';
import { giveText, readEvent, startEvent } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { growStale } from '../helpers/stale-session.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { writtenMails } from '../helpers/written-mails.ts';

describe('POST /api/v2/staff/payments/:id/refund', () => {
  const app = useWholeApp({ hasWorker: false });
  let admin: SignedInUser;
  let lena: SignedInUser;
  let event: Event;
  let cartId: string;
  /** The payment of a film and five trees: $10. */
  let id: string;

  before(async () => {
    admin = await newUser(app().origin, { role: 'admin' });
  });
  beforeEach(async () => {
    lena = await newUser(app().origin);
    event = await startEvent(lena);
    await giveText(newVisitor(app().origin), event, 'All the best');
    const cart = await lena.call(openCart, { body: { eventId: event.id, addons: [{ id: 'tree', quantity: 5 }] } });
    cartId = cart.id;
    id = (await lena.call(createCheckoutSession, { body: { cartId } })).id;
  });

  const sandbox = () => {
    const running = stripeSandbox();
    if (!running) throw new Error('The payment sandbox is not there');
    return running;
  };
  const give = (amount?: number, by = admin) =>
    by.call(refundPayment, { params: { id }, body: { note: 'Asked in the chat', ...(amount && { amount }) } });
  const cart = () => lena.call(getCart, { params: { id: cartId } });
  const credits = async () =>
    (await lena.call(listInvoices, { query: {} })).filter(({ kind }) => kind === 'credit').map(({ total }) => total);

  it('gives back a part, then the rest, each once, with credit notes, mails and a line in the audit log', async () => {
    await sandbox().pay(id);
    const part = await give(400);
    expect(part).to.include({ id, amount: 1000, returned: 400, left: 600, currency: 'USD' });
    expect((await readEvent(lena, event)).price?.amount, 'the film stays paid').to.equal(0);
    const rest = await give();
    expect(rest).to.include({ returned: 1000, left: 0 });
    expect((await cart()).status).to.equal('refunded');
    expect((await readEvent(lena, event)).price?.amount, 'due again').to.equal(500);
    expect((await credits()).sort()).to.deep.equal([-400, -600]);
    expect((await writtenMails(app().connection, lena.user.email, 'payment-note'))[0]?.what).to.match(/was refunded/);
    expect(await statusAndCode(give())).to.deep.equal([409, 'WRONG_STATE']);
    const log = app().connection.collection('audit_log');
    const lines = await log.find({ action: 'payment.refunded' }).sort({ at: 1 }).toArray();
    const ours = lines.filter(({ subjectId }) => String(subjectId) === lena.user.id);
    expect(ours.map(({ actorId, details }) => [String(actorId), details.amount, details.note])).to.deep.equal([
      [admin.user.id, 400, 'Asked in the chat'],
      [admin.user.id, 600, 'Asked in the chat'],
    ]);
    expect((await reconcile()).differences).to.deep.equal([]);
  });

  it('gives the same amount back once when two admins ask at the same moment', async () => {
    await sandbox().pay(id);
    const answers = await Promise.allSettled([give(300), give(300)]);
    expect(answers.some(({ status }) => status === 'fulfilled')).to.equal(true);
    expect(await credits()).to.deep.equal([-300]);
  });

  it('refuses the page of an admin who did not see what has gone back since, and takes a second refund from a fresh one', async () => {
    await sandbox().pay(id);
    const post = (returned: string) =>
      admin.postForm(`/staff/orders/${id}/refund`, { amount: '4', returned, note: 'Asked in the chat' });
    expect((await post('0')).status).to.equal(303);
    const refused = await post('0');
    expect(refused.status).to.equal(409);
    const html = await refused.text();
    expect(html).to.include('$4.00 has gone back since you opened this page.');
    expect(await credits()).to.deep.equal([-400]);
    const [, returned = ''] = /name="returned" value="(\d+)"/.exec(html) ?? [];
    expect((await post(returned)).status).to.equal(303);
    expect(await credits()).to.deep.equal([-400, -400]);
  });

  it('refuses more than is left, also of what was refunded at Stripe without a word', async () => {
    await sandbox().pay(id);
    const { paymentIntent } =
      (await app().connection.collection<{ _id: string; paymentIntent: string }>('payments').findOne({ _id: id })) ??
      {};
    const { host, port, webhooks } = sandbox();
    webhooks.set('lost');
    await fetch(`http://${host}:${port}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_x', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ payment_intent: paymentIntent ?? '', amount: '900' }),
    });
    webhooks.set('usual');
    expect((await refusalOf(give(200))).fields.amount).to.equal('At most $1.00: that’s what is left of it.');
    expect(await credits(), 'booked now').to.deep.equal([-900]);
  });

  it('refuses a payment that is open, disputed or unknown', async () => {
    expect(await statusAndCode(give()), 'open').to.deep.equal([409, 'WRONG_STATE']);
    await sandbox().pay(id);
    await sandbox().dispute(id);
    expect(await statusAndCode(give()), 'disputed').to.deep.equal([409, 'WRONG_STATE']);
    id = 'cs_test_nothing_here';
    expect(await statusAndCode(give())).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('is for admins with a recent second step, and needs a reason', async () => {
    await sandbox().pay(id);
    const editor = await newUser(app().origin, { role: 'editor' });
    expect((await statusAndCode(give(100, editor)))[0]).to.equal(403);
    expect((await statusAndCode(give(100, lena)))[0]).to.equal(403);
    const silent = admin.call(refundPayment, { params: { id }, body: { note: ' ' } });
    expect((await refusalOf(silent)).fields).to.have.key('note');
    await growStale(app().connection, 'secondStepAt');
    expect(await statusAndCode(give(100))).to.deep.equal([403, 'SIGN_IN_AGAIN']);
    expect(await credits()).to.deep.equal([]);
  });
});
