import { once } from 'node:events';
import { expect } from 'chai';
import { changeRole } from '../../src/features/users/roles.service.ts';
import { login, logout, whoAmI } from '../../src/shared/contracts/accounts.ts';
import { listDesk } from '../../src/shared/contracts/chat-desk.ts';
import { turnOffSecondFactor } from '../../src/shared/contracts/second-factor.ts';
import { newDatabaseUri } from '../helpers/database.ts';
import { type RedisServer, redisServer } from '../helpers/redis-sandbox.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { useCodeApp } from '../helpers/second-factor.ts';
import { connectSocket } from '../helpers/socket.ts';
import { killProcess, type OtherProcess, startServerProcess } from '../helpers/test-process.ts';
import { newUser, newVisitor } from '../helpers/user.ts';
import { startTestWeb, type TestWeb } from '../helpers/web-app.ts';

describe('accounts across web processes', function () {
  this.timeout(600_000);
  let redis: RedisServer;
  let one: TestWeb;
  let two: OtherProcess;

  before(async () => {
    redis = await redisServer();
    const env = {
      MONGODB_URI: await newDatabaseUri(),
      SESSION_SECRET: 'the same in every process of this test',
      REDIS_URL: redis.url,
    };
    [one, two] = await Promise.all([startTestWeb({ env }), startServerProcess('web', env)]);
  });
  after(async () => {
    await killProcess(two.child);
    await one.close();
    await redis.close();
  });

  it('share the count of failed sign-ins', async () => {
    const { user, password } = await newUser(one.origin);
    const guess = async (origin: string, given: string) =>
      (await refusalOf(newVisitor(origin).call(login, { body: { email: user.email, password: given } }))).status;
    for (let i = 0; i < 10; i++) expect(await guess(i % 2 ? one.origin : two.origin, 'wrong guess')).to.equal(401);
    expect(await guess(one.origin, password)).to.equal(429);
    expect(await guess(two.origin, password)).to.equal(429);
  });

  it('share sessions, and close them and their sockets wherever the user signs out', async () => {
    const person = await newUser(one.origin);
    const cookie = person.cookie();
    const there = newVisitor(two.origin, { cookie });
    expect((await there.call(whoAmI))?.id).to.equal(person.user.id);
    const { socket } = await connectSocket(two.origin, '/users', { cookie });
    const closed = once(socket as never, 'disconnect');
    await person.call(logout);
    await closed;
    expect(await there.call(whoAmI)).to.equal(null);
  });

  it('end staff permissions everywhere when two-factor is turned off', async () => {
    const admin = await newUser(one.origin);
    await changeRole(admin.user.email, 'admin', null, { mayBeUnconfirmed: true });
    const { recoveryCodes } = await useCodeApp(one.connection, admin);
    const cookie = admin.cookie();
    const there = newVisitor(two.origin, { cookie });
    expect(await there.call(listDesk, { query: {} })).to.deep.equal([]);
    const { socket } = await connectSocket(two.origin, '/staff', { cookie });
    const closed = once(socket as never, 'disconnect');
    const body = { code: recoveryCodes[0] ?? '' };
    await admin.call(turnOffSecondFactor, { params: { id: admin.user.id }, body });
    await closed;
    const refused = await statusAndCode(there.call(listDesk, { query: {} }));
    expect(refused).to.deep.equal([403, 'STAFF_NEEDS_SECOND_STEP']);
  });
});
