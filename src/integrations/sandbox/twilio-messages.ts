import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../../platform/database/db.ts';
import { partsOf } from '../../shared/text-parts.ts';
import { keepText, type SandboxText, textsTo } from './twilio-outbox.ts';

export interface TwilioPlace {
  database: Pick<Database, 'connection'>;
  account: string;
  authToken: string;
  /** Numbers whose first attempt has failed. */
  failed: Set<string>;
}

interface Refused {
  status: number;
  code: number;
  message: string;
}

/** Twilio’s magic numbers, and what it says. */
const REFUSED: Readonly<Record<string, [code: number, message: string]>> = {
  '+15005550001': [21211, 'Invalid ‘To’ Phone Number'],
  '+15005550002': [21612, 'Message cannot be sent with the current combination of ‘To’ and ‘From’ parameters'],
  '+15005550003': [21408, 'Permission to send an SMS has not been enabled for the region'],
  '+15005550004': [21610, 'Attempt to send to unsubscribed recipient'],
  '+15005550009': [21614, '‘To’ number is not a valid mobile number'],
};
/** Ours: what happens at the first attempt. `cut`: it was taken, but the answer is lost. */
const ONCE: Readonly<Record<string, 'busy' | 'broken' | 'silent' | 'cut'>> = {
  '+15005550129': 'busy',
  '+15005550150': 'broken',
  '+15005550140': 'silent',
  '+15005550141': 'cut',
};
/** Ours: taken, and reported later as not delivered. */
const UNDELIVERED: Readonly<Record<string, number>> = { '+15005550130': 30003, '+15005550136': 30006 };

/** Answers `POST Messages.json`. */
export async function createMessage(
  fields: URLSearchParams,
  place: TwilioPlace,
): Promise<Refused | { message: object } | 'silent' | 'cut'> {
  const to = fields.get('To') ?? '';
  const number = to.replace(/^whatsapp:/, '');
  const body = fields.get('Body') ?? fields.get('ContentVariables') ?? '';
  if (!/^\+[1-9]\d{6,14}$/.test(number)) return refused(21211, `Invalid ‘To’ Phone Number: ${to}`);
  if (!fields.get('From') && !fields.get('MessagingServiceSid')) return refused(21603, 'A ‘From’ is required');
  if (!body) return refused(21602, 'Message body is required');
  if (body.length > 1600) return refused(21617, 'The concatenated message body exceeds the 1600 character limit');
  const [code, message] = REFUSED[number] ?? [];
  if (code !== undefined) return refused(code, message ?? '');
  const trouble = place.failed.has(number) ? undefined : ONCE[number];
  place.failed.add(number);
  if (trouble === 'busy') return { status: 429, code: 20429, message: 'Too Many Requests' };
  if (trouble === 'broken') return { status: 500, code: 20500, message: 'An internal server error has occurred' };
  if (trouble === 'silent') return 'silent';
  const text = {
    sid: `SM${randomBytes(16).toString('hex')}`,
    createdAt: new Date(),
    from: fields.get('From') ?? fields.get('MessagingServiceSid') ?? '',
    to,
    body,
  };
  await keepText(place.database, text);
  if (trouble === 'cut') return 'cut';
  const callback = fields.get('StatusCallback');
  if (callback) void report(callback, text, place);
  return { message: toMessage(text, place) };
}

/** Answers `GET Messages.json`, newest first. */
export async function listMessages(query: URLSearchParams, place: TwilioPlace): Promise<object> {
  const uri = `/2010-04-01/Accounts/${place.account}/Messages.json`;
  const found = await textsTo(place.database, query.get('To') ?? '', Number(query.get('PageSize')) || 50);
  return {
    messages: found.map((text) => toMessage(text, place)),
    page: 0,
    page_size: 50,
    start: 0,
    end: Math.max(0, found.length - 1),
    first_page_uri: uri,
    next_page_uri: null,
    previous_page_uri: null,
    uri,
  };
}

/** Like Twilio, it reports once and does not mind whether anybody listens. */
async function report(url: string, { sid, to, from }: SandboxText, place: TwilioPlace): Promise<void> {
  const code = UNDELIVERED[to.replace(/^whatsapp:/, '')];
  const fields: Record<string, string> = {
    MessageSid: sid,
    SmsSid: sid,
    AccountSid: place.account,
    From: from,
    To: to,
    ApiVersion: '2010-04-01',
    MessageStatus: code ? 'undelivered' : 'delivered',
    SmsStatus: code ? 'undelivered' : 'delivered',
    ...(code && { ErrorCode: String(code) }),
  };
  const headers = { 'x-twilio-signature': signatureOf(place.authToken, url, fields) };
  await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) }).catch(() => undefined);
}

/** https://www.twilio.com/docs/usage/security: HMAC-SHA1 over the URL and all sorted fields. */
export function signatureOf(authToken: string, url: string, fields: Record<string, string>): string {
  const signed = Object.keys(fields)
    .sort()
    .map((name) => name + fields[name])
    .join('');
  return createHmac('sha1', authToken)
    .update(url + signed)
    .digest('base64');
}

function refused(code: number, message: string): Refused {
  return { status: 400, code, message };
}

function toMessage({ sid, createdAt, from, to, body }: SandboxText, { account }: TwilioPlace): object {
  const at = createdAt.toUTCString().replace('GMT', '+0000');
  return {
    account_sid: account,
    api_version: '2010-04-01',
    body,
    date_created: at,
    date_sent: null,
    date_updated: at,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from,
    messaging_service_sid: from.startsWith('MG') ? from : null,
    num_media: '0',
    num_segments: String(partsOf(body)),
    price: null,
    price_unit: null,
    sid,
    status: 'queued',
    subresource_uris: { media: `/2010-04-01/Accounts/${account}/Messages/${sid}/Media.json` },
    to,
    uri: `/2010-04-01/Accounts/${account}/Messages/${sid}.json`,
  };
}
