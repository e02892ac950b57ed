import { Types } from 'mongoose';
import Stripe from 'stripe';
import { type StripeSandbox, startStripeSandbox } from '../../src/integrations/sandbox/stripe.ts';
import { sandboxWebhookSecret } from '../../src/integrations/stripe.ts';
import { createCheckoutSession, retrieveCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { eventually } from './eventually.ts';
import { giveText, readEvent, startEvent } from './giving.ts';
import { ledgerOf } from './ledger.ts';
import { newUser, newVisitor, type SignedInUser } from './user.ts';
import type { TestWeb } from './web-app.ts';
import { useWholeApp } from './whole-app.ts';

/** A sandbox of payments of its own for an app, and the vendor's client for it. */
export async function startStripe({ config, origin }: TestWeb): Promise<{ sandbox: StripeSandbox; stripe: Stripe }> {
  const sandbox = await startStripeSandbox({
    appOrigin: origin,
    webhookSecret: sandboxWebhookSecret(config),
    webhookUrl: () => `${origin}/api/stripe/webhook`,
  });
  const { host, port } = sandbox;
  const options = { host, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 } as const;
  return { sandbox, stripe: new Stripe('sk_test_sandbox', options) };
}

/** The app without a worker, a sandbox of payments of its own with the vendor's client, and a creator who pays. */
export function usePayments() {
  const app = useWholeApp({ hasWorker: false });
  let creator: SignedInUser;
  let sandbox: StripeSandbox;
  let stripe: Stripe;

  before(async () => {
    creator = await newUser(app().origin);
    ({ sandbox, stripe } = await startStripe(app()));
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
  const balancesOf = (paymentId: string) => ledgerOf(app().connection, { paymentId });

  return {
    app,
    becomesDue,
    balancesOf,
    creator: () => creator,
    dueOf,
    eventWithClip,
    grow,
    intentOf,
    notesFor,
    open,
    rawMessage,
    refundsOf,
    sandbox: () => sandbox,
    statusOf,
    stripe: () => stripe,
    twinFor,
  };
}
