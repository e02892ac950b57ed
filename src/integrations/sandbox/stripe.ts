import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { listeningPort } from '../../platform/listening-port.ts';
import { vendorApi } from './stripe-api.ts';
import { expireSession } from './stripe-expiry.ts';
import { membersAt, type SandboxMembers } from './stripe-member-acts.ts';
import { failRefund, openDispute } from './stripe-money.ts';
import { type DeclinedCard, toDeclinedIntent, toSession } from './stripe-payments.ts';
import { SessionModel } from './stripe-store.ts';
import { openWebhooks, type WebhookOptions, type Webhooks } from './stripe-webhooks.ts';

export interface SandboxPayment {
  id: string;
  amount: number;
  name: string;
  status: 'open' | 'complete' | 'expired';
  cancelUrl: string;
}

export interface StripeSandbox {
  host: string;
  port: number;
  find(id: string): Promise<SandboxPayment | null>;
  /**
   * What happens when a person taps Pay: the session is complete, and the signed webhook is delivered. Answers where to go
   * on; null for a session that is not there or has expired.
   */
  pay(id: string): Promise<string | null>;
  /** A card that the bank refuses: the session stays open for another one. False for a session that is not open. */
  decline(id: string): Promise<boolean>;
  /** The session's time is over. Answers where to go on; null for a session that is not open. */
  expire(id: string): Promise<string | null>;
  /** A refund that the bank doesn't take. */
  failRefund(id: string): Promise<void>;
  /** The payer of a session asks their bank for the money. Answers the dispute's id. */
  dispute(sessionId: string): Promise<string | null>;
  members: SandboxMembers;
  /** What happens to webhooks on their way. */
  webhooks: Pick<Webhooks, 'set' | 'release'>;
  stop(): Promise<void>;
}

/** The vendor's test card for a bank without enough money. */
const NO_FUNDS: DeclinedCard = {
  code: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
  last4: '9995',
};

/** A server on loopback that speaks the part of Stripe's API that we use, to the official SDK, for people without keys. */
export async function startStripeSandbox(options: WebhookOptions): Promise<StripeSandbox> {
  const { appOrigin } = options;
  const webhooks = openWebhooks(options);
  // Lost where the app ends meanwhile; the vendor would send it again later.
  const notify = (type: string, object: object) => void webhooks.send(type, object).catch(() => undefined);
  const server = createServer(vendorApi(appOrigin, notify));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = listeningPort(server);
  return {
    host: '127.0.0.1',
    port,
    async find(id) {
      const session = await SessionModel.findById(id).lean();
      if (!session) return null;
      const { amount, name, cancelUrl, status } = session;
      return { id, amount, name, cancelUrl, status };
    },
    async pay(id) {
      const paymentIntent = `pi_${randomBytes(12).toString('hex')}`;
      await SessionModel.updateOne(
        { _id: id, status: 'open', expiresAt: { $not: { $lte: new Date() } } },
        { $set: { status: 'complete', paymentIntent, cardLast4: '4242' } },
      );
      const session = await SessionModel.findOne({ _id: id, status: 'complete' }).lean();
      if (!session) return null;
      await webhooks.send('checkout.session.completed', toSession(session, appOrigin));
      return session.successUrl.replace('{CHECKOUT_SESSION_ID}', id);
    },
    async decline(id) {
      const session = await SessionModel.findOne({ _id: id, status: 'open' }).lean();
      if (!session) return false;
      await webhooks.send('payment_intent.payment_failed', toDeclinedIntent(session, NO_FUNDS));
      return true;
    },
    async expire(id) {
      const expired = await expireSession({ _id: id }, appOrigin);
      if (!expired) return null;
      await webhooks.send('checkout.session.expired', expired);
      return expired.cancel_url;
    },
    failRefund: (id) => failRefund(id, notify),
    dispute: (sessionId) => openDispute(sessionId, notify),
    members: membersAt(appOrigin, (type, object) => webhooks.send(type, object)),
    webhooks,
    stop: () => close(server),
  };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
