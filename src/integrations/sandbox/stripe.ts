import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import Stripe from 'stripe';
import { listeningPort } from '../../platform/listening-port.ts';
import { vendorApi } from './stripe-api.ts';
import { failRefund, openDispute } from './stripe-money.ts';
import { SessionModel, toSession } from './stripe-store.ts';

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
  /** A refund that the bank doesn't take. */
  failRefund(id: string): Promise<void>;
  /** The payer of a session asks their bank for the money. Answers the dispute's id. */
  dispute(sessionId: string): Promise<string | null>;
  stop(): Promise<void>;
}

interface SandboxOptions {
  appOrigin: string;
  webhookSecret: string;
  /** Where webhooks go; known once the app listens. */
  webhookUrl: () => string;
}

/** A server on loopback that speaks the part of Stripe's API that we use, to the official SDK, for people without keys. */
export async function startStripeSandbox(options: SandboxOptions): Promise<StripeSandbox> {
  const { appOrigin } = options;
  // Lost where the app ends meanwhile; the vendor would send it again later.
  const notify = (type: string, object: object) => void deliverWebhook(type, object, options).catch(() => undefined);
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
      await SessionModel.updateOne({ _id: id, status: 'open' }, { $set: { status: 'complete', paymentIntent } });
      const session = await SessionModel.findOne({ _id: id, status: 'complete' }).lean();
      if (!session) return null;
      await deliverWebhook('checkout.session.completed', toSession(session, appOrigin), options);
      return session.successUrl.replace('{CHECKOUT_SESSION_ID}', id);
    },
    failRefund: (id) => failRefund(id, notify),
    dispute: (sessionId) => openDispute(sessionId, notify),
    stop: () => close(server),
  };
}

async function deliverWebhook(type: string, object: object, options: SandboxOptions): Promise<void> {
  const payload = JSON.stringify({
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    livemode: false,
    type,
    created: Math.floor(Date.now() / 1000),
    data: { object },
  });
  const signature = new Stripe('sk_test_sandbox').webhooks.generateTestHeaderString({
    payload,
    secret: options.webhookSecret,
  });
  const answer = await fetch(options.webhookUrl(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
  if (!answer.ok) throw new Error(`The webhook was answered with ${answer.status}`);
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
