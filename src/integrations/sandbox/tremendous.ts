import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import express, { type Express, type Request, type Response } from 'express';
import { isDuplicateKey } from '../../platform/errors.ts';
import { listeningPort } from '../../platform/listening-port.ts';
import { postWebhook } from './post-webhook.ts';
import { CardOrderModel, type StoredCardOrder } from './tremendous-store.ts';

const KEY = 'TEST_sandbox';

/** What is offered; `SOLDOUT` can’t be ordered, so that this can be tried. */
const PRODUCTS = [
  offer('PREPAID00001', 'Prepaid card', 'visa_card', [1, 1000]),
  offer('BANK00000001', 'To your bank', 'ach', [1, 2000]),
  offer('NORTHWIND001', 'Northwind Books', 'merchant_card', [5, 500]),
  offer('GREENHOUSE01', 'Greenhouse & Co', 'merchant_card', [10, 250]),
  offer('CHARITY00001', 'Give it away', 'charity', [1, 2000]),
  offer('SOLDOUT00001', 'Sold-out Sweets', 'merchant_card', [1, 500]),
];
/** Offered outside of the United States, too. */
const ABROAD = ['PREPAID00001', 'CHARITY00001'];

/** What happens to the next calls: no answer, a broken one after the work was done, or a status. */
type Failure = 'silent' | 'cut' | 402 | 404 | 422 | 429 | 500 | 503;

export interface TremendousSandbox {
  /** For `createGiftCards`. */
  connection: { apiKey: string; fundingSource: string; url: string; webhookKey: string; isSandbox: true };
  /** The next calls fail like this, one each. */
  failNext(...failures: Failure[]): void;
  /** Orders wait for approval from now on, or no more. */
  holdOrders(isHeld: boolean): void;
  /** Decides about an order that waits, and reports it. */
  decide(externalId: string, status: 'EXECUTED' | 'FAILED' | 'CANCELED'): Promise<void>;
  /** Cancels a reward that was delivered, and reports it. */
  cancel(externalId: string): Promise<void>;
  /** The mail with a reward comes back, which it reports. */
  bounce(externalId: string, reason: string, retryable: boolean): Promise<void>;
  /** Where a reward was mailed last. */
  mailedTo(externalId: string): Promise<string | null>;
  /** Whether webhooks get lost. Default: they do not. */
  loseWebhooks(isLost: boolean): void;
  /** How often orders were asked for, repeated ones included. */
  asked(): number;
  stop(): Promise<void>;
}

interface SandboxOptions {
  appOrigin: string;
  /** Signs the webhooks; the same in every process of one installation. */
  webhookKey: string;
  webhookUrl: () => string;
}

/** A server on loopback that answers as Tremendous’ API does, with play money. */
export async function startTremendousSandbox(options: SandboxOptions): Promise<TremendousSandbox> {
  const { appOrigin, webhookKey } = options;
  const place: Place = { appOrigin, failures: [], isHeld: false, asked: 0 };
  let isLost = false;
  const report = async (event: string, id: string, meta: object = {}) => {
    if (!isLost) await deliver({ event, id, meta }, options);
  };
  const server = createServer(api(place)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    connection: {
      apiKey: KEY,
      fundingSource: 'balance',
      url: `http://127.0.0.1:${listeningPort(server)}/api/v2`,
      webhookKey,
      isSandbox: true,
    },
    failNext: (...failures) => void place.failures.push(...failures),
    holdOrders(isHeld) {
      place.isHeld = isHeld;
    },
    async decide(externalId, status) {
      const decided = await CardOrderModel.findOneAndUpdate(
        { _id: externalId, status: 'PENDING APPROVAL' },
        { $set: { status } },
      ).lean<StoredCardOrder>();
      if (decided) await report(status === 'EXECUTED' ? 'ORDERS.APPROVED' : `ORDERS.${status}`, decided.orderId);
    },
    async cancel(externalId) {
      const order = await CardOrderModel.findOne({ _id: externalId, status: 'EXECUTED' }).lean<StoredCardOrder>();
      if (order) await report('REWARDS.CANCELED', order.rewardId);
    },
    async bounce(externalId, reason, retryable) {
      const order = await CardOrderModel.findOneAndUpdate(
        { _id: externalId, status: 'EXECUTED', method: 'EMAIL' },
        { $set: { delivery: 'FAILED' } },
      ).lean<StoredCardOrder>();
      const meta = { failure_reason: reason, retryable };
      if (order) await report('REWARDS.DELIVERY.FAILED', order.rewardId, meta);
    },
    async mailedTo(externalId) {
      const order = await CardOrderModel.findById(externalId).lean<StoredCardOrder>();
      return order?.email ?? null;
    },
    loseWebhooks(lost) {
      isLost = lost;
    },
    asked: () => place.asked,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A card of the sandbox; null if there is none. */
export async function findSandboxCard(rewardId: string): Promise<{ name: string; amount: number } | null> {
  const found = await CardOrderModel.findOne({ rewardId }).lean<StoredCardOrder>();
  const product = PRODUCTS.find(({ id }) => id === found?.productId);
  return found && product ? { name: product.name, amount: Math.round(found.denomination * 100) } : null;
}

interface Place {
  appOrigin: string;
  failures: Failure[];
  isHeld: boolean;
  asked: number;
}

function api(place: Place): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use((req, res, next) => {
    if (req.headers.authorization !== `Bearer ${KEY}`) return refuse(res, 401, 'Unauthorized');
    const failure = place.failures[0];
    if (failure === 'cut') return next();
    place.failures.shift();
    if (failure === undefined) return next();
    if (failure !== 'silent') refuse(res, failure, SAID[failure]);
  });
  app.use(express.json());
  app.get('/api/v2/products', (req, res) => {
    const isHome = req.query.country === 'US';
    const found = PRODUCTS.filter(({ id }) => isHome || ABROAD.includes(id));
    res.json({ products: found.map((each) => ({ ...each, countries: [{ abbr: req.query.country }] })) });
  });
  app.get('/api/v2/orders', async (req, res) => {
    const found = await CardOrderModel.find({ _id: String(req.query.external_id) }).lean<StoredCardOrder[]>();
    res.json({ orders: found.map((each) => toOrder(each, place)), total_count: found.length });
  });
  app.get('/api/v2/orders/:id', async (req: Request<{ id: string }>, res) => {
    const found = await CardOrderModel.findOne({ orderId: req.params.id }).lean<StoredCardOrder>();
    return found ? void res.json({ order: toOrder(found, place) }) : refuse(res, 404, 'Order not found');
  });
  app.get('/api/v2/rewards/:id', async (req: Request<{ id: string }>, res) => {
    const found = await CardOrderModel.findOne({ rewardId: req.params.id }).lean<StoredCardOrder>();
    return found ? void res.json({ reward: toOrder(found, place).rewards[0] }) : refuse(res, 404, 'Reward not found');
  });
  app.post('/api/v2/orders', (req, res) => createOrder(req, res, place));
  app.post('/api/v2/rewards/:id/resend', async (req: Request<{ id: string }>, res) => {
    const email = req.body?.updated_email;
    const found = await CardOrderModel.findOneAndUpdate(
      { rewardId: req.params.id, method: 'EMAIL', delivery: 'FAILED' },
      { $set: { delivery: deliveryTo(email), ...(email && { email }) } },
    ).lean<StoredCardOrder>();
    return found ? void res.json({}) : refuse(res, 422, 'Only rewards with a delivery failure can be resent');
  });
  return app;
}

/** Mail to `bounced@...` comes back, so that this can be tried. */
function deliveryTo(email: unknown): 'SUCCEEDED' | 'FAILED' {
  return String(email ?? '').startsWith('bounced@') ? 'FAILED' : 'SUCCEEDED';
}

/** As the vendor signs it; it sends it again where nobody took it, here asking finds what got lost. */
async function deliver(
  { event, id, meta }: { event: string; id: string; meta: object },
  { appOrigin, webhookKey, webhookUrl }: SandboxOptions,
): Promise<void> {
  const type = event.startsWith('ORDERS') ? 'orders' : 'rewards';
  const payload = { resource: { id, type }, meta };
  const body = JSON.stringify({ event, uuid: randomUUID(), created_utc: new Date().toISOString(), payload });
  const headers = {
    'content-type': 'application/json',
    'tremendous-webhook-signature': signatureOf(webhookKey, body),
  };
  await postWebhook(webhookUrl(), { appOrigin, headers, body }).catch(() => undefined);
}

/** https://developers.tremendous.com/docs/webhooks-1: HMAC-SHA256 over the body, in hexadecimal. */
export function signatureOf(key: string, body: string): string {
  return `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
}

const SAID: Record<Exclude<Failure, 'silent' | 'cut'>, string> = {
  402: 'Insufficient funds',
  404: 'Not found',
  422: 'The product is out of stock',
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'Service unavailable',
};

async function createOrder(req: Request, res: Response, place: Place): Promise<void> {
  place.asked++;
  const { external_id: externalId, reward, payment } = req.body ?? {};
  const product = PRODUCTS.find(({ id }) => id === reward?.products?.[0]);
  const denomination = Number(reward?.value?.denomination);
  const known = await CardOrderModel.findById(externalId).lean<StoredCardOrder>();
  if (known) return answer(res, 201, { order: toOrder(known, place) }, place);
  if (!payment?.funding_source_id || !product || !reward.recipient?.name) {
    return refuse(res, 422, 'The request body is invalid');
  }
  const [sku] = product.skus;
  if (!sku || !(denomination >= sku.min && denomination <= sku.max)) {
    return refuse(res, 422, 'The denomination is not available for this product');
  }
  if (product.id.startsWith('SOLDOUT')) return refuse(res, 422, SAID[422]);
  const { method } = reward.delivery ?? {};
  if (method === 'EMAIL' && !reward.recipient.email) return refuse(res, 422, 'recipient.email is required');
  const id = () => randomBytes(6).toString('hex').toUpperCase();
  const fresh = {
    _id: String(externalId),
    orderId: id(),
    rewardId: id(),
    productId: product.id,
    denomination,
    method,
    name: reward.recipient.name,
    email: reward.recipient.email ?? null,
    delivery: deliveryTo(reward.recipient.email),
    status: place.isHeld ? 'PENDING APPROVAL' : 'EXECUTED',
  };
  try {
    const created = (await CardOrderModel.create(fresh)).toObject();
    answer(res, 200, { order: toOrder(created, place) }, place);
  } catch (error) {
    if (!isDuplicateKey(error)) return refuse(res, 500, SAID[500]);
    const first = await CardOrderModel.findById(externalId).lean<StoredCardOrder>();
    answer(res, 201, { order: first && toOrder(first, place) }, place);
  }
}

function toOrder(stored: StoredCardOrder, { appOrigin }: Place) {
  const { _id, orderId, rewardId, denomination, method, name, email, status, delivery, createdAt } = stored;
  const isDone = status === 'EXECUTED';
  const value = { denomination, currency_code: 'USD' };
  return {
    id: orderId,
    external_id: _id,
    created_at: createdAt.toISOString(),
    status,
    payment: { subtotal: denomination, total: denomination, fees: 0, discount: 0, channel: 'API' },
    rewards: [
      {
        id: rewardId,
        order_id: orderId,
        created_at: createdAt.toISOString(),
        value,
        recipient: { name, ...(email && { email }) },
        delivery: {
          method,
          status: isDone ? delivery : 'PENDING',
          ...(isDone && method === 'LINK' && { link: `${appOrigin}/sandbox/card/${rewardId}` }),
        },
      },
    ],
  };
}

/** The work is done, but the line breaks where a test wants that. */
function answer(res: Response, status: number, body: object, { failures }: Place): void {
  if (failures[0] !== 'cut') return void res.status(status).json(body);
  failures.shift();
  res.destroy();
}

function refuse(res: Response, status: number, message: string): void {
  res.status(status).json({ errors: { message } });
}

function offer(id: string, name: string, category: string, [min, max]: [number, number]) {
  return { id, name, category, disclosure: '', currency_codes: ['USD'], skus: [{ min, max }], images: [] };
}
