import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import Stripe from 'stripe';
import { reconcile } from '../../src/features/checkout/reconcile.service.ts';
import { subscriptions } from '../../src/features/membership/membership.parts.ts';
import { payments } from '../../src/features/orders/payments.parts.ts';
import { stripeSandbox } from '../../src/integrations/sandboxes.ts';
import { createPayments, sandboxWebhookSecret } from '../../src/integrations/stripe.ts';
import { createSubscriptions } from '../../src/integrations/stripe-subscriptions.ts';
import { openCart, updateCart } from '../../src/shared/contracts/carts.ts';
import { createCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import {
  cancelMembership,
  openMembershipPortal,
  previewPlanSwitch,
  resumeMembership,
  startMembership,
  switchPlan,
} from '../../src/shared/contracts/membership.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { becomeMember } from '../helpers/members.ts';
import { recordingProxy } from '../helpers/recording-proxy.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { misfitsOf, operationsIn } from '../helpers/stripe-description.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('calls to Stripe and what its sandbox answers', function () {
  this.timeout(300_000);
  const app = useWholeApp({ hasWorker: false });
  const webhooks: string[] = [];
  const undo: (() => unknown)[] = [];
  let proxy: Awaited<ReturnType<typeof recordingProxy>>;
  let lena: SignedInUser;

  before(async () => {
    proxy = await recordingProxy(sandbox());
    const { host, port } = proxy;
    const webhookSecret = sandboxWebhookSecret(app().config);
    const endpoint = { secretKey: 'sk_test_sandbox', hasTax: true, webhookSecret, host, port };
    const real = createPayments(endpoint);
    const heard = {
      ...real,
      readWebhook(rawBody: Buffer, signature: string | undefined) {
        webhooks.push(rawBody.toString());
        return real.readWebhook(rawBody, signature);
      },
    };
    undo.push(payments.is(heard).install(), subscriptions.is(createSubscriptions(endpoint)).install(), proxy.stop);
    lena = await newUser(app().origin);
  });
  after(async () => {
    for (const each of undo) await each();
  });

  function sandbox() {
    const running = stripeSandbox();
    if (!running) throw new Error('The payment sandbox is not there');
    return running;
  }
  const heard = (type: string) => eventually(type, async () => webhooks.some((body) => JSON.parse(body).type === type));

  async function payForFilms(): Promise<string> {
    const event = await startEvent(lena);
    await giveText(newVisitor(app().origin), event, 'All the best');
    const cart = await lena.call(openCart, { body: { eventId: event.id } });
    const pay = () => lena.call(createCheckoutSession, { body: { cartId: cart.id } });
    const { id } = await pay();
    expect((await pay()).id).to.equal(id);
    await sandbox().decline(id);
    await lena.call(updateCart, { params: { id: cart.id }, body: { packageId: 'plus' } });
    const second = await pay();
    await sandbox().pay(second.id);
    await payments().expire(second.id);
    expect(await payments().find('cs_test_unknown')).to.equal(null);
    // As for an event alone, without a cart.
    const other = await startEvent(lena);
    await giveText(newVisitor(app().origin), other, 'Cheers');
    await sandbox().expire((await lena.call(createCheckoutSession, { body: { eventId: other.id } })).id);
    return second.id;
  }

  async function giveBack(sessionId: string): Promise<void> {
    const { paymentIntent } = (await payments().find(sessionId)) ?? {};
    if (!paymentIntent) throw new Error('It was not paid');
    expect((await payments().findByIntent(paymentIntent))?.id).to.equal(sessionId);
    const refund = await payments().refund({ paymentIntent, amount: 100, key: 'shapes', why: 'not-due' });
    await heard('charge.refunded');
    await heard('refund.created');
    await sandbox().failRefund(refund.id);
    await heard('refund.failed');
    const dispute = await sandbox().dispute(sessionId);
    const { host, port } = proxy;
    await new Stripe('sk_test_x', { host, port, protocol: 'http', telemetry: false }).disputes.close(dispute ?? '');
    await heard('charge.dispute.closed');
    expect((await reconcile()).differences).to.deep.equal([]);
  }

  async function beMember(): Promise<void> {
    const first = await lena.call(startMembership, { body: { plan: 'yearly' } });
    expect((await lena.call(startMembership, { body: { plan: 'yearly' } })).id).to.equal(first.id);
    const id = await becomeMember(lena, 'monthly');
    await lena.call(openMembershipPortal, {});
    await lena.call(cancelMembership, {});
    await lena.call(resumeMembership, {});
    const price = () => lena.call(previewPlanSwitch, { query: { plan: 'yearly' } });
    const change = (shownAt: string) => lena.call(switchPlan, { body: { plan: 'yearly', shownAt } });
    const { members } = sandbox();
    await members.changeCard(id, false);
    expect(await statusAndCode(change((await price()).shownAt))).to.deep.equal([409, 'WRONG_STATE']);
    await members.changeCard(id, true);
    await change((await price()).shownAt);
    await refundMembership(id);
    await members.endPeriod(id);
    await members.changeCard(id, false);
    await members.endPeriod(id);
    await members.giveUp(id);
    const again = await becomeMember(lena, 'monthly');
    await subscriptions().endNow(await subscriptionOf(again));
  }

  async function subscriptionOf(id: string): Promise<string> {
    const members = app().connection.collection<{ _id: string; subscription: string }>('sandbox_stripe_members');
    return (await members.findOne({ _id: id }))?.subscription ?? '';
  }

  async function refundMembership(id: string): Promise<void> {
    const invoice = `${(await subscriptionOf(id)).slice(4)}002`;
    const paymentIntent = `pi_${invoice}`;
    expect(await subscriptions().paymentOf(`in_${invoice}`)).to.equal(paymentIntent);
    await payments().refund({ paymentIntent, amount: 100, key: 'shapes of members', why: 'asked' });
    await eventually('the credit note', async () => {
      const found = await app().connection.collection('invoices').findOne({ kind: 'credit' });
      return found !== null;
    });
  }

  it('have the shapes that Stripe publishes for its API, and so have the webhooks', async () => {
    const sessionId = await payForFilms();
    await giveBack(sessionId);
    await beMember();
    expect(await misfitsOf(proxy.exchanges, webhooks)).to.deep.equal([]);
    const pages = proxy.exchanges.filter(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions');
    const taxed = pages.filter(({ sent }) => JSON.stringify(sent).includes('"automatic_tax":{"enabled":"true"}'));
    expect(taxed.length, 'films, orders and memberships').to.equal(pages.length);

    const made = await operationsIn(proxy.exchanges);
    for (const file of ['stripe.ts', 'stripe-subscriptions.ts']) {
      const code = await readFile(new URL(`../../src/integrations/${file}`, import.meta.url), 'utf8');
      for (const [, resource = '', call = ''] of code.matchAll(/\bstripe\.((?:\w+\.)*?\w+)\.(\w+)\(/g)) {
        if (resource === 'webhooks') continue;
        const path = resource.split('.').map((part) => part.charAt(0).toUpperCase() + part.slice(1));
        expect([...made], file).to.include(`${path.join('/')}.${call}`);
      }
    }
    const told = new Set(webhooks.map((body) => String(JSON.parse(body).type)));
    expect([...told]).to.include.members([
      ...['checkout.session.completed', 'checkout.session.expired', 'payment_intent.payment_failed'],
      ...['charge.refunded', 'refund.created', 'refund.failed', 'charge.dispute.created', 'charge.dispute.closed'],
      ...['invoice.paid', 'invoice.payment_failed'],
      ...['customer.subscription.updated', 'customer.subscription.deleted'],
    ]);
  });

  it('would not have them with a field, a word or a type of our own', async () => {
    const expired = proxy.exchanges
      .filter(({ path, status }) => path.endsWith('/expire') && status === 200)
      .slice(0, 1);
    const answer = { ...Object(expired[0]?.answer) };
    const wrong = [
      { ...answer, colour: 'red' },
      { ...answer, status: 'finished' },
      { ...answer, amount_total: '500' },
      { ...answer, payment_intent: undefined },
    ].map((each) => ({
      method: 'POST',
      path: '/v1/checkout/sessions/cs_1/expire',
      sent: {},
      status: 200,
      answer: each,
    }));
    const sent = { method: 'POST', path: '/v1/refunds', status: 400, answer: { error: { message: 'No' } } };
    const asked = [{ amount: 'all' }, { payment: 'pi_1' }, { reason: 'late' }].map((each) => ({ ...sent, sent: each }));
    const misfits = await misfitsOf([...wrong, ...asked], []);
    expect(misfits.filter((line) => line.startsWith('check.ts'))).to.have.length(7);
  });
});
