import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '../platform/errors.ts';
import { isKeyOf } from '../shared/known-values.ts';

/** Milliseconds that an answer may take. */
const ANSWER_LIMIT = 20_000;

export interface TremendousConnection {
  apiKey: string;
  /** What pays for orders there: `balance`, or the id of another source. */
  fundingSource: string;
  /** With the version: `https://www.tremendous.com/api/v2`. */
  url: string;
  isSandbox?: boolean;
  /** Signs its webhooks; null: none is taken. */
  webhookKey: string | null;
  /** Milliseconds. Default: 20 seconds. */
  answerLimit?: number;
}

/** Where a key is valid. */
export function tremendousUrl(apiKey: string): string {
  return `https://${apiKey.startsWith('TEST_') ? 'testflight' : 'www'}.tremendous.com/api/v2`;
}

/** What a reward can become; amounts in cents. */
export interface CardProduct {
  id: string;
  name: string;
  category: string;
  min: number;
  max: number;
  images: string[];
  disclosure: string;
}

export interface CardOrder {
  /** The same id is ordered once. */
  externalId: string;
  productId: string;
  /** Cents, US dollars. */
  amount: number;
  name: string;
  /** Null: a link is answered instead of a mail. */
  email: string | null;
}

/** `waiting`: it has to be approved there. `failed`: for good, and nothing was charged. */
export type CardOutcome =
  | { state: 'done'; rewardId: string; link: string | null }
  | { state: 'waiting' }
  | { state: 'failed'; why: string };

/** Why a mail with a reward came back, in the partner’s word, and whether the same address may take it later. */
export interface CardBounce {
  why: string;
  canRepeat: boolean;
}

/** How the mail with a reward stands. */
export type CardMail = 'waiting' | 'arrived' | 'bounced';

/** What a webhook tells: an order or a reward there may have changed. `isVoid`: a reward was cancelled there. */
export interface CardNews {
  about: 'order' | 'reward';
  id: string;
  isVoid: boolean;
  /** Of its mail: why it came back, or `arrived`; null for other news. */
  mail: CardBounce | 'arrived' | null;
}

export interface GiftCards {
  isSandbox: boolean;
  /** PROVIDER_DOWN. */
  products(country: string): Promise<CardProduct[]>;
  /** PROVIDER_DOWN where nobody knows whether it was ordered: ask again with the same id. */
  order(order: CardOrder): Promise<CardOutcome>;
  /** How an order stands; null where there is none. PROVIDER_DOWN. */
  find(externalId: string): Promise<CardOutcome | null>;
  /** Our id of the order that a webhook is about; null for what is not ours, or not there. PROVIDER_DOWN. */
  orderOf(news: CardNews): Promise<string | null>;
  /** Verifies a webhook over its raw body; null for what we don't need. MALFORMED when the signature is wrong. */
  readWebhook(rawBody: Buffer, signature: string | undefined): CardNews | null;
  /** How the mail with a reward stands; null for one that is not there. PROVIDER_DOWN. */
  mailOf(rewardId: string): Promise<CardMail | null>;
  /** Mails a reward again whose mail came back. PROVIDER_DOWN; WRONG_STATE for any other. */
  resend(rewardId: string, email: string): Promise<void>;
}

const dollars = z.number().transform((value) => Math.round(value * 100));
const product = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  disclosure: z.string().nullish(),
  skus: z.array(z.object({ min: dollars, max: dollars })).nullish(),
  images: z.array(z.object({ src: z.string() })).nullish(),
});
const products = z.object({ products: z.array(product) });
const order = z.object({
  id: z.string(),
  external_id: z.string().nullish(),
  status: z.string(),
  rewards: z
    .array(z.object({ id: z.string(), delivery: z.object({ link: z.string().nullish() }).nullish() }))
    .nullish(),
});
const oneOrder = z.object({ order });
const orders = z.object({ orders: z.array(order) });
const oneReward = z.object({
  reward: z.object({ order_id: z.string(), delivery: z.object({ status: z.string().nullish() }).nullish() }),
});
const webhook = z.object({
  event: z.string(),
  payload: z.object({
    resource: z.object({ id: z.string() }),
    meta: z.object({ failure_reason: z.string().nullish(), retryable: z.boolean().nullish() }).nullish(),
  }),
});
const refusal = z.object({ errors: z.object({ message: z.string() }) });

const MAILS: Readonly<Record<string, CardMail>> = { SUCCEEDED: 'arrived', FAILED: 'bounced' };

/** Statuses that say no for good; others may pass, or need a change of our configuration. */
const FINAL = [400, 402, 404, 410, 422];

/** Gift cards and transfers by Tremendous’ HTTP API (https://developers.tremendous.com/reference). */
export function createGiftCards(connection: TremendousConnection): GiftCards {
  const { apiKey, url, fundingSource, webhookKey, isSandbox = false, answerLimit = ANSWER_LIMIT } = connection;

  async function ask<T>(method: 'GET' | 'POST', path: string, schema: z.ZodType<T>, body?: object): Promise<T> {
    try {
      const answer = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(answerLimit),
      });
      const said: unknown = await answer.json().catch(() => null);
      if (!answer.ok) throw new Refused(answer.status, refusal.safeParse(said).data?.errors.message ?? '');
      return schema.parse(said);
    } catch (error) {
      if (error instanceof Refused && FINAL.includes(error.status)) throw error;
      const message = 'Our gift card partner isn’t answering right now. Nothing was taken. Please try again soon.';
      throw new AppError('PROVIDER_DOWN', { message, cause: error });
    }
  }

  return {
    isSandbox,
    async products(country) {
      const found = await ask('GET', `/products?country=${country}&currency=USD`, products);
      return found.products.flatMap(({ id, name, category, disclosure, skus, images }) =>
        skus?.length
          ? [
              {
                id,
                name,
                category,
                min: Math.max(1, Math.min(...skus.map(({ min }) => min))),
                max: Math.max(...skus.map(({ max }) => max)),
                images: (images ?? []).map(({ src }) => src).filter((src) => src.startsWith('https://')),
                disclosure: disclosure ?? '',
              },
            ]
          : [],
      );
    },
    async order({ externalId, productId, amount, name, email }) {
      const reward = {
        products: [productId],
        value: { denomination: amount / 100, currency_code: 'USD' },
        recipient: { name, ...(email !== null && { email }) },
        delivery: { method: email === null ? 'LINK' : 'EMAIL' },
      };
      const body = { external_id: externalId, payment: { funding_source_id: fundingSource }, reward };
      try {
        return toOutcome((await ask('POST', '/orders', oneOrder, body)).order);
      } catch (error) {
        if (error instanceof Refused) return { state: 'failed', why: error.said };
        throw error;
      }
    },
    async find(externalId) {
      const { orders: found } = await ask('GET', `/orders?external_id=${encodeURIComponent(externalId)}`, orders);
      const own = found.find((each) => each.external_id === externalId);
      return own ? toOutcome(own) : null;
    },
    async orderOf({ about, id }) {
      try {
        const path = (kind: string, which: string) => `/${kind}/${encodeURIComponent(which)}`;
        const orderId = about === 'order' ? id : (await ask('GET', path('rewards', id), oneReward)).reward.order_id;
        return (await ask('GET', path('orders', orderId), oneOrder)).order.external_id ?? null;
      } catch (error) {
        if (error instanceof Refused) return null;
        throw error;
      }
    },
    readWebhook(rawBody, signature) {
      const expected = Buffer.from(webhookKey === null ? '' : signatureOf(webhookKey, rawBody));
      const given = Buffer.from(signature ?? '');
      if (webhookKey === null || given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new AppError('MALFORMED', { message: 'The signature of this message is not valid.' });
      }
      const told = webhook.safeParse(JSON.parse(rawBody.toString('utf8'))).data;
      const [kind] = told?.event.split('.') ?? [];
      if (!told || (kind !== 'ORDERS' && kind !== 'REWARDS')) return null;
      const about = kind === 'ORDERS' ? ('order' as const) : ('reward' as const);
      const { resource, meta } = told.payload;
      const bounce = { why: (meta?.failure_reason ?? '').slice(0, 100), canRepeat: meta?.retryable ?? true };
      const mails = { 'REWARDS.DELIVERY.FAILED': bounce, 'REWARDS.DELIVERY.SUCCEEDED': 'arrived' as const };
      const mail = isKeyOf(mails, told.event) ? mails[told.event] : null;
      return { about, id: resource.id, isVoid: told.event === 'REWARDS.CANCELED', mail };
    },
    async mailOf(rewardId) {
      try {
        const { reward } = await ask('GET', `/rewards/${encodeURIComponent(rewardId)}`, oneReward);
        return MAILS[reward.delivery?.status ?? ''] ?? 'waiting';
      } catch (error) {
        if (error instanceof Refused) return null;
        throw error;
      }
    },
    async resend(rewardId, email) {
      try {
        const path = `/rewards/${encodeURIComponent(rewardId)}/resend`;
        await ask('POST', path, z.unknown(), { updated_email: email });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        throw new AppError('WRONG_STATE', {
          message: 'Our gift card partner couldn’t send it again. Please write to us, and we’ll find a way.',
          cause: error,
        });
      }
    },
  };
}

/** `Tremendous-Webhook-Signature`: HMAC-SHA256 over the body, in hexadecimal. */
function signatureOf(key: string, body: Buffer | string): string {
  return `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
}

/** The partner said no. */
class Refused extends Error {
  readonly status: number;
  readonly said: string;

  constructor(status: number, said: string) {
    super(`Tremendous answered ${status}: ${said}`);
    this.status = status;
    this.said = said;
  }
}

function toOutcome({ status, rewards }: z.infer<typeof order>): CardOutcome {
  if (status === 'FAILED' || status === 'CANCELED') return { state: 'failed', why: status };
  const [reward] = rewards ?? [];
  if (status !== 'EXECUTED' || !reward) return { state: 'waiting' };
  return { state: 'done', rewardId: reward.id, link: reward.delivery?.link ?? null };
}
