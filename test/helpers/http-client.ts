import type { IncomingMessage } from 'node:http';
import supertest, { type Test } from 'supertest';

/** A request by supertest, in the types of `fetch`; redirects are not followed. */
export async function ask(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const asked = new Request(input, init);
  const body = Buffer.from(await asked.arrayBuffer());
  const { origin, pathname, search } = new URL(asked.url);
  const test = testOf(origin, asked.method, pathname + search)
    .set({ accept: '*/*', ...Object.fromEntries(asked.headers) })
    .buffer(true)
    .parse(wholeBody)
    // The body is bytes already; superagent would make JSON of them.
    .serialize((bytes) => bytes);
  const { status, headers, body: got } = await untilAborted(body.length > 0 ? test.send(body) : test, init.signal);
  const isBodiless = asked.method === 'HEAD' || status === 204 || status === 304;
  return new Response(isBodiless ? null : (got as Buffer<ArrayBuffer>), { status, headers: headersOf(headers) });
}

function testOf(origin: string, method: string, path: string): Test {
  const agent = supertest(origin);
  const send = agent[method.toLowerCase() as 'get'];
  return send.call(agent, path);
}

/** The test's answer; its signal ends it as it ends `fetch`, with the signal's reason. */
async function untilAborted(test: Test, signal: AbortSignal | null | undefined): Promise<supertest.Response> {
  if (!signal) return test;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => {
      test.abort();
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    test.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function headersOf(given: Record<string, string | string[]>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    for (const each of [value].flat()) headers.append(name, each);
  }
  return headers;
}

/** By default superagent parses by content type, and drops unknown types. */
function wholeBody(response: unknown, done: (error: Error | null, body: Buffer) => void): void {
  const pieces: Buffer[] = [];
  const stream = response as IncomingMessage;
  stream.on('data', (piece) => pieces.push(Buffer.from(piece)));
  stream.on('end', () => done(null, Buffer.concat(pieces)));
  stream.on('error', (error) => done(error, Buffer.alloc(0)));
}
