import { expect } from 'chai';
import mongoose from 'mongoose';
import { describeError } from '../../src/features/errors/describe-error.ts';
import { AppError } from '../../src/platform/errors.ts';
import { createLog } from '../../src/platform/log.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { decideError, listErrors, reportError } from '../../src/shared/contracts/errors.ts';
import { eventually } from '../helpers/eventually.ts';
import { see } from '../helpers/pages.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { changesHeard, connectSocket } from '../helpers/socket.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { startTestWeb, useWeb } from '../helpers/web-app.ts';

const KEY = `p${'A1'.repeat(11)}`;
const told = (message: string, stack = '') => ({
  side: 'browser' as const,
  type: 'TypeError',
  message,
  stack,
  place: '/',
  device: '',
});

describe('what is kept of an error', () => {
  it('leaves out hosts, queries, keys, addresses, ids and quoted words', () => {
    const { message, stack, place } = describeError({
      ...told(
        `"Happy birthday Ruth" failed for ada@example.com at https://vidday.test/e/${KEY}?v=${KEY} and 65f0a1b2c3d4e5f6a7b8c9d0`,
        `TypeError: Ruth\n    at send (https://vidday.test/assets/shell-AB12CD34.js?x=1:3:21)\n    at file:///home/ada/app/src/web.ts:5:1`,
      ),
      place: `/e/${KEY}/people?v=${KEY}`,
    });
    expect(message).to.equal('"…" failed for [redacted] at /e/:id and :id');
    expect(stack).to.equal('at send (/assets/shell-AB12CD34.js)\nat src/web.ts:5:1');
    expect(place).to.equal('/e/:id/people');
  });

  it('is the same kind after a new build and with other numbers, and another kind elsewhere', () => {
    const stack = (hash: string, line: number) => `at send (https://a.test/assets/shell-${hash}.js:${line}:9)`;
    const print = (message: string, at: string) => describeError(told(message, at)).fingerprint;
    const first = print('clip 12 is gone', stack('AB12CD34', 1));
    expect(print('clip 99 is gone', stack('ZZ99YY88', 7))).to.equal(first);
    expect(print('clip 12 is gone', 'at open (https://a.test/assets/studio-AB12CD34.js:1:9)')).not.to.equal(first);
    expect(print('film 12 is gone', stack('AB12CD34', 1))).not.to.equal(first);
  });
});

describe('errors at the desk', () => {
  const log = createLog({ env: 'test', logLevel: 'error' }, 'web', { write: () => {} });
  const web = useWeb({ log });
  let admin: SignedInUser;

  before(async () => {
    admin = await newUser(web().origin, { role: 'admin' });
  });

  const report = (message: string) =>
    newVisitor(web().origin, {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0.0.0',
    }).call(reportError, {
      body: { type: 'TypeError', message, stack: `at f (${web().origin}/assets/a-AB12CD34.js:1:2)`, page: '/e/x1/y' },
    });
  const listed = async (word: string, state: 'open' | 'resolved' | 'ignored' = 'open') =>
    (await admin.call(listErrors, { query: { state } })).filter(({ message }) => message.includes(word));

  it('count a browser’s errors by kind, tell staff live, and say with which browser', async () => {
    const socket = await connectSocket(web().origin, '/staff', { cookie: admin.cookie() });
    expect(await report('cannot read 1')).to.deep.equal({ gathered: true });
    await eventually('the desk to hear of it', async () => changesHeard(socket).includes('errors'));
    const [error] = await listed('cannot read');
    expect(error).to.include({ side: 'browser', count: 1, place: '/e/:id/y', state: 'open', decidedBy: null });
    expect(error?.device).to.include('Chrome 131');
    socket.close();
  });

  it('open a resolved error that occurs again, leave an ignored one, and record who decided', async () => {
    await report('one again');
    await report('two again');
    const ids = await Promise.all(['one', 'two'].map(async (word) => (await listed(`${word} again`))[0]?.id ?? ''));
    const [one = '', two = ''] = ids;
    await admin.call(decideError, { params: { id: one }, body: { state: 'resolved', note: 'Mended' } });
    await admin.call(decideError, { params: { id: two }, body: { state: 'ignored' } });
    expect(await listed('one again', 'resolved')).to.have.length(1);
    await report('one again');
    await report('two again');
    const again = () => listed('one again');
    await eventually('the repetition', async () => (await again())[0]?.count === 2);
    expect((await listed('two again', 'ignored')).map(({ decidedBy }) => decidedBy)).to.deep.equal(['Ada']);
    const [line] = await admin.call(listAudit, { query: { action: 'error.resolved' } });
    expect(line?.details).to.deep.equal({ error: one, before: 'open', after: 'resolved', note: 'Mended' });
  });

  it('gather what the server logs as an error, but no refusal', async () => {
    log.error({ err: new AppError('PROVIDER_DOWN', { message: 'There is no room for the tape' }) }, 'request failed');
    log.error({ err: new RangeError('the tape is empty') }, 'a job failed');
    await eventually('the error', async () => (await listed('the tape is empty')).length === 1);
    expect((await listed('the tape is empty'))[0]).to.include({ side: 'server', type: 'RangeError' });
    expect(await listed('no room')).to.deep.equal([]);
  });

  it('are decided by a form without script', async () => {
    await report('three by hand');
    const [error] = await listed('three by hand');
    const page = await see(admin, `/staff/errors?show=open&id=${error?.id}`);
    expect(page.html).to.include('three by hand').and.include(`action="/staff/errors/${error?.id}"`);
    const sent = await admin.postForm(`/staff/errors/${error?.id}`, { state: 'ignored', note: 'Old phones' });
    expect([sent.status, sent.headers.get('location')]).to.deep.equal([
      303,
      `/staff/errors?show=ignored&id=${error?.id}`,
    ]);
    expect((await see(admin, sent.headers.get('location') ?? '')).html).to.include('Old phones');
  });
});

describe('errors when the web process ends', () => {
  it('are counted, all of them', async () => {
    const web = await startTestWeb();
    const client = new mongoose.mongo.MongoClient(web.config.mongodbUri ?? '');
    try {
      const send = () =>
        newVisitor(web.origin).call(reportError, { body: { type: 'Error', message: 'at last', stack: '', page: '/' } });
      await send();
      await Promise.all([send(), send()]);
      await web.end();
      const kept = await client.db().collection('gathered_errors').find({ side: 'browser' }).toArray();
      expect(kept.map(({ message, count }) => [message, count])).to.deep.equal([['at last', 3]]);
    } finally {
      await client.db().dropDatabase();
      await client.close();
    }
  });
});

describe('POST /api/v2/errors', () => {
  const web = useWeb({ rules: { 'error-report': { points: 2, seconds: 60, lease: 1 } } });

  it('refuses an address that reports too often with 429', async () => {
    const send = () =>
      newVisitor(web().origin).call(reportError, { body: { type: 'Error', message: 'again', stack: '', page: '/' } });
    await send();
    await send();
    expect(await statusAndCode(send())).to.deep.equal([429, 'TOO_MANY_REQUESTS']);
  });
});

describe('POST /api/v2/errors with GATHER_ERRORS=false', () => {
  const web = useWeb({ env: { GATHER_ERRORS: 'false' } });

  it('keeps nothing, and pages ask browsers for nothing', async () => {
    const visitor = newVisitor(web().origin);
    const sent = await visitor.call(reportError, { body: { type: 'Error', message: 'x', stack: '', page: '/' } });
    expect(sent).to.deep.equal({ gathered: false });
    expect(await web().connection.collection('gathered_errors').countDocuments({ side: 'browser' })).to.equal(0);
    expect((await see(visitor, '/')).html).not.to.include('data-errors');
  });
});
