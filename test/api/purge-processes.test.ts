import { expect } from 'chai';
import { createAnnouncement, updateAnnouncement } from '../../src/shared/contracts/announcements.ts';
import { newDatabaseUri } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { type RedisServer, redisServer } from '../helpers/redis-sandbox.ts';
import { killProcess, type OtherProcess, startServerProcess } from '../helpers/test-process.ts';
import { newUser } from '../helpers/user.ts';
import { startTestWeb, type TestWeb } from '../helpers/web-app.ts';

const SESSION_SECRET = 'the same in every process of this test';

describe('cached pages of several processes', function () {
  this.timeout(600_000);
  let redis: RedisServer;
  let one: TestWeb;
  let two: OtherProcess;

  before(async () => {
    redis = await redisServer();
  });
  afterEach(async () => {
    await killProcess(two.child);
    await one.close();
  });
  after(() => redis.close());

  async function look(origin: string): Promise<{ html: string; isCached: boolean }> {
    const answer = await fetch(`${origin}/faq`, { headers: { accept: 'text/html' } });
    // What the front cache sends never reaches the app, which would have given it a number.
    return { html: await answer.text(), isCached: answer.headers.get('x-request-id') === null };
  }
  const cached = (origin: string) => eventually('a page from the cache', async () => (await look(origin)).isCached);

  for (const way of ['Redis', 'the database'] as const) {
    it(`are purged in all of them by an announcement in one, through ${way}`, async () => {
      const MONGODB_URI = await newDatabaseUri();
      const env = { MONGODB_URI, SESSION_SECRET, ...(way === 'Redis' && { REDIS_URL: redis.url }) };
      [one, two] = await Promise.all([startTestWeb({ env }), startServerProcess('web', { REDIS_URL: '', ...env })]);
      const editor = await newUser(one.origin, { role: 'editor' });
      for (const [changed, told] of [
        [one, two],
        [two, one],
      ] as const) {
        await Promise.all([cached(one.origin), cached(two.origin)]);
        const message = `News from ${changed === one ? 'one' : 'two'}`;
        // The session of the one is good in the other, as its cookie goes with both.
        const call = (path: string, method: string, body: object) =>
          fetch(changed.origin + path, {
            method,
            headers: { 'content-type': 'application/json', cookie: editor.cookie() },
            body: JSON.stringify(body),
          }).then(async (answer) => ((await answer.json()) as { data: { id: string } }).data);
        const { id } = await call(createAnnouncement.path, 'POST', { type: 'promotion', message });
        expect((await look(changed.origin)).html).to.include(message);
        await eventually('the news', async () => (await look(told.origin)).html.includes(message));
        await call(updateAnnouncement.path.replace(':id', id), 'PUT', { endsAt: new Date().toISOString() });
        await eventually('its end', async () => !(await look(told.origin)).html.includes(message));
      }
    });
  }
});
