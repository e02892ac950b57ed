import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import mongoose from 'mongoose';
import * as z from 'zod';
import { API_TABLES } from '../../src/app/api.ts';
import { AppError } from '../../src/platform/errors.ts';
import { anyone } from '../../src/platform/http/access-rules.ts';
import { action } from '../../src/platform/http/action.ts';
import { contract, honoursIdempotencyKey } from '../../src/shared/contract.ts';
import { register } from '../../src/shared/contracts/accounts.ts';
import { type Event, listEvents } from '../../src/shared/contracts/events.ts';
import type { Envelope } from '../../src/shared/envelope.ts';
import { useApi } from '../helpers/api-app.ts';
import { eventually } from '../helpers/eventually.ts';
import { newEmail, newUser, newVisitor, type Visitor } from '../helpers/user.ts';

const make = contract({
  method: 'POST',
  path: '/api/test/things',
  summary: 'For this test.',
  access: 'anyone',
  body: z.object({ name: z.string() }),
  response: z.object({ number: z.number() }),
  status: 201,
});
const other = contract({ ...make, path: '/api/test/others' });
const look = contract({ ...make, path: '/api/test/looks', repeatable: true });

/** What the handler does next; each run counts. */
let runs = 0;
let next: (() => Promise<void>) | null = null;

async function run(): Promise<{ number: number }> {
  runs += 1;
  const number = runs;
  const step = next;
  next = null;
  await step?.();
  return { number };
}

interface Sent {
  key?: string;
  body?: object;
  path?: string;
}

async function post(who: Visitor, { key, body = { name: 'a' }, path = make.path }: Sent) {
  const response = await who.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Envelope<{ number: number }>;
  return {
    status: response.status,
    number: answer.success ? answer.data.number : null,
    code: answer.success ? null : answer.error.code,
    isReplay: response.headers.get('idempotent-replayed') === 'true',
  };
}

describe('Idempotency-Key', () => {
  const api = useApi({ tables: [[make, other, look].map((each) => action(each, { access: anyone, run }))] });
  let visitor: Visitor;

  beforeEach(() => {
    visitor = newVisitor(api().origin);
    runs = 0;
    next = null;
  });

  it('answers a repeated POST with the first answer and runs it once', async () => {
    const key = randomUUID();
    const first = await post(visitor, { key });
    const second = await post(visitor, { key: key.toUpperCase() });
    expect(first).to.include({ status: 201, number: 1, isReplay: false });
    expect(second).to.include({ status: 201, number: 1, isReplay: true });
    expect(runs).to.equal(1);
  });

  it('runs POSTs without a key or with different keys every time', async () => {
    await post(visitor, {});
    await post(visitor, {});
    await post(visitor, { key: randomUUID() });
    expect(runs).to.equal(3);
  });

  it('refuses the same key with another body, query or path with 422', async () => {
    const key = randomUUID();
    await post(visitor, { key });
    expect(await post(visitor, { key, body: { name: 'b' } })).to.include({ status: 422, code: 'FIELDS_REFUSED' });
    expect((await post(visitor, { key, path: `${make.path}?a=1` })).status).to.equal(422);
    expect((await post(visitor, { key, path: other.path })).status).to.equal(422);
    expect(runs).to.equal(1);
  });

  it('refuses a key that is not a UUID with 400', async () => {
    expect(await post(visitor, { key: 'again' })).to.include({ status: 400, code: 'MALFORMED' });
    expect(runs).to.equal(0);
  });

  it('is ignored by calls that are safe to repeat', async () => {
    const key = randomUUID();
    await post(visitor, { key, path: look.path });
    await post(visitor, { key, path: look.path });
    expect(runs).to.equal(2);
  });

  it('creates one thing for two concurrent requests', async () => {
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => post(visitor, { key })));
    expect(answers.map(({ number }) => number)).to.deep.equal([1, 1, 1]);
    expect(runs).to.equal(1);
  });

  it('answers IN_PROGRESS while the first request runs', async () => {
    const key = randomUUID();
    let finish = () => {};
    next = () => new Promise((resolve) => (finish = resolve));
    const first = post(visitor, { key });
    await eventually('the first attempt', async () => runs === 1);
    expect(await post(visitor, { key })).to.include({ status: 409, code: 'IN_PROGRESS' });
    finish();
    expect((await first).status).to.equal(201);
    expect(await post(visitor, { key })).to.include({ number: 1, isReplay: true });
  });

  it('stores no 5xx and no refusal', async () => {
    const key = randomUUID();
    next = () => Promise.reject(new Error('broken'));
    expect((await post(visitor, { key })).status).to.equal(500);
    next = () => Promise.reject(new AppError('WRONG_STATE', { message: 'Not now.' }));
    expect((await post(visitor, { key })).status).to.equal(409);
    expect(await post(visitor, { key })).to.include({ status: 201, number: 3 });
  });

  it('runs again after its process crashed, and stores the new answer', async () => {
    const key = randomUUID();
    let wake = () => {};
    next = () => new Promise((resolve) => (wake = resolve));
    const dead = post(visitor, { key });
    await eventually('the first attempt', async () => runs === 1);
    await mongoose.connection
      .collection('idempotency_keys')
      .updateMany({ answer: null }, { $set: { leaseUntil: new Date(0) } });
    expect(await post(visitor, { key })).to.include({ status: 201, number: 2, isReplay: false });
    wake();
    await dead;
    expect(await post(visitor, { key })).to.include({ number: 2, isReplay: true });
  });

  it('is separate for each user', async () => {
    const key = randomUUID();
    const [ada, bob] = await Promise.all([newUser(api().origin), newUser(api().origin)]);
    const numbers = [await post(ada, { key }), await post(bob, { key }), await post(visitor, { key })];
    expect(numbers.map(({ number }) => number)).to.deep.equal([1, 2, 3]);
    expect(await post(bob, { key })).to.include({ number: 2, isReplay: true });
  });

  it('gives a visitor who lost the first answer the same event and its session', async () => {
    const key = randomUUID();
    const send = (who: Visitor) =>
      who.fetch('/api/event', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] }),
      });
    const dataOf = async (response: Response) => ((await response.json()) as { data: Event }).data;
    const lost = await dataOf(await send(newVisitor(api().origin)));
    const again = await dataOf(await send(visitor));
    expect(again).to.deep.equal(lost);
    await visitor.call(register, { body: { email: newEmail(), password: 'plum harbour violin 7', firstName: 'Ada' } });
    expect((await visitor.call(listEvents, { query: {} })).map(({ id }) => id)).to.deep.equal([lost.id]);
  });

  it('is stored without the key, the answer or the body in clear text', async () => {
    const key = randomUUID();
    const email = newEmail();
    await visitor.fetch(register.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ email, password: 'plum harbour violin 7' }),
    });
    const stored = await mongoose.connection.collection('idempotency_keys').find().toArray();
    const text = JSON.stringify(stored);
    expect(stored).to.have.length.greaterThan(0);
    for (const secret of [key, email, 'violin', '"number"']) expect(text).not.to.include(secret);
  });

  it('expires after 24 hours', async () => {
    const collection = mongoose.connection.collection('idempotency_keys');
    await post(visitor, { key: randomUUID() });
    const [newest] = await collection.find().sort({ expiresAt: -1 }).limit(1).toArray();
    expect(Number(newest?.expiresAt) - Date.now()).to.be.within(23.9 * 3_600_000, 24 * 3_600_000);
    const indexes = await collection.indexes();
    expect(indexes.find(({ key }) => key.expiresAt)).to.include({ expireAfterSeconds: 0 });
  });

  it('is honoured by every POST that creates, mails, prints or charges', () => {
    const not = API_TABLES.flat()
      .map((entry) => entry.contract)
      .filter((entry) => entry.method === 'POST' && !honoursIdempotencyKey(entry))
      .map(({ path }) => path.replace(/^\/api\/(?:v2\/)?/, ''));
    expect(not).to.have.members([
      'auth/login',
      'auth/logout',
      'auth/check-user',
      'auth/reset-password/:token',
      'auth/sign-in-link/:token',
      'auth/second-step',
      'auth/passkey',
      'auth/passkey/options',
      'users/:id/passkeys/options',
      'analytics/events',
      'errors',
      'chat/conversations/:id/read',
      'staff/chat/conversations/:id/read',
      'mail/verify',
      'events/:id/opened',
      'media/:id/picture',
      'unsplash-search',
      'twilio/lookup-phone-number',
      'themes/:id/restore',
      'theme-preview',
      'events/:id/theme-preview',
      'events/:id/text-card',
      'notifications/:id/read',
      'notifications/:id/seen',
      'notifications/read',
      'notifications/seen',
    ]);
  });

  it('is documented for each such call in OpenAPI', async () => {
    const response = await visitor.fetch('/api/openapi.json');
    const { paths } = (await response.json()) as {
      paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
    };
    const names = (path: string) => (paths[path]?.post?.parameters ?? []).map(({ name }) => name);
    expect(names('/api/event')).to.include('Idempotency-Key');
    expect(names('/api/v2/auth/login')).not.to.include('Idempotency-Key');
  });
});
