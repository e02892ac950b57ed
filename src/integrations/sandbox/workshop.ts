import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listeningPort } from '../../platform/listening-port.ts';
import { xmlOf } from '../../platform/xml.ts';
import { postWebhook } from './post-webhook.ts';
import { answerAcutrack } from './workshop-acutrack.ts';
import { answerHeirloom } from './workshop-heirloom.ts';
import { answerLob } from './workshop-lob.ts';
import { WorkshopModel, type WorkshopOrder, type WorkshopState } from './workshop-store.ts';
import { type Answer, type Asked, trackingNumberOf } from './workshop-troubles.ts';

export interface WorkshopWebhooks {
  lob(): string;
  acutrack(): string;
}

interface WorkshopOptions {
  appOrigin: string;
  /** Signs and names the webhooks; the same in every process of one installation. */
  secret: string;
  webhooks: WorkshopWebhooks;
}

/** Stand-in for the makers of things. */
export interface Workshop {
  /** `http://127.0.0.1:PORT`; each maker has a folder there. */
  origin: string;
  /** What has been ordered, the newest first. */
  list(limit: number): Promise<WorkshopOrder[]>;
  /** The next step of an order; its webhook is sent where the maker has one. False for one that is not there. */
  move(id: string, status: WorkshopState): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * A server on loopback that answers as Lob, Acutrack and Heirloom do, for people without keys. Streets of their own fail:
 * see `workshop-troubles.ts`.
 */
export async function startWorkshop(options: WorkshopOptions): Promise<Workshop> {
  const { secret } = options;
  const failed = new Set<string>();
  const server = createServer((req, res) => {
    answer(req, secret, failed)
      .then((done) => send(res, done))
      .catch(() => res.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${listeningPort(server)}`,
    list: (limit) => WorkshopModel.find().sort({ createdAt: -1 }).limit(limit).lean<WorkshopOrder[]>().exec(),
    async move(id, status) {
      const order = await WorkshopModel.findByIdAndUpdate(id, { $set: { status } }).lean<WorkshopOrder>();
      if (!order) return false;
      await report({ ...order, status }, options);
      return true;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(req: IncomingMessage, secret: string, failed: Set<string>): Promise<Answer> {
  const { pathname } = new URL(req.url ?? '/', 'http://workshop');
  const [, maker, ...rest] = pathname.split('/');
  const asked: Asked = { req, path: rest.join('/'), body: await bodyOf(req), secret, failed };
  if (maker === 'lob') return answerLob(asked);
  if (maker === 'acutrack') return answerAcutrack(asked);
  if (maker === 'heirloom') return answerHeirloom(asked);
  return { status: 404, type: 'text/plain', body: 'Nobody works here' };
}

function send(res: ServerResponse, done: Answer): void {
  if (done === 'silent') return;
  if (done === 'cut') return void res.destroy();
  res.writeHead(done.status, { 'content-type': done.type }).end(done.body);
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part);
  return Buffer.concat(parts);
}

const LOB_EVENTS: Readonly<Record<WorkshopState, string>> = {
  taken: 'created',
  inProduction: 'rendered_pdf',
  shipped: 'in_transit',
  delivered: 'delivered',
  failed: 'returned_to_sender',
};

/** Makers report again where nobody took it; here, looking finds what got lost. Heirloom reports nothing: it is asked. */
async function report({ _id, maker, key, status }: WorkshopOrder, { appOrigin, secret, webhooks }: WorkshopOptions) {
  if (maker === 'lob') {
    const body = JSON.stringify({
      id: `evt_${_id.slice(4)}`,
      reference_id: _id,
      event_type: { id: `postcard.${LOB_EVENTS[status]}`, resource: 'postcards', object: 'event_type' },
      body: { id: _id, object: 'postcard', metadata: { order: key } },
      date_created: new Date().toISOString(),
      object: 'event',
    });
    const timestamp = String(Date.now());
    const signed = { 'lob-signature': signatureOf(secret, timestamp, body), 'lob-signature-timestamp': timestamp };
    const headers = { ...signed, 'content-type': 'application/json' };
    await postWebhook(webhooks.lob(), { appOrigin, headers, body }).catch(() => undefined);
  }
  if (maker === 'acutrack' && status === 'shipped') {
    const Order = { ApprovalCode: key, TrackingNumber: trackingNumberOf(key), DealerID: 'sandbox' };
    const xmlStrShipping = xmlOf({ ShippingConfirmation: { Orders: { Order } } });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = String(new URLSearchParams({ xmlStrShipping }));
    await postWebhook(webhooks.acutrack(), { appOrigin, headers, body }).catch(() => undefined);
  }
}

/** https://docs.lob.com: HMAC-SHA256 over the time, a dot and the body, in hexadecimal. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}
