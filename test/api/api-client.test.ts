import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import * as z from 'zod';
import { type ApiClient, ApiError, createApiClient } from '../../src/shared/api-client.ts';
import { contract } from '../../src/shared/contract.ts';
import { whoAmI } from '../../src/shared/contracts/accounts.ts';

const base = { summary: 'For this test.', access: 'anyone' } as const;
const post = contract({ ...base, method: 'POST', path: '/api/x', response: z.null() });
const put = contract({
  ...base,
  method: 'PUT',
  path: '/api/:id/names',
  params: z.object({ id: z.string() }),
  query: z.object({ page: z.number() }),
  body: z.object({ names: z.array(z.string()) }),
  response: z.object({}),
});

interface Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
  /** The connection breaks within the body. */
  isCut?: boolean;
}
interface Asked {
  method: string;
  url: string;
  body: string;
  key?: unknown;
}

/** Also of calls that no server answered. */
async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ApiError);
  return error as ApiError;
}

describe('the API client', () => {
  const good = { status: 200, body: '{"success":true,"data":null,"isImpersonated":false}' };
  let answers: Answer[];
  let asked: Asked[];
  let server: Server;
  let client: ApiClient;

  // Each test has its own server: a request of an aborted call may arrive after its test.
  beforeEach(async () => {
    const seen: Asked[] = [];
    [answers, asked] = [[], seen];
    server = createServer(async (req, res) => {
      let body = '';
      for await (const chunk of req) body += chunk;
      const key = req.headers['idempotency-key'];
      seen.push({ method: req.method ?? '', url: req.url ?? '', body, ...(key !== undefined && { key }) });
      const answer = seen === asked ? answers.shift() : undefined;
      if (answer?.isCut)
        res.writeHead(answer.status, { 'content-length': 500 }).write('{"success":', () => res.destroy());
      else if (answer) res.writeHead(answer.status, answer.headers).end(answer.body ?? '');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    client = createApiClient({ origin: `http://127.0.0.1:${port}`, retryDelay: 1 });
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('retries a GET twice after 503 and 502', async () => {
    answers = [{ status: 503 }, { status: 502 }, good];
    expect(await client.callBeside(whoAmI)).to.deep.equal({ data: null, isImpersonated: false });
    expect(asked).to.have.length(3);
  });

  it('retries an answer that breaks off, and not one that isn’t JSON', async () => {
    answers = [{ status: 200, isCut: true }, good];
    expect(await client.call(whoAmI)).to.equal(null);
    expect(asked).to.have.length(2);
    answers = Array(4).fill({ status: 200, isCut: true });
    expect(await errorOf(client.call(whoAmI))).to.include({ code: 'UNREACHABLE', status: 0 });
    expect(asked).to.have.length(5);
    answers = [{ status: 200, body: '<p>Sign in to this network</p>' }, good];
    expect(await errorOf(client.call(whoAmI))).to.include({ code: 'INTERNAL', status: 200 });
    expect(asked).to.have.length(6);
  });

  it('fails after three attempts with the server’s error', async () => {
    const body = '{"success":false,"error":{"code":"PROVIDER_DOWN","message":"Later.","requestId":"r"}}';
    answers = Array(4).fill({ status: 503, body });
    expect(await errorOf(client.call(whoAmI))).to.include({ code: 'PROVIDER_DOWN', requestId: 'r', status: 503 });
    expect(asked).to.have.length(3);
  });

  it('retries a POST under one Idempotency-Key, and sends another for the next POST', async () => {
    answers = [{ status: 503 }, { status: 502 }, good, good];
    await client.call(post);
    await client.call(post);
    const [first, second, third, other] = asked.map(({ key }) => key);
    expect(first).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([second, third]).to.deep.equal([first, first]);
    expect(other).to.be.a('string').and.not.equal(first);
  });

  it('sends a given Idempotency-Key with a POST, and none with a GET', async () => {
    const idempotencyKey = '11111111-1111-4111-8111-111111111111';
    answers = [good, good];
    await client.call(post, { idempotencyKey });
    await client.call(whoAmI);
    expect(asked.map(({ key }) => key)).to.deep.equal([idempotencyKey, undefined]);
  });

  it('retries a POST that is refused with IN_PROGRESS', async () => {
    const body = '{"success":false,"error":{"code":"IN_PROGRESS","message":"Later.","requestId":"r"}}';
    answers = [{ status: 409, body }, good];
    expect(await client.call(post)).to.equal(null);
  });

  it('does not retry a 404', async () => {
    answers = [{ status: 404, body: '{"success":false,"error":{"code":"NOT_FOUND","message":"No.","requestId":"r"}}' }];
    expect((await errorOf(client.call(whoAmI))).code).to.equal('NOT_FOUND');
    expect(asked).to.have.length(1);
  });

  it('does not retry before Retry-After is over', async () => {
    answers = [{ status: 429, headers: { 'retry-after': '5' } }, good];
    const error = await errorOf(client.call(whoAmI, { timeout: 3000 }));
    expect(error.code).to.equal('TIMED_OUT');
    expect(asked).to.have.length(1);
  });

  it('fails at once with 429 when Retry-After is 15 minutes', async () => {
    answers = [{ status: 429, headers: { 'retry-after': '900' } }, good];
    const error = await errorOf(client.call(whoAmI));
    expect([error.status, error.details.retryAfter]).to.deep.equal([429, 900]);
    expect(asked).to.have.length(1);
  });

  it('fails with TIMED_OUT when no answer comes', async () => {
    answers = [];
    expect(await errorOf(client.call(whoAmI, { timeout: 50 }))).to.include({ code: 'TIMED_OUT', status: 0 });
  });

  it('fails with the signal’s reason when it is aborted', async () => {
    const stop = new AbortController();
    const call = client.call(whoAmI, { signal: stop.signal });
    stop.abort(new Error('enough'));
    const error = await call.catch((thrown: Error) => thrown);
    expect((error as Error).message).to.equal('enough');
  });

  it('encodes path and query, and sends the body as JSON', async () => {
    answers = [{ status: 200, body: '{"success":true,"data":{}}' }];
    await client.call(put, { params: { id: 'a/b?' }, query: { page: 2 }, body: { names: [] } });
    expect(asked).to.deep.equal([{ method: 'PUT', url: '/api/a%2Fb%3F/names?page=2', body: '{"names":[]}' }]);
  });

  it('fails with UNREACHABLE when nobody listens', async () => {
    const nobody = createApiClient({ origin: 'http://127.0.0.1:1', retryDelay: 1 });
    expect(await errorOf(nobody.call(whoAmI))).to.include({ code: 'UNREACHABLE', status: 0 });
  });
});
