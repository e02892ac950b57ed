import type { RequestClient, Twilio } from 'twilio';
import * as z from 'zod';
import { AppError, messageOf } from '../platform/errors.ts';

const ANSWER_LIMIT = 10_000;
/** Messages to one number that are searched for one that may have been taken. */
const SEARCHED = 20;
/** Clocks differ. */
const TOLERANCE = 5 * 60_000;

type TextChannel = 'sms' | 'whatsapp';

export interface TwilioConnection {
  accountSid: string;
  authToken: string;
  /** Number in E.164, or the SID of a messaging service (`MG…`). */
  from: string;
  /** Number, and the SID of the approved template (`HX…`) with name, sender and link; null without WhatsApp. */
  whatsApp: { from: string; template: string } | null;
  /** Replaces Twilio’s hosts: the sandbox. */
  origin?: string;
  /** Milliseconds that Twilio may take to answer. Default: ten seconds. */
  answerLimit?: number;
}

export interface OutgoingText {
  channel: TextChannel;
  /** E.164. */
  to: string;
  /** For SMS. */
  body: string;
  /** Values of the WhatsApp template, in order. */
  values: readonly string[];
  /** Where Twilio reports what became of it. */
  statusUrl: string;
}

/** `refused`: for good, with Twilio’s code (https://www.twilio.com/docs/api/errors). */
export type SentText = { state: 'taken'; sid: string } | { state: 'refused'; code: number };

export interface LookedUp {
  valid: boolean;
  /** E.164, or null. */
  e164: string | null;
  national: string | null;
  /** ISO 3166-1, or null. */
  country: string | null;
  /** Twilio’s line type, such as `mobile` or `landline`; null if unknown. */
  type: string | null;
}

export interface Texts {
  hasWhatsApp: boolean;
  isSandbox: boolean;
  /** PROVIDER_DOWN if it did not answer, or only for now; it may have taken the text then: see `findTaken`. */
  send(text: OutgoingText): Promise<SentText>;
  /** The SID of a text that was taken since then, although we never heard; null if it was not. PROVIDER_DOWN. */
  findTaken(text: OutgoingText, since: Date): Promise<string | null>;
  /** PROVIDER_DOWN. */
  lookUp(phone: string, country: string | undefined): Promise<LookedUp>;
  /** Whether Twilio signed these fields for this URL. */
  isSigned(signature: string, url: string, fields: Record<string, string>): Promise<boolean>;
}

type Sdk = typeof import('twilio');

const refusal = z.object({ status: z.number(), code: z.number().optional() });

/** SMS, WhatsApp and numbers by Twilio’s SDK, which is loaded with the first call. */
export function createTexts(connection: TwilioConnection): Texts {
  const { authToken, from, whatsApp, origin } = connection;
  let loading: Promise<{ sdk: Sdk; client: Twilio }> | null = null;
  const open = () => {
    loading ??= import('twilio').then(({ default: sdk }) => ({ sdk, client: connect(sdk, connection) }));
    return loading;
  };
  const address = (channel: TextChannel, phone: string) => (channel === 'sms' ? phone : `whatsapp:${phone}`);

  function message({ channel, to, body, values, statusUrl }: OutgoingText) {
    const about = { to: address(channel, to), statusCallback: statusUrl };
    if (channel === 'sms') {
      return { ...about, body, ...(from.startsWith('MG') ? { messagingServiceSid: from } : { from }) };
    }
    if (!whatsApp) throw new Error('WhatsApp is not configured');
    const contentVariables = JSON.stringify(Object.fromEntries(values.map((value, at) => [String(at + 1), value])));
    return { ...about, from: address(channel, whatsApp.from), contentSid: whatsApp.template, contentVariables };
  }

  return {
    hasWhatsApp: whatsApp !== null,
    isSandbox: origin !== undefined,
    async send(text) {
      const { client } = await open();
      try {
        const { sid } = await client.messages.create(message(text));
        return { state: 'taken', sid };
      } catch (error) {
        const { data } = refusal.safeParse(error);
        const isForGood =
          data?.code && data.status >= 400 && data.status < 500 && ![401, 403, 429].includes(data.status);
        if (!isForGood) throw away(error);
        return { state: 'refused', code: data.code ?? 0 };
      }
    },
    async findTaken({ channel, to, body, values }, since) {
      const { client } = await open();
      try {
        const found = await client.messages.list({ to: address(channel, to), limit: SEARCHED });
        // A template’s text is Twilio’s, with our values in it; the last is the link of this guest.
        const isOurs = (sent: string) => (channel === 'sms' ? sent === body : sent.includes(values.at(-1) ?? body));
        const ours = found.find(
          ({ body: sent, dateCreated }) => isOurs(sent) && dateCreated.getTime() >= since.getTime() - TOLERANCE,
        );
        return ours?.sid ?? null;
      } catch (error) {
        throw away(error);
      }
    },
    async lookUp(phone, country) {
      const { client } = await open();
      try {
        const found = await client.lookups.v2
          .phoneNumbers(phone)
          .fetch({ fields: 'line_type_intelligence', ...(country && { countryCode: country }) });
        const type: unknown = found.lineTypeIntelligence?.type;
        return {
          valid: found.valid,
          e164: found.valid ? found.phoneNumber : null,
          national: found.nationalFormat || null,
          country: found.countryCode || null,
          type: typeof type === 'string' ? type : null,
        };
      } catch (error) {
        const { data } = refusal.safeParse(error);
        if (data?.status === 404) return { valid: false, e164: null, national: null, country: null, type: null };
        throw away(error);
      }
    },
    async isSigned(signature, url, fields) {
      const { sdk } = await open();
      return sdk.validateRequest(authToken, signature, url, fields);
    },
  };
}

function connect(sdk: Sdk, { accountSid, authToken, origin, answerLimit = ANSWER_LIMIT }: TwilioConnection): Twilio {
  const httpClient = new sdk.RequestClient({ timeout: answerLimit });
  return sdk(accountSid, authToken, { httpClient: origin === undefined ? httpClient : sentTo(origin, httpClient) });
}

/** The SDK’s client, with its calls going to another host. */
function sentTo(origin: string, client: RequestClient): RequestClient {
  const request = client.request.bind(client);
  client.request = (options) => {
    const { pathname, search } = new URL(options.uri);
    return request({ ...options, uri: `${origin}${pathname}${search}` });
  };
  return client;
}

function away(error: unknown): AppError {
  const { data } = refusal.safeParse(error);
  // The SDK’s errors hold the request, with our token and the text.
  const cause = new Error(`Twilio: ${data ? `${data.status}, ${data.code}` : messageOf(error)}`);
  return new AppError('PROVIDER_DOWN', { message: 'Texts can’t be sent right now. We try again later.', cause });
}
