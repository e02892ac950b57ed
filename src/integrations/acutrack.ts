import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../platform/errors.ts';
import { elementOf, elementsOf, xml, xmlOf } from '../platform/xml.ts';
import { askMaker, type Maker, type MakerAnswer, type MakerNews, type MakerOrder, makerAway } from './makers.ts';

export interface AcutrackConnection {
  /** Where orders are posted, without a trailing slash. */
  url: string;
  /** Of the account; sent as `DealerID` and `Password`. */
  dealerId: string;
  password: string;
  /** Part of the URL that Acutrack reports shipments to. */
  webhookSecret: string;
  isSandbox?: boolean;
  /** Milliseconds for an answer. */
  limit?: number;
}

/** A maker of discs and sticks. */
export interface Replicator extends Maker {
  /** What a shipping confirmation tells. MALFORMED for another secret. @param secret of the URL that was called */
  readWebhook(confirmation: string, secret: string): MakerNews[];
}

/** Carriers' pages, by the form of the number. */
const TRACKING: readonly [RegExp, string][] = [
  [/^1Z[0-9A-Z]{16}$/i, 'https://www.ups.com/track?tracknum='],
  [/^\d{12}$|^\d{15}$/, 'https://www.fedex.com/fedextrack/?trknbr='],
  [/^(?:\d{20,22}|[A-Z]{2}\d{9}[A-Z]{2})$/i, 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
];

/**
 * DVDs and USB sticks by Acutrack's XML over HTTP: a SKU is set up for each film, then ordered by our id as
 * `ApprovalCode`. See `src/decisions/0082-makers.md` for what is published and what is assumed.
 */
export function createReplicator(connection: AcutrackConnection): Replicator {
  const { url, dealerId, password, webhookSecret, limit } = connection;
  const post = async (path: string, name: string, body: string, signal?: AbortSignal) => {
    const answer = await askMaker('Acutrack', `${url}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ [name]: body }),
      limit,
      ...(signal && { signal }),
    });
    if (answer.status >= 300) throw makerAway('Acutrack', answer.status);
    return answer.body;
  };
  const signed = { DealerID: dealerId, Password: password };

  return {
    isSandbox: connection.isSandbox === true,
    async submit(order, signal) {
      const setUp = answerOf(await post('sku', 'xmlStrSku', skuOf(order, signed), signal), order.id);
      if (setUp.state === 'refused') return setUp;
      return answerOf(await post('order', 'xmlStrOrder', orderOf(order, signed), signal), order.id);
    },
    async look({ id }) {
      const asked = xmlOf({ OrderStatusRequest: { ...signed, ApprovalCode: id } });
      const body = await post('status', 'xmlStrStatus', asked);
      const status = STATES[elementOf(body, 'Status')];
      if (!status) return null;
      const why = status === 'failed' ? whyOf(elementOf(body, 'Message')) : null;
      return { id, status, why, trackingUrl: trackingOf(elementOf(body, 'TrackingNumber')) };
    },
    readWebhook(confirmation, secret) {
      const [given, expected] = [Buffer.from(secret), Buffer.from(webhookSecret)];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new AppError('MALFORMED', { message: 'This message does not come from Acutrack.' });
      }
      return elementsOf(confirmation, 'Order').map((order) => ({
        id: elementOf(order, 'ApprovalCode'),
        status: 'shipped' as const,
        why: null,
        trackingUrl: trackingOf(elementOf(order, 'TrackingNumber')),
      }));
    },
  };
}

const STATES: Readonly<Record<string, MakerNews['status']>> = {
  'In Production': 'inProduction',
  Shipped: 'shipped',
  Delivered: 'delivered',
  Cancelled: 'failed',
  Returned: 'failed',
};

/** The answer to a confirmation, which Acutrack asks for. */
export function confirmationAnswer(ids: readonly string[]): string {
  const orders = ids.map((id) => xmlOf({ Order: { ApprovalCode: id, Status: 'Success' } }));
  return xml(`<ShippingConfirmationResponse><Orders>${orders.join('')}</Orders></ShippingConfirmationResponse>`);
}

/** An order that is there already is taken: a repeated request makes one. */
function answerOf(body: string, id: string): MakerAnswer {
  const status = elementOf(body, 'Status');
  const message = elementOf(body, 'Message');
  if (status === 'Success' || /already exists/i.test(message)) return { state: 'taken', makerId: id };
  if (status !== 'Error') throw makerAway('Acutrack', new Error('an answer without a status'));
  return { state: 'refused', why: whyOf(message), message };
}

function whyOf(message: string): 'address' | 'stock' | 'other' {
  if (/address/i.test(message)) return 'address';
  return /stock/i.test(message) ? 'stock' : 'other';
}

function trackingOf(number: string): string | null {
  const found = TRACKING.find(([form]) => form.test(number));
  return found ? `${found[1]}${encodeURIComponent(number)}` : null;
}

type Signed = Record<'DealerID' | 'Password', string>;

/** One film is one SKU, set up with its master and its art. */
function skuOf({ id, product, title, files }: MakerOrder, signed: Signed): string {
  if (files.kind !== 'disc') throw new Error('Acutrack makes discs and sticks');
  return xmlOf({
    SkuSetup: {
      ...signed,
      SKU: id,
      Type: product === 'usb' ? 'USB' : 'DVD',
      Title: title,
      MasterURL: files.image,
      LabelURL: files.label,
      CoverURL: files.cover,
    },
  });
}

function orderOf({ id, quantity, to }: MakerOrder, signed: Signed): string {
  return xmlOf({
    Orders: {
      ...signed,
      Order: {
        ApprovalCode: id,
        ShipName: to.name,
        ShipAddress1: to.line1,
        ShipAddress2: to.line2 ?? '',
        ShipCity: to.city,
        ShipState: to.region ?? '',
        ShipZip: to.postalCode ?? '',
        ShipCountry: to.country,
        ShipPhone: to.phone ?? '',
        Items: { Item: { SKU: id, Quantity: String(quantity) } },
      },
    },
  });
}
