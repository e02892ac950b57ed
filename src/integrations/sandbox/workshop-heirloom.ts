import { createHash } from 'node:crypto';
import * as z from 'zod';
import { WorkshopModel, type WorkshopOrder, type WorkshopState } from './workshop-store.ts';
import { type Answer, type Asked, json, keepOnce, trackingNumberOf, troubleAt } from './workshop-troubles.ts';

const WORDS: Readonly<Record<WorkshopState, string>> = {
  taken: 'received',
  inProduction: 'in_production',
  shipped: 'shipped',
  delivered: 'delivered',
  failed: 'returned',
};

const body = z.object({
  external_id: z.string(),
  quantity: z.number().int().min(1),
  video_url: z.url(),
  cover_url: z.url(),
  duration: z.number().int().min(1),
  orientation: z.enum(['portrait', 'landscape']),
  ship_to: z.object({ name: z.string().min(1), address1: z.string().min(1), city: z.string(), country: z.string() }),
});

/** `POST /v1/orders` and `GET /v1/orders/{id}`. */
export async function answerHeirloom(asked: Asked): Promise<Answer> {
  const { req, path, secret } = asked;
  if (req.headers.authorization !== `Bearer ${secret}`) return refuse(401, 'unauthorized', 'This key is not valid.');
  const [, id] = /^v1\/orders\/(hb_[0-9a-f]+)$/.exec(path) ?? [];
  if (req.method === 'GET' && id) {
    const found = await WorkshopModel.findById(id).lean<WorkshopOrder>();
    return found ? json(200, toOrder(found)) : refuse(404, 'not_found', 'There is no such order.');
  }
  if (req.method !== 'POST' || path !== 'v1/orders') return refuse(404, 'not_found', 'Not found.');
  const sent = body.safeParse(JSON.parse(asked.body.toString('utf8')));
  if (!sent.success) return refuse(422, 'invalid', 'Some fields are missing.');
  const { external_id: key, quantity, ship_to: to, orientation, video_url, cover_url } = sent.data;
  const trouble = troubleAt(to.address1, key, asked);
  if (trouble === 'busy') return refuse(429, 'too_many_requests', 'Slow down.');
  if (trouble === 'broken') return refuse(503, 'unavailable', 'We’re back soon.');
  if (trouble === 'silent') return 'silent';
  if (trouble === 'nowhere') return refuse(422, 'address_undeliverable', 'We can’t deliver there.');
  if (trouble === 'sold-out') return refuse(422, 'out_of_stock', 'This book is sold out.');
  const order = await keepOnce({
    _id: `hb_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`,
    maker: 'heirloom',
    key,
    product: 'videobook',
    quantity,
    to: `${to.name}, ${to.city}`,
    content: { orientation, files: [video_url, cover_url], country: to.country },
  });
  return trouble === 'cut' ? 'cut' : json(201, toOrder(order));
}

function toOrder({ _id, key, status }: WorkshopOrder): object {
  const hasLeft = status === 'shipped' || status === 'delivered';
  return {
    id: _id,
    external_id: key,
    status: WORDS[status],
    tracking_url: hasLeft ? `https://tools.usps.com/go/TrackConfirmAction?tLabels=${trackingNumberOf(key)}` : null,
    reason: status === 'failed' ? 'address_undeliverable' : null,
  };
}

function refuse(status: number, code: string, message: string): Answer {
  return json(status, { error: { code, message } });
}
