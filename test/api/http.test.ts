import { expect } from 'chai';
import express from 'express';
import * as z from 'zod';
import { AppError } from '../../src/platform/errors.ts';
import { anyone, operatorOnly } from '../../src/platform/http/access-rules.ts';
import { action } from '../../src/platform/http/action.ts';
import { createHttpServer, listen } from '../../src/platform/http/http-server.ts';
import { type HttpDeps, mountRoutes } from '../../src/platform/http/mount-routes.ts';
import { addressKey, createRateLimits } from '../../src/platform/http/rate-limits.ts';
import { withBeside } from '../../src/platform/http/route.ts';
import { contract } from '../../src/shared/contract.ts';
import { useApi } from '../helpers/api-app.ts';
import { refusalOf } from '../helpers/refusal.ts';
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

describe('every API call', () => {
  const TOKEN = 'a-token-of-the-metrics';
  const api = useApi({
    tables,
    env: { METRICS_TOKEN: TOKEN },
    limits: { upload: { points: 5, seconds: 60, lease: 1 } },
    readiness: { good: async () => undefined, bad: async () => Promise.reject(new Error('the inside')) },
  });

  describe('an answer', () => {
    it('holds data and meta, and ignores unknown fields of query and body', async () => {
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

    it('is 500 when it would hold a field that its contract does not name', async () => {
      expect((await refusalOf(newVisitor(api().origin).call(leak))).code).to.equal('INTERNAL');
    });
  });

  describe('a refusal', () => {
    it('says at the path of each refused field what is wrong', async () => {
      const visitor = newVisitor(api().origin);
      const body = { names: [{ first: 'Ada' }, { first: 'x' }, { first: 'far too long' }], on: 'yes' as never };
      const error = await refusalOf(visitor.call(echo, { params: { id: '1' }, query: {}, body }));
      expect(error).to.include({ status: 422, code: 'FIELDS_REFUSED' });
      expect(error.fields).to.deep.equal({
        'names.1.first': 'At least 2 characters, please.',
        'names.2.first': 'At most 5 characters, please.',
        on: 'Please give yes or no.',
      });
    });

    it('is 422 for a malformed query and 400 for a malformed id', async () => {
      const visitor = newVisitor(api().origin);
      const body = { names: [] };
      const query = await refusalOf(visitor.call(echo, { params: { id: '1' }, query: { page: 'x' }, body }));
      expect(query).to.include({ status: 422 });
      expect(query.fields.page).to.equal('Please give a number.');
      const id = await refusalOf(visitor.call(echo, { params: { id: 'x' }, query: {}, body }));
      expect(id).to.include({ status: 400, code: 'MALFORMED', message: 'This is not a number.' });
    });

    it('shows message and details of an AppError, never its cause', async () => {
      const response = await fetch(`${api().origin}/api/test/refuse`);
      const text = await response.text();
      expect(response.status).to.equal(409);
      expect(JSON.parse(text).error).to.include({ code: 'EVENT_CLOSED', message: 'It is closed.' });
      expect(JSON.parse(text).error.details).to.deep.equal({ since: 'then' });
      expect(text).not.to.include('why');
    });

    it('is a 500 without message or stack for an unexpected error', async () => {
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

    it('is accepted when it is the app’s own, the configured one, or absent', async () => {
      expect(await put({})).to.equal(202);
      expect(await put({ origin: api().origin })).to.equal(202);
      expect(await put({ origin: api().config.appOrigin })).to.equal(202);
      expect(await put({ 'sec-fetch-site': 'same-origin', origin: 'null' })).to.equal(202);
    });

    it('is refused with 403 when it is another one, or null without Sec-Fetch-Site', async () => {
      expect(await put({ origin: 'null' })).to.equal(403);
      expect(await put({ origin: 'https://evil.example' })).to.equal(403);
      expect(await put({ origin: `${api().origin}.evil.example` })).to.equal(403);
      expect(await put({ 'sec-fetch-site': 'cross-site', origin: api().origin })).to.equal(403);
    });
  });

  describe('rate limits', () => {
    it('refuse the sixth of five requests with 429 and Retry-After', async () => {
      const ask = () => fetch(`${api().origin}/api/test/limited`);
      const first = await ask();
      expect(first.headers.get('ratelimit-limit')).to.equal('5');
      expect(first.headers.get('ratelimit-remaining')).to.equal('4');
      const rest = await Promise.all(Array.from({ length: 7 }, ask));
      expect(rest.filter(({ status }) => status === 200)).to.have.length(4);
      const refused = rest.find(({ status }) => status === 429);
      expect(Number(refused?.headers.get('retry-after'))).to.be.within(1, 60);
    });

    it('grant 40 of 60 requests over two processes that lease points in advance', async () => {
      const rules = { points: 40, seconds: 60, lease: 5 };
      const bucket = { api: rules, write: rules, 'sign-in': rules, upload: rules, 'error-report': rules };
      const { connection } = api().database;
      const processes = [createRateLimits(connection, bucket), createRateLimits(connection, bucket)];
      const res = { setHeader: () => undefined } as never;
      const takes = Array.from({ length: 60 }, (_, i) => processes[i % 2]?.take('api', '192.0.2.1', res));
      const granted = (await Promise.allSettled(takes)).filter(({ status }) => status === 'fulfilled');
      expect(granted).to.have.length(40);
      await processes[0]?.take('api', '192.0.2.2', res);
    });

    it('count all addresses of an IPv6 /64 network as one', () => {
      expect(addressKey('2001:db8:1:2:3:4:5:6')).to.equal(addressKey('2001:0db8:0001:0002::9'));
      expect(addressKey('2001:db8::1')).to.equal(addressKey('2001:db8:0:0:ffff::'));
      expect(addressKey('2001:db8:1:2::1')).not.to.equal(addressKey('2001:db8:1:3::1'));
      expect(addressKey('::ffff:192.0.2.1')).to.equal('192.0.2.1');
    });

    it('count the socket’s address, not X-Forwarded-For, without TRUST_PROXY', async () => {
      const forwarded = newVisitor(api().origin, { 'x-forwarded-for': '198.51.100.7' });
      expect(await forwarded.call(address)).to.equal('127.0.0.1');
    });
  });

  describe('operations', () => {
    it('GET /healthz answers 200', async () => {
      expect((await fetch(`${api().origin}/healthz`)).status).to.equal(200);
    });

    it('GET /readyz answers 503 and names the failed check, not its reason', async () => {
      const response = await fetch(`${api().origin}/readyz`);
      expect(response.status).to.equal(503);
      expect(await response.json()).to.deep.equal({
        success: false,
        data: { status: 'not ready', checks: { good: 'ok', bad: 'failed' } },
      });
    });

    it('GET /metrics answers loopback or the token, else 403, and labels routes by pattern', async () => {
      await fetch(`${api().origin}/api/event/p0000000000000000000000`);
      const text = await (await fetch(`${api().origin}/metrics`)).text();
      expect(text).to.include('route="/api/event/:id",status="404"').and.not.include('p000000');
      const get = (headers: Record<string, string>) =>
        fetch(`${api().origin}/metrics`, { headers }).then(({ status }) => status);
      expect(await get({ 'x-forwarded-for': '198.51.100.7' })).to.equal(403);
      expect(await get({ authorization: 'Bearer wrong' })).to.equal(403);
      expect(await get({ 'x-forwarded-for': '198.51.100.7', authorization: `Bearer ${TOKEN}` })).to.equal(200);
    });

    it('answers an operator’s call on loopback, and 403 to other addresses', async () => {
      expect(await newVisitor(api().origin).call(operator)).to.equal(null);
      const far = newVisitor(api().origin, { 'x-forwarded-for': '198.51.100.7' });
      expect((await refusalOf(far.call(operator))).status).to.equal(403);
    });

    it('GET /api/openapi.json holds the summary of every call', async () => {
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

    it('listen rejects with “Port ... is in use” on a busy port', async () => {
      const server = createHttpServer(() => undefined);
      const { port } = new URL(api().origin);
      const error = await listen(server, Number(port), '127.0.0.1').catch((thrown: Error) => thrown);
      expect((error as Error).message).to.match(new RegExp(`^Port ${port} is in use`));
    });

    it('mountRoutes throws for two actions at one address', () => {
      const deps = {} as HttpDeps;
      expect(() => mountRoutes(express(), [[failing, failing]], deps)).to.throw(/mounted twice/);
    });
  });
});
