import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Request } from 'express';
import { model, Schema } from 'mongoose';
import Stripe from 'stripe';

/** Sessions lie in the database, so that any web process can show a payment page that another one opened. */
const sessionSchema = new Schema(
  {
    _id: { type: String, required: true },
    amount: { type: Number, required: true },
    name: { type: String, required: true },
    reference: { type: String, default: null },
    metadata: { type: Map, of: String, default: {} },
    successUrl: { type: String, required: true },
    cancelUrl: { type: String, required: true },
    status: { type: String, enum: ['open', 'complete', 'expired'], default: 'open' },
    idempotencyKey: { type: String, default: null },
    /** Hash of the request that the key came with first. */
    content: { type: String, default: null },
    createdAt: { type: Date, default: () => new Date(), expires: 30 * 24 * 3600 },
  },
  { collection: 'sandbox_stripe_sessions' },
);
sessionSchema.index(
  { idempotencyKey: 1 },
  { unique: true, partialFilterExpression: { idempotencyKey: { $type: 'string' } } },
);
const SessionModel = model('SandboxStripeSession', sessionSchema);

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
  /** What happens when a person taps Pay: the session is complete, and the signed webhook is delivered. Answers where to go on. */
  pay(id: string): Promise<string | null>;
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
  const server = createServer(vendorApi(options.appOrigin));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: '127.0.0.1',
    port,
    async find(id) {
      const session = await SessionModel.findById(id).lean();
      if (!session) return null;
      const { amount, name, cancelUrl, status } = session;
      return { id, amount, name, cancelUrl, status: status as SandboxPayment['status'] };
    },
    async pay(id) {
      const session = await SessionModel.findOneAndUpdate(
        { _id: id, status: { $ne: 'expired' } },
        { $set: { status: 'complete' } },
        { returnDocument: 'after' },
      ).lean();
      if (!session) return null;
      await deliverWebhook(toSession(session, options.appOrigin), options);
      return session.successUrl.replace('{CHECKOUT_SESSION_ID}', id);
    },
    stop: () => close(server),
  };
}

function vendorApi(appOrigin: string): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.use('/v1', (req, res, next) => {
    if (/^Bearer sk_test_/.test(req.headers.authorization ?? '')) return next();
    res.status(401).json({ error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } });
  });
  app.post('/v1/checkout/sessions', express.urlencoded({ extended: true }), async (req, res) => {
    const key = req.headers['idempotency-key'];
    const idempotencyKey = typeof key === 'string' ? key : null;
    const known = idempotencyKey && (await SessionModel.findOne({ idempotencyKey }).lean());
    const content = createHash('sha256').update(JSON.stringify(req.body)).digest('hex');
    if (known && known.content !== content) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.';
      return void res.status(400).json({ error: { type: 'idempotency_error', message } });
    }
    if (known) return void res.json(toSession(known, appOrigin));
    const item = req.body?.line_items?.[0];
    const amount = Number(item?.price_data?.unit_amount) * Number(item?.quantity);
    if (!Number.isInteger(amount) || amount < 50) {
      return void res.status(400).json({
        error: { type: 'invalid_request_error', param: 'line_items', message: 'The total must be at least $0.50.' },
      });
    }
    const created = await SessionModel.create({
      _id: `cs_test_${randomBytes(24).toString('hex')}`,
      amount,
      name: String(item.price_data.product_data?.name ?? ''),
      reference: textOr(req.body.client_reference_id, null),
      successUrl: String(req.body.success_url),
      cancelUrl: String(req.body.cancel_url),
      metadata: metadataOf(req.body.metadata),
      idempotencyKey,
      content,
    });
    res.json(toSession(created.toObject({ flattenMaps: true }), appOrigin));
  });
  app.get('/v1/checkout/sessions/:id', async (req: Request<{ id: string }>, res) => {
    const session = await SessionModel.findById(req.params.id).lean();
    if (session) return void res.json(toSession(session, appOrigin));
    res.status(404).json({
      error: {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: `No such checkout.session: ${req.params.id}`,
      },
    });
  });
  return app;
}

interface StoredSession {
  _id: string;
  amount: number;
  reference?: string | null;
  metadata?: Record<string, string> | Map<string, string> | null;
  status: string;
  successUrl: string;
  cancelUrl: string;
  createdAt: Date;
}

function toSession(session: StoredSession, appOrigin: string): Record<string, unknown> {
  const isPaid = session.status === 'complete';
  return {
    id: session._id,
    object: 'checkout.session',
    livemode: false,
    mode: 'payment',
    currency: 'usd',
    amount_total: session.amount,
    client_reference_id: session.reference ?? null,
    metadata: session.metadata ?? {},
    status: session.status,
    payment_status: isPaid ? 'paid' : 'unpaid',
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    created: Math.floor(session.createdAt.getTime() / 1000),
    url: isPaid ? null : `${appOrigin}/sandbox/pay/${session._id}`,
  };
}

async function deliverWebhook(session: Record<string, unknown>, options: SandboxOptions): Promise<void> {
  const payload = JSON.stringify({
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    livemode: false,
    type: 'checkout.session.completed',
    created: Math.floor(Date.now() / 1000),
    data: { object: session },
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

function metadataOf(sent: unknown): Record<string, string> {
  if (typeof sent !== 'object' || sent === null) return {};
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]));
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
