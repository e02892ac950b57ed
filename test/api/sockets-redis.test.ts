import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { acceptEventJoins } from '../../src/features/events/event-joins.sockets.ts';
import { eventRoom } from '../../src/features/events/event-sockets.service.ts';
import { createViewers } from '../../src/features/sessions/session-viewers.service.ts';
import { loadViewerUser } from '../../src/features/two-factor/viewer-user.service.ts';
import { closeServer, createHttpServer, listen } from '../../src/platform/http/http-server.ts';
import { createOwnHosts } from '../../src/platform/http/own-hosts.ts';
import { createSessions } from '../../src/platform/http/sessions.ts';
import { startRelay } from '../../src/platform/relay/relay.ts';
import { startSocketSender } from '../../src/platform/sockets/socket-sender.ts';
import { type SocketServer, startSockets } from '../../src/platform/sockets/socket-server.ts';
import { testConfig, testLog } from '../helpers/app-config.ts';
import { useDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { type RedisServer, redisServer } from '../helpers/redis-sandbox.ts';
import { connectSocket } from '../helpers/socket.ts';

const EVENT = '0123456789abcdef01234567';

/** A proxy in front of Redis that passes on no more answers once a client has subscribed. */
async function silentOnceSubscribed(url: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((socket) => {
    const redis = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('data', (words) => {
      if (/subscribe/i.test(String(words))) redis.unpipe(socket).resume();
    });
    socket.pipe(redis).pipe(socket);
    for (const each of [socket, redis]) each.on('error', () => {});
    socket.once('close', () => redis.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, close: async () => void server.close() };
}

describe('sockets of several processes', () => {
  const database = useDatabase();
  let redis: RedisServer;
  const closing: (() => Promise<void>)[] = [];

  before(async () => {
    redis = await redisServer();
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  after(() => redis.close());

  async function startWeb(redisUrl: string | null): Promise<{ origin: string; sockets: SocketServer }> {
    const config = { ...(await testConfig({ MONGODB_URI: database().uri })), redisUrl };
    const server = createHttpServer((_req, res) => res.end());
    const { connection } = database();
    const hosts = createOwnHosts(config);
    const relay = redisUrl ? null : startRelay({ connection, log: testLog() });
    const sockets = await startSockets(server, {
      config,
      hosts,
      relay,
      log: testLog(),
      sessions: createSessions(connection, config),
      viewers: createViewers(loadViewerUser),
      accept: [acceptEventJoins(async () => ({ eventId: EVENT, audience: 'everyone' }))],
      addressOf: () => '127.0.0.1',
    });
    const port = await listen(server, 0, '127.0.0.1');
    hosts.listensOn(port);
    closing.push(async () => {
      sockets.disconnect();
      await sockets.close();
      await relay?.stop();
      await closeServer(server, 0);
    });
    return { origin: `http://127.0.0.1:${port}`, sockets };
  }

  for (const way of ['Redis', 'the database'] as const) {
    it(`receive each message once through ${way}`, async () => {
      const redisUrl = way === 'Redis' ? redis.url : null;
      const [one, two] = await Promise.all([startWeb(redisUrl), startWeb(redisUrl)]);
      const worker = await startSocketSender({ redisUrl }, database().connection, testLog());
      closing.push(() => worker.close());
      const browsers = await Promise.all([connectSocket(one.origin, '/public'), connectSocket(two.origin, '/public')]);
      for (const browser of browsers) {
        closing.push(async () => browser.close());
        await browser.join({ event: EVENT });
      }
      one.sockets.emitter.emitToRoom(eventRoom(EVENT, 'everyone'), 'media:removed', { id: 'from one', revision: 1 });
      two.sockets.emitter.emitToRoom(eventRoom(EVENT, 'everyone'), 'media:removed', { id: 'from two', revision: 1 });
      worker.emitter.emitToRoom(eventRoom(EVENT, 'everyone'), 'media:removed', { id: 'from the worker', revision: 1 });
      worker.emitter.emitToRoom(eventRoom('f'.repeat(24), 'everyone'), 'media:removed', {
        id: 'of another event',
        revision: 1,
      });
      worker.emitter.emitToAll('announcement:changed', { id: 'last' });
      for (const { heard } of browsers) {
        await eventually('everything', async () => heard.length >= 4);
        const ids = heard.map(({ payload }) => (payload as { id: string }).id);
        expect(ids).to.have.members(['from one', 'from two', 'from the worker', 'last']);
      }
    });

    it(`receive through ${way} what a process sends last before it ends`, async () => {
      const redisUrl = way === 'Redis' ? redis.url : null;
      const { origin } = await startWeb(redisUrl);
      const worker = await startSocketSender({ redisUrl }, database().connection, testLog());
      const browser = await connectSocket(origin, '/public');
      closing.push(async () => browser.close());
      worker.emitter.emitToAll('announcement:changed', { id: 'last' });
      await worker.close();
      await eventually('the last news', async () => browser.heard.length > 0);
    });
  }

  it('leave no unhandled rejection when one ends before Redis has confirmed its subscriptions', async () => {
    const slow = await silentOnceSubscribed(redis.url);
    closing.push(slow.close);
    const worker = await startSocketSender({ redisUrl: slow.url }, database().connection, testLog());
    await worker.close();
    await setImmediate();
  });
});
