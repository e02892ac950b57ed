import { expect } from 'chai';
import { Types } from 'mongoose';
import { reconcile } from '../../src/features/checkout/reconcile.service.ts';
import { hasMembership } from '../../src/features/membership/membership.service.ts';
import { stripeSandbox } from '../../src/integrations/sandboxes.ts';
import { retrieveCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import { listInvoices } from '../../src/shared/contracts/invoices.ts';
import {
  cancelMembership,
  getMembership,
  type Membership,
  openMembershipPortal,
  resumeMembership,
  startMembership,
} from '../../src/shared/contracts/membership.ts';
import { MEMBERSHIP } from '../../src/shared/limits.ts';
import { becomeMember } from '../helpers/members.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { writtenMails } from '../helpers/written-mails.ts';

const DAY = 86_400_000;
const WELCOME = /^You’re a member now, until /;

describe('membership', () => {
  const app = useWholeApp({ hasWorker: false });
  let lena: SignedInUser;

  beforeEach(async () => {
    lena = await newUser(app().origin);
  });

  const start = (plan: 'monthly' | 'yearly' = 'yearly') => lena.call(startMembership, { body: { plan } });
  const mine = (): Promise<Membership> => lena.call(getMembership, {});
  const invoices = () => lena.call(listInvoices, { query: {} });
  const sandbox = () => {
    const known = stripeSandbox();
    if (!known) throw new Error('There is no sandbox');
    return known.members;
  };
  const memberships = () => app().connection.collection('memberships');
  const idOf = () => ({ _id: new Types.ObjectId(lena.user.id) });
  const mails = async () =>
    (await writtenMails(app().connection, lena.user.email, 'membership'))
      .map(({ what = '' }) => what)
      .filter((what) => !WELCOME.test(what));

  const join = (plan: 'monthly' | 'yearly' = 'yearly') => becomeMember(lena, plan);

  describe('POST /api/v2/subscriptions/checkout', () => {
    it('opens one payment page, another one for another plan, and none for members', async () => {
      expect((await mine()).status).to.equal('none');
      const [first, again] = [await start(), await start()];
      expect(again).to.deep.equal(first);
      const monthly = await start('monthly');
      expect(monthly.id).not.to.equal(first.id);
      expect((await lena.postForm(new URL(first.url).pathname, {})).status, 'the first one is closed').to.equal(404);
      await lena.postForm(new URL(monthly.url).pathname, {});
      expect(await mine()).to.deep.include({ status: 'active', plan: 'monthly', isGood: true, cardLast4: '4242' });
      expect(await statusAndCode(start())).to.deep.equal([409, 'WRONG_STATE']);
    });

    it('is shown by GET /api/stripe/retrieve-session, to its payer only', async () => {
      const { id, url } = await start('monthly');
      const told = (who = lena) => who.call(retrieveCheckoutSession, { query: { session_id: id } });
      const page = { kind: 'membership', cartId: null, eventId: null, amount: 900, currency: 'USD' };
      expect(await told()).to.deep.equal({ ...page, status: 'open' });
      expect(await statusAndCode(told(await newUser(app().origin)))).to.deep.equal([404, 'NOT_FOUND']);
      await lena.postForm(new URL(url).pathname, {});
      expect(await told()).to.deep.equal({ ...page, status: 'paid' });
    });

    it('makes somebody a member once, with an invoice, whatever is tapped twice', async () => {
      const id = await join();
      await Promise.all([lena.postForm(`/sandbox/subscribe/${id}`, {}), lena.postForm(`/sandbox/subscribe/${id}`, {})]);
      expect(await hasMembership(lena.user.id)).to.equal(true);
      const [invoice, ...more] = await invoices();
      expect(more).to.deep.equal([]);
      expect(invoice).to.deep.include({ title: 'Membership, yearly', total: 5900, status: 'paid', eventId: null });
      const written = await writtenMails(app().connection, lena.user.email, 'membership');
      expect(written.map(({ what }) => what?.replace(/^.+ We charged/, 'We charged'))).to.deep.equal([
        'We charged $59.00. You can cancel in two taps.',
      ]);
    });

    it('notices a payment whose webhooks were lost', async () => {
      const { id } = await start();
      const paid = { session: 'complete', status: 'active', isPaid: true, invoices: 1 };
      const now = Math.floor(Date.now() / 1000);
      await app()
        .connection.collection<{ _id: string }>('sandbox_stripe_members')
        .updateOne({ _id: id }, { $set: { ...paid, periodStart: now, periodEnd: now + 9999 } });
      expect((await mine()).status).to.equal('none');
      expect(await statusAndCode(start())).to.deep.equal([409, 'WRONG_STATE']);
      expect((await mine()).status).to.equal('active');
      expect(await invoices()).to.have.length(1);
    });
  });

  describe('cancelling and resuming', () => {
    it('keeps the membership until the end of its period, and can be undone', async () => {
      const id = await join();
      const { currentPeriodEnd } = await mine();
      const cancelled = await lena.call(cancelMembership, {});
      expect(cancelled).to.deep.include({ status: 'active', cancelAtPeriodEnd: true, isGood: true, currentPeriodEnd });
      await lena.call(cancelMembership, {});
      expect(await mails(), 'once').to.have.length(1);
      expect((await lena.call(resumeMembership, {})).cancelAtPeriodEnd).to.equal(false);
      await lena.call(cancelMembership, {});
      await sandbox().endPeriod(id);
      expect(await mine()).to.deep.include({ status: 'cancelled', isGood: false });
      expect((await mails())[0]).to.match(/^Your membership has ended\. Films you’ve published stay/);
      expect(await statusAndCode(lena.call(cancelMembership, {}))).to.deep.equal([409, 'WRONG_STATE']);
      expect((await start()).id, 'welcome back').not.to.equal(id);
    });

    it('works in two taps without script', async () => {
      await join();
      const html = await (await lena.fetch('/settings/membership')).text();
      expect(html).to.include('Cancel membership').and.include('Yes, cancel it');
      const answer = await lena.postForm('/settings/membership/cancel', {});
      expect(answer.headers.get('location')).to.equal('/settings/membership');
      expect(await (await lena.fetch('/settings/membership')).text()).to.include('Keep it after all');
    });
  });

  describe('renewing', () => {
    it('renews with an invoice and a mail', async () => {
      const id = await join('monthly');
      const before = await mine();
      await sandbox().endPeriod(id);
      const after = await mine();
      expect(Date.parse(after.currentPeriodEnd ?? '')).to.be.greaterThan(Date.parse(before.currentPeriodEnd ?? ''));
      expect((await invoices()).map(({ total }) => total)).to.deep.equal([900, 900]);
      expect((await mails())[0]).to.match(/^Your membership is renewed until .+ We charged \$9\.00\.$/);
    });

    it('gives 14 days after a failed renewal, tells by mail, and ends when nothing helps', async () => {
      const id = await join();
      await sandbox().changeCard(id, false);
      await sandbox().endPeriod(id);
      const late = await mine();
      expect(late).to.deep.include({ status: 'pastDue', isGood: true, cardLast4: '0341' });
      expect(Date.parse(late.graceUntil ?? '') - Date.parse(late.dueSince ?? '')).to.equal(14 * DAY);
      expect(late.nextAttempt).not.to.equal(null);
      await sandbox().endPeriod(id);
      expect(await mails(), 'with each attempt').to.have.length(2);
      expect((await mails())[0]).to.match(
        /^Your card didn’t work for \$59\.00, so you weren’t charged\. We’ll try again/,
      );
      expect(await (await lena.fetch('/settings/membership')).text()).to.include('Payment missing');

      const periodStart = new Date(Date.now() - MEMBERSHIP.grace - DAY);
      await memberships().updateOne(idOf(), { $set: { periodStart } });
      expect(await hasMembership(lena.user.id), 'after 14 days').to.equal(false);
      await sandbox().giveUp(id);
      expect((await mine()).status).to.equal('cancelled');
      expect((await mails())[0]).to.match(/^We couldn’t charge your card/);
      expect(await invoices(), 'nothing was paid').to.have.length(1);
    });

    it('goes on after a new card in the portal', async () => {
      const id = await join();
      await sandbox().changeCard(id, false);
      await sandbox().endPeriod(id);
      const portal = await lena.call(openMembershipPortal, {});
      const card = await lena.fetch('/settings/membership/card');
      // No redirect, which the policy of the login's form would end.
      expect([card.status, card.headers.get('refresh')]).to.deep.equal([200, `0; url=${portal.url}`]);
      const { pathname } = new URL(portal.url);
      expect((await lena.postForm(pathname, { act: 'good-card' })).headers.get('location')).to.equal(
        '/settings/membership',
      );
      expect(await mine()).to.deep.include({ status: 'active', isGood: true, cardLast4: '4242', graceUntil: null });
      expect(await invoices()).to.have.length(2);
    });

    it('asks when news of a renewal are overdue', async () => {
      const id = await join();
      const past = new Date(Date.now() - DAY);
      await memberships().updateOne(idOf(), { $set: { periodEnd: past, askedAt: past } });
      expect(Date.parse((await mine()).currentPeriodEnd ?? '')).to.be.greaterThan(Date.now());
      expect(id).not.to.equal('');
    });
  });

  describe('reconciling', () => {
    afterEach(() => stripeSandbox()?.webhooks.set('usual'));

    it('finds renewals, failed ones and first payments that no webhook told of', async () => {
      const id = await join('monthly');
      const old = new Date(Date.now() - DAY);
      stripeSandbox()?.webhooks.set('lost');
      await sandbox().endPeriod(id);
      await memberships().updateOne(idOf(), { $set: { periodEnd: old, askedAt: old } });
      const own = `membership of ${lena.user.id}`;
      expect((await reconcile()).settled).to.include(own);
      expect((await invoices()).map(({ total }) => total)).to.deep.equal([900, 900]);
      expect((await mails())[0]).to.match(/^Your membership is renewed/);
      expect((await reconcile()).settled, 'once').not.to.include(own);

      await sandbox().changeCard(id, false);
      await sandbox().endPeriod(id);
      await memberships().updateOne(idOf(), { $set: { periodEnd: old, askedAt: old } });
      expect((await reconcile()).settled).to.include(own);
      expect((await mine()).status).to.equal('pastDue');

      const ben = await newUser(app().origin);
      await becomeMember(ben, 'yearly');
      expect((await ben.call(getMembership, {})).status, 'nobody told').to.equal('none');
      expect((await reconcile()).settled).to.include(`membership of ${ben.user.id}`);
      expect((await ben.call(getMembership, {})).status).to.equal('active');
    });
  });

  describe('/settings/membership', () => {
    it('leads to the payment page without script', async () => {
      const answer = await lena.postForm('/settings/membership/start', { plan: 'monthly' });
      expect(answer.headers.get('location')).to.equal('/settings/membership/pay');
      const page = await lena.fetch('/settings/membership/pay');
      expect(page.headers.get('refresh')).to.match(/^0; url=http\S+\/sandbox\/subscribe\/cs_test_/);
      await join('monthly');
      expect((await lena.fetch('/settings/membership/pay')).headers.get('location')).to.equal('/settings/membership');
      const html = await (await lena.fetch('/settings/membership?paid=1')).text();
      expect(html).to.include('You’re a member now').and.include('Monthly, $9');
    });
  });
});
