import { expect } from 'chai';
import { reconcile } from '../../src/features/checkout/reconcile.service.ts';
import { returnDuePools } from '../../src/features/presents/give-back-pool.ts';
import { purgePresents } from '../../src/features/presents/present-data.ts';
import { updatePool } from '../../src/shared/contracts/contributions.ts';
import { deleteEvent, restoreEvent } from '../../src/shared/contracts/events.ts';
import { eventually } from '../helpers/eventually.ts';
import { see } from '../helpers/pages.ts';
import { chipIn, sandboxes, unwrapped } from '../helpers/pools.ts';
import { usePresents } from '../helpers/presents.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { newUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const DAY = 86_400_000;

describe('money on its way back from a pool', () => {
  const web = useWeb();
  const { lena, jonas, event, another, pool, ofEvent, ledger } = usePresents(web);
  const back = (days = 0) => returnDuePools(Date.now() + days * DAY);

  it('gives everything back a day after the event was deleted, with the card’s cost', async () => {
    await chipIn(jonas(), event(), 2000, { email: 'jonas@example.com' });
    await chipIn(jonas(), event(), 5000);
    await lena().call(deleteEvent, { params: { id: event().id } });
    await back();
    expect(await ledger()).to.include({ pool: -7000 });
    await back(2);
    await back(2);
    expect(await ledger()).to.deep.equal({});
    const stored = await web().connection.collection('contributions').find({ eventId: ofEvent() }).toArray();
    expect(stored.map(({ status }) => status)).to.deep.equal(['refunded', 'refunded']);
    await lena().call(restoreEvent, { params: { id: event().id } });
    const { html } = await see(lena(), `/e/${event().uuid}/presents`);
    expect(html)
      .to.include('what was left goes back to those who chipped in')
      .and.not.include('Nobody has chipped in yet')
      .and.not.include('Open it again');
    const reopened = lena().call(updatePool, { params: { id: event().id }, body: { isOpen: true } });
    expect((await refusalOf(reopened)).code).to.equal('WRONG_STATE');
    expect(await pool()).to.include({ isOpen: false, closedWhy: 'deleted' });
    const { differences } = await reconcile();
    expect(differences).to.deep.equal([]);
  });

  it('gives it back half a year after the deadline of an event without a film, and a year after nobody took it', async () => {
    await chipIn(jonas(), event(), 2000);
    await back(179);
    expect(await ledger()).to.include({ pool: -2000 });
    await back(181);
    expect(await ledger()).to.deep.equal({});
    await another();
    await chipIn(jonas(), event(), 3000);
    await unwrapped(web().connection, event());
    await back(364);
    expect(await ledger()).to.include({ pool: -3000 });
    await back(366);
    expect(await ledger()).to.deep.equal({});
  });

  it('gives it back at the latest when the event is purged, and forgets what was written', async () => {
    await chipIn(jonas(), event(), 2000, { message: 'For the good chair.' });
    await purgePresents(event().id);
    expect(await ledger()).to.deep.equal({});
    const stored = await web().connection.collection('contributions').findOne({ eventId: ofEvent() });
    expect(stored?.message).to.equal(null);
  });

  it('takes a refund by staff out of the pool', async () => {
    const { paymentId } = await chipIn(jonas(), event(), 2000);
    await chipIn(jonas(), event(), 1000);
    const paymentIntent = await intentOf(paymentId);
    await refundByStaff(paymentIntent, 2091);
    expect(await pool()).to.include({ total: 1000, available: 1000 });
    expect((await pool()).contributions).to.have.length(1);
    expect(await ledger()).to.deep.equal({ stripe: 1061, pool: -1000, fees: -61 });
  });

  it('holds what a bank claims, shows it to staff, and gives it back once it is won', async () => {
    const { stripe } = sandboxes();
    const { paymentId } = await chipIn(jonas(), event(), 2000);
    const dispute = await stripe.dispute(paymentId);
    await settled(async () => (await ledger()).disputed === 2091);
    expect(await pool()).to.include({ total: 0, available: 0 });
    const admin = await newUser(web().origin, { role: 'admin' });
    const { html } = await see(admin, '/staff/orders');
    expect(html).to.include('id="disputes"').and.include(dispute).and.include(`/staff/events/${event().id}`);
    expect((await see(admin, '/staff')).html).to.include('href="/staff/orders#disputes"');
    await decide(dispute, 'won');
    expect(await pool()).to.include({ total: 2000, available: 2000 });
    expect(await ledger()).to.deep.equal({ stripe: 2091, pool: -2000, fees: -91 });
  });

  it('books a lost claim once', async () => {
    const { stripe } = sandboxes();
    const { paymentId } = await chipIn(jonas(), event(), 2000);
    const dispute = await stripe.dispute(paymentId);
    await settled(async () => (await ledger()).disputed === 2091);
    await decide(dispute, 'lost');
    expect(await pool()).to.include({ total: 0, available: 0 });
    expect(await ledger()).to.deep.equal({ losses: 91, fees: -91 });
    expect((await reconcile()).differences).to.deep.equal([]);
  });

  async function intentOf(paymentId: string): Promise<string> {
    const found = await web().connection.collection('contributions').findOne({ paymentId });
    return String(found?.paymentIntent);
  }

  /** In Stripe's dashboard. */
  async function refundByStaff(paymentIntent: string, amount: number): Promise<void> {
    await stripeApi('/v1/refunds', { payment_intent: paymentIntent, amount: String(amount) });
    await settled(async () => (await ledger()).stripe === 1061);
  }

  async function decide(dispute: string | null, status: 'won' | 'lost'): Promise<void> {
    const evidence = status === 'won' ? 'winning_evidence' : 'losing_evidence';
    if (status === 'won') await stripeApi(`/v1/disputes/${dispute}`, { 'evidence[uncategorized_text]': evidence });
    else await stripeApi(`/v1/disputes/${dispute}/close`, {});
    await settled(async () => (await ledger()).disputed === undefined);
  }

  async function stripeApi(path: string, body: Record<string, string>): Promise<void> {
    const { host, port } = sandboxes().stripe;
    const answer = await fetch(`http://${host}:${port}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_sandbox' },
      body: new URLSearchParams(body),
    });
    expect(answer.status, path).to.equal(200);
  }

  async function settled(isSo: () => Promise<boolean>): Promise<void> {
    await eventually('the webhook to be booked', isSo);
  }
});
