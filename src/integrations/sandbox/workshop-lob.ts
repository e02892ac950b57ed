import { createHash } from 'node:crypto';
import { WorkshopModel, type WorkshopOrder, type WorkshopState } from './workshop-store.ts';
import { type Answer, type Asked, json, keepOnce, troubleAt } from './workshop-troubles.ts';

const TRACKED: Partial<Record<WorkshopState, string>> = {
  shipped: 'In Transit',
  delivered: 'Delivered',
  failed: 'Returned to Sender',
};

/** `POST /v1/postcards` and `GET /v1/postcards/{id}`, as far as we use them. */
export async function answerLob(asked: Asked): Promise<Answer> {
  const { req, path, secret } = asked;
  const pair = Buffer.from(`${secret}:`).toString('base64');
  if (req.headers.authorization !== `Basic ${pair}`) return refuse(401, 'unauthorized', 'Your API key is not valid.');
  const [, id] = /^v1\/postcards\/(psc_[0-9a-f]+)$/.exec(path) ?? [];
  if (req.method === 'GET' && id) {
    const found = await WorkshopModel.findById(id).lean<WorkshopOrder>();
    return found ? json(200, toPostcard(found)) : refuse(404, 'not_found', 'postcard not found');
  }
  if (req.method !== 'POST' || path !== 'v1/postcards') return refuse(404, 'not_found', 'Not found');
  return create(asked);
}

async function create(asked: Asked): Promise<Answer> {
  const { req, body } = asked;
  const key = String(req.headers['idempotency-key'] ?? '');
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': req.headers['content-type'] ?? '' },
  }).formData();
  const field = (name: string) => String(form.get(name) ?? '');
  const [front, back] = [form.get('front'), form.get('back')];
  if (!key || !(front instanceof Blob) || !(back instanceof Blob)) {
    return refuse(422, 'invalid', 'front and back are required');
  }
  const lacking = ['to[name]', 'to[address_line1]', 'to[address_city]', 'to[address_country]'].find((n) => !field(n));
  if (lacking) return refuse(422, 'invalid', `${lacking} is required`);
  const trouble = troubleAt(field('to[address_line1]'), key, asked);
  if (trouble === 'busy') return refuse(429, 'rate_limit_exceeded', 'Rate limit exceeded');
  if (trouble === 'broken') return refuse(500, 'internal_server_error', 'Something went wrong');
  if (trouble === 'silent') return 'silent';
  if (trouble === 'nowhere') {
    return refuse(422, 'failed_deliverability_strictness', 'address is undeliverable');
  }
  if (trouble === 'sold-out') return refuse(422, 'invalid', 'This size can’t be printed at the moment');
  const content = {
    country: field('to[address_country]'),
    sizes: [front.size, back.size],
    description: field('description'),
  };
  const order = await keepOnce({
    _id: `psc_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`,
    maker: 'lob',
    key,
    product: 'postcard',
    quantity: 1,
    to: `${field('to[name]')}, ${field('to[address_city]')}`,
    content,
  });
  return trouble === 'cut' ? 'cut' : json(200, toPostcard(order));
}

function toPostcard({ _id, key, status, createdAt }: WorkshopOrder): object {
  const name = TRACKED[status];
  return {
    id: _id,
    object: 'postcard',
    size: '4x6',
    metadata: { order: key },
    url: `https://lob-assets.example/postcards/${_id}.pdf`,
    status: 'processed',
    date_created: createdAt.toISOString(),
    tracking_events: name ? [{ id: `evnt_${_id.slice(4)}`, name, type: 'normal', object: 'tracking_event' }] : [],
  };
}

function refuse(status: number, code: string, message: string): Answer {
  return json(status, { error: { message, status_code: status, code } });
}
