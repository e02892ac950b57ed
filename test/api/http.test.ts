import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { z } from 'zod';
import { AppError } from '../../src/platform/errors.ts';
import { anyone, operatorOnly } from '../../src/platform/http/access-rules.ts';
import { action } from '../../src/platform/http/action.ts';
import { createHttpServer, listen } from '../../src/platform/http/http-server.ts';
import { type HttpDeps, mountRoutes } from '../../src/platform/http/mount-routes.ts';
import { addressKey, createRateLimits } from '../../src/platform/http/rate-limits.ts';
import { withBeside } from '../../src/platform/http/route.ts';
import { ApiError, createApiClient } from '../../src/shared/api-client.ts';
import { contract } from '../../src/shared/contract.ts';
import { whoAmI } from '../../src/shared/contracts/accounts.ts';
import { useApi } from '../helpers/api-app.ts';
import { newVisitor } from '../helpers/user.ts';

const base = { method: 'GET', summary: 'For this test.', access: 'anyone' } as const;
const echo = contract({
  ...base,
  method: 'PUT',
  path: '/api/test/:id/echo',
  params: z.object({ id: z.string().regex(/^\d+$/, 'This is not a number.') }),
  query: z.object({ page: z.coerce.number().int().default(1) }),
  body: z.object({ names: z.array(z.object({ first: z.string().min(2).max(5) })), on: z.boolean().optional() }),
  response: z.object({ id: z.string(), page: z.number(), names: z.array(z.string()) }),
  beside: z.object({ meta: z.object({ total: z.number() }) }),
  status: 202,
});
const fail = contract({ ...base, path: '/api/test/fail', response: z.null() });
const refuse = contract({ ...base, path: '/api/test/refuse', response: z.null() });
const leak = contract({ ...base, path: '/api/test/leak', response: z.object({ id: z.string() }) });
const limited = contract({ ...base, path: '/api/test/limited', response: z.null(), limit: 'upload' });
const operator = contract({ ...base, path: '/api/test/operator', access: 'operator', response: z.null() });
const address = contract({ ...base, path: '/api/test/address', response: z.string() });

const failing = action(fail, {
  access: anyone,
  run() {
    throw new Error('secret words of the inside');
  },
});

const tables = [
  [
    action(echo, {
      access: anyone,
      run: ({ params, query, body }) =>
        withBeside(
          { id: params.id, page: query.page, names: body.names.map(({ first }) => first) },
          { meta: { total: 1 } },
        ),
    }),
    failing,
    action(refuse, {
      access: anyone,
      run() {
        throw new AppError('EVENT_CLOSED', {
          message: 'It is closed.',
          details: { since: 'then' },
          cause: new Error('why'),
        });
      },
    }),
    action(leak, { access: anyone, run: () => ({ id: 'x', privateKey: 'p1' }) as { id: string } }),
    action(limited, { access: anyone, run: () => null }),
    action(operator, { access: operatorOnly, run: () => null }),
    action(address, { access: anyone, run: ({ viewer }) => viewer.ip }),
  ],
];

async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ApiError);
  return error as ApiError;
}

describe('http', () => {
  const TOKEN = 'a-token-of-the-metrics';
  const api = useApi({
    tables,
    env: { METRICS_TOKEN: TOKEN },
    limits: { upload: { points: 5, seconds: 60, lease: 1 } },
    readiness: { good: async () => undefined, bad: async () => Promise.reject(new Error('the inside')) },
  });

  describe('an answer', () => {
    it('holds the data and its siblings', async () => {
      const response = await fetch(`${api().origin}/api/test/7/echo?page=3&other=x`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ names: [{ first: 'Ada' }], unknown: true }),
      });
      expect(response.status).to.equal(202);
      expect(await response.json()).to.deep.equal({
        success: true,
        data: { id: '7', page: 3, names: ['Ada'] },
        meta: { total: 1 },
      });
    });

    it('carries security headers, and none that name the software', async () => {
      const { headers } = await fetch(`${api().origin}/api/v2/auth/who-am-i`);
      expect(headers.get('x-powered-by')).to.equal(null);
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('content-security-policy')).to.include("default-src 'none'");
      expect(headers.get('referrer-policy')).to.equal('same-origin');
      expect(headers.get('permissions-policy')).to.include('camera=(self)');
      expect(headers.get('x-request-id')).to.match(/^[\w-]{12}$/);
      expect(headers.get('access-control-allow-origin')).to.equal(null);
    });

    it('fails when it holds a field that its contract does not name', async () => {
      expect((await errorOf(newVisitor(api().origin).call(leak))).code).to.equal('INTERNAL');
    });
  });

  describe('a refusal', () => {
    it('names each field by its path in plain words', async () => {
      const visitor = newVisitor(api().origin);
      const body = { names: [{ first: 'Ada' }, { first: 'x' }, { first: 'far too long' }], on: 'yes' as never };
      const error = await errorOf(visitor.call(echo, { params: { id: '1' }, query: {}, body }));
      expect(error).to.include({ status: 422, code: 'FIELDS_REFUSED' });
      expect(error.fields).to.deep.equal({
        'names.1.first': 'At least 2 characters, please.',
        'names.2.first': 'At most 5 characters, please.',
        on: 'Please give yes or no.',
      });
    });

    it('is 422 for a query and 400 for an id', async () => {
      const visitor = newVisitor(api().origin);
      const body = { names: [] };
      const query = await errorOf(visitor.call(echo, { params: { id: '1' }, query: { page: 'x' }, body }));
      expect(query).to.include({ status: 422 });
      expect(query.fields.page).to.equal('Please give a number.');
      const id = await errorOf(visitor.call(echo, { params: { id: 'x' }, query: {}, body }));
      expect(id).to.include({ status: 400, code: 'MALFORMED', message: 'This is not a number.' });
    });

    it('shows message and details, never the cause', async () => {
      const response = await fetch(`${api().origin}/api/test/refuse`);
      const text = await response.text();
      expect(response.status).to.equal(409);
      expect(JSON.parse(text).error).to.include({ code: 'EVENT_CLOSED', message: 'It is closed.' });
      expect(JSON.parse(text).error.details).to.deep.equal({ since: 'then' });
      expect(text).not.to.include('why');
    });

    it('is a generic 500 for an unexpected error', async () => {
      const response = await fetch(`${api().origin}/api/test/fail`);
      const text = await response.text();
      expect(response.status).to.equal(500);
      expect(text).not.to.include('secret words').and.not.include('.ts:');
    });

    it('is 404 for an unknown address: JSON below /api, a page elsewhere', async () => {
      const call = await fetch(`${api().origin}/api/nothing`);
      expect(call.status).to.equal(404);
      expect(((await call.json()) as { error: { code: string } }).error.code).to.equal('NOT_FOUND');
      const page = await fetch(`${api().origin}/nothing`);
      expect([page.status, page.headers.get('content-type')]).to.deep.equal([404, 'text/html; charset=utf-8']);
    });
  });

  describe('the Origin header', () => {
    const put = (headers: Record<string, string>) =>
      fetch(`${api().origin}/api/test/1/echo`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"names":[]}',
      }).then(({ status }) => status);

    it('may be the app’s own, the configured one, or absent', async () => {
      expect(await put({})).to.equal(202);
      expect(await put({ origin: api().origin })).to.equal(202);
      expect(await put({ origin: api().config.appOrigin })).to.equal(202);
      expect(await put({ 'sec-fetch-site': 'same-origin', origin: 'null' })).to.equal(202);
    });

    it('may not be another one, or null without Sec-Fetch-Site', async () => {
      expect(await put({ origin: 'null' })).to.equal(403);
      expect(await put({ origin: 'https://evil.example' })).to.equal(403);
      expect(await put({ origin: `${api().origin}.evil.example` })).to.equal(403);
      expect(await put({ 'sec-fetch-site': 'cross-site', origin: api().origin })).to.equal(403);
    });
  });

  describe('rate limits', () => {
    it('refuse with 429 and Retry-After', async () => {
      const ask = () => fetch(`${api().origin}/api/test/limited`);
      const first = await ask();
      expect(first.headers.get('ratelimit-limit')).to.equal('5');
      expect(first.headers.get('ratelimit-remaining')).to.equal('4');
      const rest = await Promise.all(Array.from({ length: 7 }, ask));
      expect(rest.filter(({ status }) => status === 200)).to.have.length(4);
      const refused = rest.find(({ status }) => status === 429);
      expect(Number(refused?.headers.get('retry-after'))).to.be.within(1, 60);
    });

    it('hold across processes, also with points leased in advance', async () => {
      const rules = { points: 40, seconds: 60, lease: 5 };
      const bucket = { api: rules, write: rules, 'sign-in': rules, upload: rules };
      const { connection } = api().database;
      const processes = [createRateLimits(connection, bucket), createRateLimits(connection, bucket)];
      const res = { setHeader: () => undefined } as never;
      const takes = Array.from({ length: 60 }, (_, i) => processes[i % 2]?.take('api', '192.0.2.1', res));
      const granted = (await Promise.allSettled(takes)).filter(({ status }) => status === 'fulfilled');
      expect(granted).to.have.length(40);
      await processes[0]?.take('api', '192.0.2.2', res);
    });

    it('count an IPv6 network as one address', () => {
      expect(addressKey('2001:db8:1:2:3:4:5:6')).to.equal(addressKey('2001:0db8:0001:0002::9'));
      expect(addressKey('2001:db8::1')).to.equal(addressKey('2001:db8:0:0:ffff::'));
      expect(addressKey('2001:db8:1:2::1')).not.to.equal(addressKey('2001:db8:1:3::1'));
      expect(addressKey('::ffff:192.0.2.1')).to.equal('192.0.2.1');
    });

    it('ignore X-Forwarded-For without TRUST_PROXY', async () => {
      const forwarded = newVisitor(api().origin, { 'x-forwarded-for': '198.51.100.7' });
      expect(await forwarded.call(address)).to.equal('127.0.0.1');
    });
  });

  describe('operations', () => {
    it('GET /healthz answers 200', async () => {
      expect((await fetch(`${api().origin}/healthz`)).status).to.equal(200);
    });

    it('GET /readyz names the failed check, not its reason', async () => {
      const response = await fetch(`${api().origin}/readyz`);
      expect(response.status).to.equal(503);
      expect(await response.json()).to.deep.equal({
        success: false,
        data: { status: 'not ready', checks: { good: 'ok', bad: 'failed' } },
      });
    });

    it('GET /metrics needs loopback or the token, and labels routes by pattern', async () => {
      await fetch(`${api().origin}/api/event/p0000000000000000000000`);
      const text = await (await fetch(`${api().origin}/metrics`)).text();
      expect(text).to.include('route="/api/event/:id",status="404"').and.not.include('p000000');
      const get = (headers: Record<string, string>) =>
        fetch(`${api().origin}/metrics`, { headers }).then(({ status }) => status);
      expect(await get({ 'x-forwarded-for': '198.51.100.7' })).to.equal(403);
      expect(await get({ authorization: 'Bearer wrong' })).to.equal(403);
      expect(await get({ 'x-forwarded-for': '198.51.100.7', authorization: `Bearer ${TOKEN}` })).to.equal(200);
    });

    it('answers operator calls to operators only', async () => {
      expect(await newVisitor(api().origin).call(operator)).to.equal(null);
      const far = newVisitor(api().origin, { 'x-forwarded-for': '198.51.100.7' });
      expect((await errorOf(far.call(operator))).status).to.equal(403);
    });

    it('GET /api/openapi.json describes every call', async () => {
      const document = (await (await fetch(`${api().origin}/api/openapi.json`)).json()) as {
        openapi: string;
        paths: Record<string, Record<string, { summary: string; responses: object }>>;
      };
      expect(document.openapi).to.equal('3.1.0');
      for (const { contract: each } of tables.flat()) {
        const path = each.path.replace(/:(\w+)/g, '{$1}');
        expect(document.paths[path]?.[each.method.toLowerCase()]?.summary).to.equal(each.summary);
      }
      expect(JSON.stringify(document)).not.to.include('#/$defs/');
    });

    it('reports that a port is busy', async () => {
      const server = createHttpServer(() => undefined);
      const { port } = new URL(api().origin);
      const error = await listen(server, Number(port), '127.0.0.1').catch((thrown: Error) => thrown);
      expect((error as Error).message).to.match(new RegExp(`^Port ${port} is in use`));
    });

    it('refuses two actions at one address', () => {
      const deps = {} as HttpDeps;
      expect(() => mountRoutes(express(), [[failing, failing]], deps)).to.throw(/mounted twice/);
    });
  });
});

describe('the API client', () => {
  let answers: { status: number; body?: string; headers?: Record<string, string> }[] = [];
  let asked: { method: string; url: string; body: string; key?: unknown }[] = [];
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    const key = req.headers['idempotency-key'];
    asked.push({ method: req.method ?? '', url: req.url ?? '', body, ...(key !== undefined && { key }) });
    const answer = answers.shift();
    if (!answer) return;
    res.writeHead(answer.status, answer.headers).end(answer.body ?? '');
  });
  const good = { status: 200, body: '{"success":true,"data":null,"isImpersonated":false}' };
  const client = () =>
    createApiClient({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, retryDelay: 1 });

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => {
    asked = [];
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('retries a GET twice', async () => {
    answers = [{ status: 503 }, { status: 502 }, good];
    expect(await client().callBeside(whoAmI)).to.deep.equal({ data: null, isImpersonated: false });
    expect(asked).to.have.length(3);
  });

  it('fails after three attempts with the server’s error', async () => {
    const body = '{"success":false,"error":{"code":"PROVIDER_DOWN","message":"Later.","requestId":"r"}}';
    answers = Array(4).fill({ status: 503, body });
    expect(await errorOf(client().call(whoAmI))).to.include({ code: 'PROVIDER_DOWN', requestId: 'r', status: 503 });
    expect(asked).to.have.length(3);
  });

  it('retries a POST under one Idempotency-Key, and sends another for the next POST', async () => {
    const post = contract({ ...base, method: 'POST', path: '/api/x', response: z.null() });
    answers = [{ status: 503 }, { status: 502 }, good, good];
    await client().call(post);
    await client().call(post);
    const [first, second, third, other] = asked.map(({ key }) => key);
    expect(first).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([second, third]).to.deep.equal([first, first]);
    expect(other).to.be.a('string').and.not.equal(first);
  });

  it('sends a given key, and none with other methods', async () => {
    const post = contract({ ...base, method: 'POST', path: '/api/x', response: z.null() });
    const idempotencyKey = '11111111-1111-4111-8111-111111111111';
    answers = [good, good];
    await client().call(post, { idempotencyKey });
    await client().call(whoAmI);
    expect(asked.map(({ key }) => key)).to.deep.equal([idempotencyKey, undefined]);
  });

  it('retries while the first request is in progress', async () => {
    const post = contract({ ...base, method: 'POST', path: '/api/x', response: z.null() });
    const body = '{"success":false,"error":{"code":"IN_PROGRESS","message":"Later.","requestId":"r"}}';
    answers = [{ status: 409, body }, good];
    expect(await client().call(post)).to.equal(null);
  });

  it('does not retry a refusal', async () => {
    answers = [{ status: 404, body: '{"success":false,"error":{"code":"NOT_FOUND","message":"No.","requestId":"r"}}' }];
    expect((await errorOf(client().call(whoAmI))).code).to.equal('NOT_FOUND');
    expect(asked).to.have.length(1);
  });

  it('waits for Retry-After', async () => {
    answers = [{ status: 429, headers: { 'retry-after': '5' } }, good];
    const error = await errorOf(client().call(whoAmI, { timeout: 100 }));
    expect(error.code).to.equal('TIMED_OUT');
    expect(asked).to.have.length(1);
  });

  it('fails at once when Retry-After is very long', async () => {
    answers = [{ status: 429, headers: { 'retry-after': '900' } }, good];
    const error = await errorOf(client().call(whoAmI));
    expect([error.status, error.details.retryAfter]).to.deep.equal([429, 900]);
    expect(asked).to.have.length(1);
  });

  it('times out without an answer', async () => {
    answers = [];
    expect(await errorOf(client().call(whoAmI, { timeout: 50 }))).to.include({ code: 'TIMED_OUT', status: 0 });
  });

  it('aborts with the signal’s reason', async () => {
    const stop = new AbortController();
    const call = client().call(whoAmI, { signal: stop.signal });
    stop.abort(new Error('enough'));
    const error = await call.catch((thrown: Error) => thrown);
    expect((error as Error).message).to.equal('enough');
  });

  it('fills in the path and sends JSON', async () => {
    answers = [{ status: 200, body: '{"success":true,"data":{}}' }];
    await client().call(echo, { params: { id: 'a/b?' }, query: { page: 2 }, body: { names: [] } });
    expect(asked).to.deep.equal([{ method: 'PUT', url: '/api/test/a%2Fb%3F/echo?page=2', body: '{"names":[]}' }]);
  });

  it('reports an unreachable server', async () => {
    const nobody = createApiClient({ origin: 'http://127.0.0.1:1', retryDelay: 1 });
    expect(await errorOf(nobody.call(whoAmI))).to.include({ code: 'UNREACHABLE', status: 0 });
  });
});
