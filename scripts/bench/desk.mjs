/**
 * Times of the desk's lists and searches at two sizes: `node scripts/bench/desk.mjs [small] [large]`. Each size is a
 * number of users, and as many events, clips, payments, renders and lines of the audit log. Prints medians in milliseconds,
 * measured through HTTP, and how many times as long the large size takes. Exits with 0 when that is below 2 everywhere.
 */
import { randomBytes } from 'node:crypto';
import { register } from 'tsx/esm/api';
import { median } from './measure.mjs';

register();
const { startWholeApp } = await import('../../test/helpers/whole-app.ts');
const { stopMongoServer } = await import('../../test/helpers/mongo-server.ts');
const { removeTempFolders } = await import('../../test/helpers/temp-folder.ts');
const { newUser } = await import('../../test/helpers/user.ts');

const SIZES = [Number(process.argv[2] ?? 1000), Number(process.argv[3] ?? 100_000)];
const BATCH = 1000;
const TURNS = 15;
const MOST = 2;
/** What a clock and a busy machine add; a difference below it tells nothing, in milliseconds. */
const NOISE = 3;
const NAMES =
  'Ada Bo Carmen Dilip Elena Femi Grace Hana Ines Jonas Karl Lena Mei Noor Omar Priya Ruth Samira Theo Uma'.split(' ');

const app = await startWholeApp({ hasWorker: false });
try {
  const admin = await newUser(app.origin, { role: 'admin' });
  const { ObjectId } = app.connection.base.mongo;
  let made = 0;
  const columns = [];
  for (const size of SIZES) {
    const began = performance.now();
    for (; made < size; made += BATCH) await fill(made);
    const seconds = Math.round((performance.now() - began) / 1000);
    process.stdout.write(`${size} of each, filled in ${seconds} s\n`);
    columns.push(await measure());
  }
  let worst = 0;
  process.stdout.write(`\n${''.padEnd(36)}${SIZES.map((size) => String(size).padStart(10)).join('')}     ratio\n`);
  for (const [at, [what, small]] of columns[0].entries()) {
    const large = columns[1][at][1];
    const ratio = large - small < NOISE ? Math.min(1, large / small) : large / small;
    worst = Math.max(worst, ratio);
    process.stdout.write(`${what.padEnd(36)}${small.toFixed(1).padStart(10)}${large.toFixed(1).padStart(10)}`);
    process.stdout.write(`${ratio.toFixed(2).padStart(10)}\n`);
  }
  process.stdout.write(`\n${worst < MOST ? 'Within' : 'NOT within'} ${MOST} times: ${worst.toFixed(2)}.\n`);
  process.exitCode = worst < MOST ? 0 : 1;

  async function measure() {
    const someEvent = await app.connection.collection('events').findOne({ uuid: /^7/ });
    const middle = await app.connection.collection('users').find().skip(500).limit(1).next();
    const calls = [
      ['users, first page', '/api/v2/staff/users'],
      ['users, a page in the middle', `/api/v2/staff/users?cursor=${middle._id}`],
      ['users, staff', '/api/v2/staff/users?show=staff'],
      ['users by a frequent name', '/api/v2/staff/users?q=ruth'],
      ['users by two words', '/api/v2/staff/users?q=ruth%20number77'],
      ['users by address', '/api/v2/staff/users?q=user777%40'],
      ['events, first page', '/api/v2/staff/events'],
      ['events, one state', '/api/v2/staff/events?show=delivered'],
      ['events by a frequent name', '/api/v2/staff/events?q=ruth'],
      ['events by uuid', `/api/v2/staff/events?q=${someEvent.uuid.slice(0, 13)}`],
      ['events by a part of a key', `/api/v2/staff/events?q=${someEvent.privateKey.slice(0, 8)}`],
      ['clips to look at', '/api/v2/staff/media'],
      ['clips to look at, of one reason', '/api/v2/staff/media?reason=link'],
      ['clips that are cleared', '/api/v2/staff/media?state=cleared&kind=text'],
      ['payments', '/api/v2/staff/payments'],
      ['payments of a buyer', '/api/v2/staff/payments?q=user777%40'],
      ['renders', '/api/admin/renderjobs'],
      ['renders that failed', '/api/admin/renderjobs?status=failed'],
      ['jobs that are done', '/api/v2/staff/jobs?state=done'],
      ['audit log', '/api/v2/audit'],
      ['audit log, one act', '/api/v2/audit?action=event.suspended'],
      ['search page', '/staff/search?q=ruth'],
    ];
    const rows = [];
    for (const [what, path] of calls) {
      const times = [];
      for (let turn = 0; turn < TURNS; turn++) {
        const began = performance.now();
        const answer = await admin.fetch(path);
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`${answer.status} for ${path}`);
        times.push(performance.now() - began);
      }
      rows.push([what, median(times)]);
    }
    return rows;
  }

  async function fill(from) {
    const all = Array.from({ length: BATCH }, (_, at) => sampleOf(from + at));
    await insert(
      'users',
      all.map(({ user }) => user),
    );
    await insert(
      'events',
      all.map(({ event }) => event),
    );
    await insert(
      'media',
      all.map(({ clip }) => clip),
    );
    await insert(
      'payments',
      all.map(({ payment }) => payment),
    );
    await insert(
      'renderjobs',
      all.map(({ render }) => render),
    );
    await insert(
      'audit_log',
      all.map(({ line }) => line),
    );
    await insert(
      'jobs',
      all.map(({ job }) => job),
    );
  }

  function insert(collection, documents) {
    return app.connection.collection(collection).insertMany(documents, { ordered: false });
  }

  function sampleOf(n) {
    const at = new Date(Date.UTC(2026, 0, 1) + n * 1000);
    const [userId, eventId] = [new ObjectId(), new ObjectId()];
    const firstName = NAMES[n % NAMES.length];
    const words = [`user${n}`, 'example', 'com', firstName.toLowerCase(), `number${n}`];
    const hex = randomBytes(16).toString('hex');
    const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    const status = ['active', 'finalized', 'delivered', 'archived'][n % 4];
    return {
      user: {
        _id: userId,
        email: `user${n}@example.com`,
        passwordHash: null,
        role: 'user',
        firstName,
        lastName: `Number${n}`,
        verifiedAt: at,
        deletionDueAt: null,
        pendingEmail: null,
        suspension: null,
        searchWords: words,
        createdAt: at,
        updatedAt: at,
      },
      event: {
        _id: eventId,
        uuid,
        privateKey: `p${randomBytes(11).toString('hex')}`,
        viewKey: `v${randomBytes(11).toString('hex')}`,
        status,
        occasion: 'birthday',
        ownership: 'user',
        creatorId: userId,
        creatorName: firstName,
        organiserIds: [],
        recipients: [{ id: uuid, firstName: NAMES[(n * 7) % NAMES.length], lastName: `Number${n}` }],
        message: '',
        prompts: [],
        timeZone: 'UTC',
        order: [],
        maxClipLength: 180,
        filmVersions: 0,
        undelivered: [],
        searchWords: [NAMES[(n * 7) % NAMES.length].toLowerCase(), `number${n}`, firstName.toLowerCase()],
        createdAt: at,
        updatedAt: at,
      },
      clip: {
        eventId,
        kind: 'text',
        status: 'ready',
        contributor: { key: `browser:${n}`, name: firstName, email: null, with: [] },
        receiptKey: `r${randomBytes(11).toString('hex')}`,
        text: 'All the best',
        length: 4,
        width: 0,
        height: 0,
        captions: [],
        checks: [],
        edit: {},
        isThankYou: false,
        hidden: false,
        deletedAt: null,
        deletedBy: null,
        revision: 0,
        moderation:
          n % 5 === 0
            ? { state: n % 10 === 0 ? 'open' : 'cleared', reasons: n % 20 === 0 ? ['link'] : ['words'], at, note: '' }
            : null,
        searchWords: [firstName.toLowerCase()],
        createdAt: at,
        updatedAt: at,
      },
      payment: {
        _id: `cs_test_${randomBytes(12).toString('hex')}`,
        eventId,
        userId,
        amount: 2400,
        status: 'paid',
        received: { amount: 2400, currency: 'usd' },
        paymentIntent: `pi_${randomBytes(12).toString('hex')}`,
        refunds: [],
        disputes: [],
        paidAt: at,
        settledAt: at,
        createdAt: at,
        updatedAt: at,
      },
      render: {
        eventId,
        status: n % 50 === 0 ? 'failed' : 'done',
        progress: 1,
        step: 'Done',
        shape: null,
        kind: null,
        log: [],
        requestedBy: userId,
        finishedAt: at,
        createdAt: at,
        updatedAt: at,
      },
      line: {
        at,
        actorId: userId,
        subjectId: userId,
        action: n % 10 === 0 ? 'event.suspended' : 'sign-in.done',
        network: null,
        addressHash: null,
        details: {},
      },
      job: {
        type: 'mail.send',
        data: null,
        state: 'done',
        alive: false,
        priority: 0,
        rank: at,
        cost: 0,
        attempt: 1,
        progress: 1,
        step: '',
        error: null,
        runAt: at,
        createdAt: at,
        finishedAt: at,
        cancelRequested: false,
      },
    };
  }
} finally {
  await app.close();
  await stopMongoServer();
  removeTempFolders();
}
