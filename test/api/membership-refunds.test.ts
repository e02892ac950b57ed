import { expect } from 'chai';
import Stripe from 'stripe';
import { reconcile } from '../../src/features/checkout/reconcile.service.ts';
import { hasMembership } from '../../src/features/membership/membership.service.ts';
import { stripeSandbox } from '../../src/integrations/sandboxes.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { listInvoices } from '../../src/shared/contracts/invoices.ts';
import { getMembership, previewPlanSwitch, switchPlan } from '../../src/shared/contracts/membership.ts';
import {
  getStaffMembership,
  type MembershipOutcome,
  refundMembership,
} from '../../src/shared/contracts/staff-membership.ts';
import { listStuckRefunds } from '../../src/shared/contracts/staff-orders.ts';
import { eventually } from '../helpers/eventually.ts';
import { becomeMember } from '../helpers/members.ts';
import { sandboxes } from '../helpers/pools.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { growStale } from '../helpers/stale-session.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { writtenMails } from '../helpers/written-mails.ts';

describe('POST /api/v2/staff/users/:id/membership/refund', () => {
  const app = useWholeApp({ hasWorker: false });
  let admin: SignedInUser;
  let lena: SignedInUser;
  let invoiceId: string;

  before(async () => {
    admin = await newUser(app().origin, { role: 'admin' });
  });
  beforeEach(async () => {
    lena = await newUser(app().origin);
    await becomeMember(lena, 'monthly');
    invoiceId = (await read()).payments[0]?.id ?? '';
  });

  const read = () => admin.call(getStaffMembership, { params: { id: lena.user.id } });
  const give = (
    outcome: MembershipOutcome,
    more: { amount?: number; note?: string; invoiceId?: string } = {},
    by = admin,
  ) =>
    by.call(refundMembership, {
      params: { id: lena.user.id },
      body: { invoiceId, outcome, note: 'Asked in the chat', ...more },
    });
  const credits = async () =>
    (await lena.call(listInvoices, { query: {} })).filter(({ kind }) => kind === 'credit').map(({ total }) => total);
  const mine = () => lena.call(getMembership, {});

  it('gives back a part and then the rest, with credit notes and mails, and lets it end with its period', async () => {
    expect((await read()).payments[0]).to.include({ amount: 900, returned: 0, left: 900, currency: 'USD' });
    expect((await give('keep', { amount: 400 })).payments[0]).to.include({ returned: 400, left: 500 });
    expect(await mine()).to.include({ status: 'active', cancelAtPeriodEnd: false });
    expect((await refusalOf(give('keep', { amount: 600 }))).fields.amount).to.equal(
      'At most $5.00: that’s what is left of it.',
    );
    expect((await give('cancel')).membership).to.include({ status: 'active', cancelAtPeriodEnd: true });
    expect((await credits()).sort()).to.deep.equal([-400, -500]);
    expect(await statusAndCode(give('keep'))).to.deep.equal([409, 'WRONG_STATE']);
    const mails = await writtenMails(app().connection, lena.user.email, 'membership');
    const told = mails.map(({ what = '' }) => what).filter((what) => what.includes('of your membership back'));
    expect(told).to.have.length(2);
    const acts = await admin.call(listAudit, { query: { subjectId: lena.user.id, action: 'membership.refunded' } });
    expect(acts.map(({ details }) => [details.amount, details.outcome, details.after])).to.deep.equal([
      [500, 'cancel', 900],
      [400, 'keep', 400],
    ]);
  });

  it('ends it at once if staff say so', async () => {
    await give('end');
    expect(await mine()).to.include({ status: 'cancelled', isGood: false });
    expect(await hasMembership(lena.user.id)).to.equal(false);
    expect(await credits()).to.deep.equal([-900]);
  });

  it('refunds once for two admins at the same moment', async () => {
    const answers = await Promise.allSettled([give('keep', { amount: 300 }), give('keep', { amount: 300 })]);
    expect(answers.some(({ status }) => status === 'fulfilled')).to.equal(true);
    expect(await credits()).to.deep.equal([-300]);
  });

  it('works on the page of the user without script, and says first what becomes of the membership', async () => {
    const here = `/staff/users/${lena.user.id}`;
    expect(await (await admin.fetch(here)).text()).to.include('What becomes of the membership');
    const sent = { invoiceId, amount: '2.50', outcome: 'cancel', note: '' };
    const refused = await admin.postForm(`${here}/membership-refund`, sent);
    expect(refused.status).to.equal(422);
    expect(await refused.text()).to.include('Why is it given back?');
    const done = await admin.postForm(`${here}/membership-refund`, { ...sent, note: 'Sorry' });
    expect(done.headers.get('location')).to.equal(`${here}?done=membership-refund`);
    expect(await credits()).to.deep.equal([-250]);
    expect(await mine()).to.include({ cancelAtPeriodEnd: true });
    const again = { ...sent, note: 'Sorry' };
    const stale = await admin.postForm(`${here}/membership-refund`, { ...again, returned: `${invoiceId}=0` });
    expect(stale.status).to.equal(409);
    const html = await stale.text();
    expect(html).to.include('$2.50 has gone back since you opened this page.');
    const [, returned = ''] = /name="returned" value="([^"]+)"/.exec(html) ?? [];
    expect((await admin.postForm(`${here}/membership-refund`, { ...again, returned })).status).to.equal(303);
    expect(await credits()).to.deep.equal([-250, -250]);
  });

  it('takes no part of a year for refunded that a switch to months has kept for these', async () => {
    const ada = await newUser(app().origin);
    await becomeMember(ada, 'yearly');
    const { shownAt } = await ada.call(previewPlanSwitch, { query: { plan: 'monthly' } });
    await ada.call(switchPlan, { body: { plan: 'monthly', shownAt } });
    expect((await ada.call(listInvoices, { query: {} })).map(({ kind }) => kind)).to.deep.equal(['credit', 'invoice']);
    const { payments } = await admin.call(getStaffMembership, { params: { id: ada.user.id } });
    expect(payments.map(({ amount, returned }) => [amount, returned])).to.deep.equal([[5900, 0]]);
  });

  it('is for admins with a recent second step, for payments of this user', async () => {
    const other = await newUser(app().origin);
    const theirs = admin.call(refundMembership, {
      params: { id: other.user.id },
      body: { invoiceId, outcome: 'keep', note: 'No' },
    });
    expect(await statusAndCode(theirs)).to.deep.equal([404, 'NOT_FOUND']);
    const editor = await newUser(app().origin, { role: 'editor' });
    expect((await statusAndCode(give('keep', {}, editor)))[0]).to.equal(403);
    expect((await statusAndCode(give('keep', {}, lena)))[0]).to.equal(403);
    const late = await newUser(app().origin, { role: 'admin' });
    await growStale(app().connection, 'secondStepAt');
    expect(await statusAndCode(give('keep', {}, late))).to.deep.equal([403, 'SIGN_IN_AGAIN']);
    expect(await credits()).to.deep.equal([]);
    admin = await newUser(app().origin, { role: 'admin' });
  });

  it('puts a refund that the bank did not take on the list of the desk', async () => {
    await give('keep', { amount: 100 });
    const refund = await app()
      .connection.collection<{ _id: string }>('sandbox_stripe_refunds')
      .findOne({ amount: 100 });
    await stripeSandbox()?.failRefund(refund?._id ?? '');
    const stuck = await eventually('the refund to be at the desk', async () => {
      const found = await admin.call(listStuckRefunds, {});
      return found.find(({ id }) => id === refund?._id);
    });
    expect(stuck).to.include({ id: refund?._id, userId: lena.user.id, eventId: null, amount: 100, why: 'failed' });
    expect((await read()).payments[0]).to.include({ returned: 0, left: 900 });
  });

  it('keeps payments, refunds and disputes of memberships in the ledger, which agrees with Stripe', async () => {
    const balances = async () => {
      const postings = await app()
        .connection.collection('ledger_postings')
        .find({ paymentId: `membership:${invoiceId}` })
        .toArray();
      const sums: Record<string, number> = {};
      for (const { account, amount } of postings.flatMap(({ entries }) => entries)) {
        sums[account] = (sums[account] ?? 0) + amount;
      }
      return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
    };
    expect(await balances()).to.deep.equal({ stripe: 900, memberships: -900 });
    await give('keep', { amount: 400 });
    expect(await balances()).to.deep.equal({ stripe: 500, memberships: -900, refunds: 400 });

    const id = (await stripeSandbox()?.dispute(invoiceId.replace('in_', 'pi_'))) ?? '';
    await eventually('the dispute to be at the desk', async () => (await read()).disputes.length === 1);
    expect((await read()).disputes[0]).to.include({ id, amount: 900, currency: 'USD', status: 'open' });
    expect(await balances()).to.deep.equal({ stripe: -400, memberships: -900, refunds: 400, disputed: 900 });
    const desk = await (await admin.fetch('/staff')).text();
    expect(desk).to.include('$9.00: a membership').and.to.include(`/staff/users/${lena.user.id}#membership`);
    expect((await reconcile()).differences).to.deep.equal([]);

    const { host, port } = sandboxes().stripe;
    await new Stripe('sk_test_x', { host, port, protocol: 'http', telemetry: false }).disputes.close(id);
    expect((await reconcile()).differences).to.deep.equal([]);
    expect((await read()).disputes[0]).to.include({ status: 'lost' });
    expect(await balances()).to.deep.equal({ stripe: -400, memberships: -900, refunds: 400, losses: 900 });
    expect(await (await admin.fetch('/staff')).text()).not.to.include(': a membership');
  });

  it('finds a dispute of a membership whose webhook got lost, and a payment that differs', async () => {
    const sandbox = stripeSandbox();
    sandbox?.webhooks.set('lost');
    await sandbox?.dispute(invoiceId.replace('in_', 'pi_'));
    sandbox?.webhooks.set('usual');
    expect((await read()).disputes).to.deep.equal([]);
    expect((await reconcile()).differences).to.deep.equal([]);
    expect((await read()).disputes[0]).to.include({ amount: 900, status: 'open' });
    const of = { _id: `membership:${invoiceId}` };
    const postings = app().connection.collection<{ _id: string }>('ledger_postings');
    await postings.updateOne(of, { $set: { 'entries.0.amount': 800 } });
    expect((await reconcile()).differences).to.deep.equal([
      `membership:${invoiceId}: Stripe has $0.00, the ledger -$1.00`,
    ]);
    await postings.deleteMany({ paymentId: of._id });
  });
});
