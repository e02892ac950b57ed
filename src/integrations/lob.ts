import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '../platform/errors.ts';
import { askMaker, jsonOf, type Maker, type MakerNews, type MakerOrder, makerAway } from './makers.ts';

/** Lob's own tolerance for the age of a webhook, in milliseconds. */
const FRESH = 5 * 60_000;

export interface LobConnection {
  apiKey: string;
  webhookSecret: string;
  /** Id of the sender's address (`adr_…`), required for cards abroad; null without one. */
  from: string | null;
  /** Default: Lob. */
  origin?: string;
  /** Milliseconds for an answer. */
  limit?: number;
}

/** A printer of postcards. */
export interface Printer extends Maker {
  /** Whether it posts cards to other countries than the US. */
  goesAbroad: boolean;
  /** What a webhook tells, null for what we don't need. MALFORMED when the signature is wrong or older than 5 min. */
  readWebhook(rawBody: Buffer, headers: { signature: string; timestamp: string }): MakerNews | null;
}

const postcard = z.object({
  id: z.string(),
  url: z.string().nullish(),
  status: z.string().nullish(),
  tracking_events: z.array(z.object({ name: z.string() })).nullish(),
});
const refusal = z.object({ error: z.object({ message: z.string(), code: z.string().nullish() }) });
const webhook = z.object({ event_type: z.object({ id: z.string() }), body: z.object({ id: z.string() }) });

/** https://docs.lob.com: events of a postcard. */
const EVENTS: Readonly<Record<string, [MakerNews['status'], MakerNews['why']]>> = {
  'postcard.rendered_pdf': ['inProduction', null],
  'postcard.produced': ['inProduction', null],
  'postcard.mailed': ['shipped', null],
  'postcard.in_transit': ['shipped', null],
  'postcard.in_local_area': ['shipped', null],
  'postcard.processed_for_delivery': ['shipped', null],
  'postcard.delivered': ['delivered', null],
  'postcard.returned_to_sender': ['failed', 'address'],
  'postcard.rejected': ['failed', 'other'],
  'postcard.failed': ['failed', 'other'],
  'postcard.deleted': ['failed', 'other'],
};
/** The same of its tracking. */
const TRACKING: Readonly<Record<string, string>> = {
  Mailed: 'mailed',
  'In Transit': 'in_transit',
  'In Local Area': 'in_local_area',
  'Processed for Delivery': 'processed_for_delivery',
  Delivered: 'delivered',
  'Returned to Sender': 'returned_to_sender',
};

/** Postcards by Lob's HTTP API (https://docs.lob.com), version of 2020-02-11. */
export function createPrinter(connection: LobConnection): Printer {
  const { apiKey, webhookSecret, from, origin = 'https://api.lob.com', limit } = connection;
  const headers = {
    authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
    'lob-version': '2020-02-11',
  };
  return {
    isSandbox: connection.origin !== undefined,
    goesAbroad: connection.origin !== undefined || from !== null,
    async submit(order, signal) {
      const { status, body } = await askMaker('Lob', `${origin}/v1/postcards`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': order.id },
        body: formOf(order, from),
        limit,
        ...(signal && { signal }),
      });
      const json = jsonOf('Lob', body);
      const taken = postcard.safeParse(json).data;
      if (status < 300 && taken) return { state: 'taken', makerId: taken.id };
      const refused = refusal.safeParse(json).data;
      if (!refused) throw makerAway('Lob', status);
      const { message, code } = refused.error;
      const isAddress = /address|deliverab/i.test(`${code} ${message}`);
      return { state: 'refused', why: isAddress ? 'address' : 'other', message };
    },
    async look({ makerId }) {
      const { status, body } = await askMaker('Lob', `${origin}/v1/postcards/${makerId}`, { headers, limit });
      const found = postcard.safeParse(jsonOf('Lob', body)).data;
      if (status >= 300 || !found) throw makerAway('Lob', status);
      const last = found.tracking_events?.at(-1)?.name;
      const event = (last && TRACKING[last]) || (found.status === 'rejected' ? 'rejected' : null);
      return event ? newsOf(`postcard.${event}`, found.id) : null;
    },
    readWebhook(rawBody, { signature, timestamp }) {
      const expected = signatureOf(webhookSecret, timestamp, rawBody);
      const isRight = signature.length === expected.length && timingSafeEqual(textOf(signature), textOf(expected));
      const isFresh = Math.abs(Date.now() - Number(timestamp)) < FRESH;
      if (!isRight || !isFresh) {
        throw new AppError('MALFORMED', { message: 'The signature of this message is not valid.' });
      }
      const told = webhook.safeParse(JSON.parse(rawBody.toString('utf8'))).data;
      return told ? newsOf(told.event_type.id, told.body.id) : null;
    },
  };
}

/** `Lob-Signature`: HMAC-SHA256 over the time, a dot and the body, in hexadecimal. */
function signatureOf(secret: string, timestamp: string, rawBody: Buffer | string): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex');
}

function textOf(text: string): Buffer {
  return Buffer.from(text);
}

function newsOf(event: string, makerId: string): MakerNews | null {
  const found = EVENTS[event];
  if (!found) return null;
  const [status, why] = found;
  return { id: { makerId }, status, why, trackingUrl: null };
}

function formOf({ id, to, files }: MakerOrder, from: string | null): FormData {
  if (files.kind !== 'card') throw new Error('A printer of postcards prints postcards');
  const form = new FormData();
  const fields: Record<string, string | null> = {
    description: 'Postcard',
    'to[name]': to.name,
    'to[address_line1]': to.line1,
    'to[address_line2]': to.line2,
    'to[address_city]': to.city,
    'to[address_state]': to.region,
    'to[address_zip]': to.postalCode,
    'to[address_country]': to.country,
    from,
    size: '4x6',
    use_type: 'operational',
    'metadata[order]': id,
  };
  for (const [name, value] of Object.entries(fields)) if (value) form.set(name, value);
  form.set('front', new Blob([new Uint8Array(files.front)], { type: 'image/jpeg' }), 'front.jpg');
  form.set('back', new Blob([new Uint8Array(files.back)], { type: 'image/png' }), 'back.png');
  return form;
}
