import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Database } from '../../platform/database/db.ts';
import { listeningPort } from '../../platform/listening-port.ts';
import { lookUp } from './twilio-lookups.ts';
import { createMessage, listMessages, type TwilioPlace } from './twilio-messages.ts';

const ACCOUNT = `AC${'0'.repeat(31)}1`;
const NUMBER = '+15005550006';

export interface TwilioSandbox {
  /** For `createTexts`. */
  connection: {
    accountSid: string;
    authToken: string;
    from: string;
    whatsApp: { from: string; template: string };
    origin: string;
  };
  stop(): Promise<void>;
}

/**
 * A server on loopback that answers as Twilio’s API does; texts stay in the database. Twilio’s magic numbers fail as there
 * (+15005550001 to 9), and some of our own fail once: see `twilio-messages.ts`.
 * @param authToken signs its webhooks
 */
export async function startTwilioSandbox(
  database: Pick<Database, 'connection'>,
  authToken: string,
): Promise<TwilioSandbox> {
  const place: TwilioPlace = { database, account: ACCOUNT, authToken, failed: new Set() };
  const server = createServer((req, res) => {
    answer(req, res, place).catch(() => res.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    connection: {
      accountSid: ACCOUNT,
      authToken,
      from: NUMBER,
      whatsApp: { from: NUMBER, template: `HX${'0'.repeat(31)}1` },
      origin: `http://127.0.0.1:${listeningPort(server)}`,
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(req: IncomingMessage, res: ServerResponse, place: TwilioPlace): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://sandbox');
  const pair = Buffer.from(`${place.account}:${place.authToken}`).toString('base64');
  if (req.headers.authorization !== `Basic ${pair}`) return refuse(res, 401, 20003, 'Authenticate');
  const [, number] = /^\/v2\/PhoneNumbers\/([^/]+)$/.exec(url.pathname) ?? [];
  if (number !== undefined && req.method === 'GET') {
    return send(res, 200, lookUp(decodeURIComponent(number), url.searchParams));
  }
  if (url.pathname !== `/2010-04-01/Accounts/${place.account}/Messages.json`) {
    return refuse(res, 404, 20404, `The requested resource ${url.pathname} was not found`);
  }
  if (req.method === 'GET') return send(res, 200, await listMessages(url.searchParams, place));
  const done = await createMessage(new URLSearchParams(await bodyOf(req)), place);
  if (done === 'silent') return;
  if (done === 'cut') return void res.destroy();
  if ('code' in done) return refuse(res, done.status, done.code, done.message);
  send(res, 201, done.message);
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function refuse(res: ServerResponse, status: number, code: number, message: string): void {
  send(res, status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
}

function send(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
