import { once } from 'node:events';
import { request } from 'node:http';
import { expect } from 'chai';
import { Types } from 'mongoose';
import sharp from 'sharp';
import { startSocketSender } from '../../src/platform/sockets/socket-sender.ts';
import { changePassword, listSessions, login, logout, whoAmI } from '../../src/shared/contracts/accounts.ts';
import { SESSION_LENGTH, SESSION_MAX, SESSIONS_MAX } from '../../src/shared/limits.ts';
import { useApi } from '../helpers/api-app.ts';
import { testLog } from '../helpers/app-config.ts';
import { eventually } from '../helpers/eventually.ts';
import { useMailedLinks } from '../helpers/mailed-links.ts';
import { useSockets } from '../helpers/opened-sockets.ts';
import { newUser, newVisitor, type SignedInUser, signInElsewhere } from '../helpers/user.ts';

const DAY = 86_400_000;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

describe('the life of a session', () => {
  const api = useApi();
  const links = useMailedLinks(api);
  const open = useSockets(api);
  const collection = (name: string) => api().database.connection.collection(name);
  const params = ({ user }: SignedInUser) => ({ id: user.id });

  it('closes its sockets when it is signed out', async () => {
    const person = await newUser(api().origin);
    const socket = await open(person);
    await person.call(logout);
    await socket.closed;
    expect(await newest(person)).to.equal(null);
  });

  it('closes its sockets from a process without sockets', async () => {
    const person = await newUser(api().origin);
    const socket = await open(person);
    const record = await newest(person);
    const worker = await startSocketSender({ redisUrl: null }, api().database.connection, testLog());
    worker.emitter.cutOff([]);
    worker.emitter.cutOff([String(record?._id)]);
    await socket.closed;
    await worker.close();
  });

  it('ends after 30 days without use', async () => {
    const person = await newUser(api().origin);
    const record = await newest(person);
    expect(record?.expiresAt - Date.now()).to.be.within(SESSION_LENGTH - DAY, SESSION_LENGTH);
    await collection('sign_ins').updateOne({ _id: record?._id }, { $set: { expiresAt: new Date() } });
    expect(await person.call(whoAmI)).to.equal(null);
  });

  it('is extended by use to 90 days at most', async () => {
    const person = await newUser(api().origin);
    const record = await newest(person);
    const startedAt = new Date(Date.now() - 80 * DAY);
    const old = new Date(Date.now() - DAY);
    const change = { $set: { startedAt, lastSeenAt: old, expiresAt: new Date(Date.now() + DAY) } };
    await collection('sign_ins').updateOne({ _id: record?._id }, change);
    expect((await person.call(whoAmI))?.id).to.equal(person.user.id);
    const used = await eventually('its use to be written down', async () => {
      const now = await newest(person);
      return now && now.lastSeenAt > old && now;
    });
    expect(used?.expiresAt.getTime()).to.equal(startedAt.getTime() + SESSION_MAX);
  });

  it('is extended once an hour, with its cookie', async () => {
    const person = await newUser(api().origin);
    const cookie = person.cookie();
    const stored = { session: new RegExp(person.user.id) };
    const looks = async () =>
      (await person.fetch(whoAmI.path)).headers.getSetCookie().filter((line) => line.startsWith('vd_sid='));
    expect(await looks(), 'just begun').to.deep.equal([]);
    const before = { expires: new Date(Date.now() + DAY), lastModified: new Date(Date.now() - 3_700_000) };
    await collection('sessions').updateOne(stored, { $set: before });
    const [line = '', ...more] = await looks();
    expect(more).to.deep.equal([]);
    expect(cookie).to.include(line.split(';')[0]);
    const [, until = ''] = /expires=([^;]+)/i.exec(line) ?? [];
    expect(Date.parse(until) - Date.now()).to.be.within(SESSION_LENGTH - DAY, SESSION_LENGTH);
    const after = await collection('sessions').findOne(stored);
    expect(after?.expires - Date.now()).to.be.within(SESSION_LENGTH - DAY, SESSION_LENGTH);
    expect(await looks(), 'soon after').to.deep.equal([]);
    expect((await person.call(whoAmI))?.id).to.equal(person.user.id);
  });

  it('keeps its new cookie when a slow request with the old one is answered last', async () => {
    const person = await newUser(api().origin);
    const [stored] = await collection('sessions')
      .find({ session: new RegExp(person.user.id) })
      .toArray();
    await collection('sessions').updateOne(
      { _id: stored?._id },
      { $set: { lastModified: new Date(Date.now() - 3_700_000) } },
    );
    const bytes = await sharp({ create: { width: 80, height: 80, channels: 3, background: 'tan' } })
      .png()
      .toBuffer();
    const slow = request(`${api().origin}/api/v2/user-profiles/${person.user.id}/picture`, {
      method: 'PUT',
      headers: { cookie: person.cookie(), 'content-type': 'image/png', 'content-length': bytes.length },
    });
    const answered = once(slow, 'response');
    slow.write(bytes.subarray(0, 20));
    const body = { currentPassword: person.password, newPassword: 'walnut ferry quartz 42' };
    await person.call(changePassword, { params: params(person), body });
    slow.end(bytes.subarray(20));
    const [response] = await answered;
    expect([response.statusCode, response.headers['set-cookie']]).to.deep.equal([200, undefined]);
    response.resume();
    expect((await person.call(whoAmI))?.id).to.equal(person.user.id);
  });

  it('is signed out and forgets its user when its record is deleted', async () => {
    const person = await newUser(api().origin);
    await collection('sign_ins').deleteOne({ _id: (await newest(person))?._id });
    expect(await person.call(whoAmI)).to.equal(null);
    const stored = (await collection('sessions').find().toArray()).map(({ session }) => String(session));
    expect(stored.filter((text) => text.includes(person.user.id))).to.deep.equal([]);
  });

  it('is signed out when its record belongs to another user', async () => {
    const [person, other] = [await newUser(api().origin), await newUser(api().origin)];
    const { id } = person.user;
    await alterSessions((data) => (data.userId === id ? { ...data, userId: other.user.id } : data));
    expect(await person.call(whoAmI)).to.equal(null);
  });

  it('ends the least recently used session when a user has fifty', async () => {
    const person = await newUser(api().origin);
    const record = await newest(person);
    const later = new Date(Date.now() + 60_000);
    const others = Array.from({ length: SESSIONS_MAX - 1 }, () => ({
      ...record,
      _id: new Types.ObjectId(),
      lastSeenAt: later,
    }));
    await collection('sign_ins').insertMany(others);
    const last = await signInElsewhere(api().origin, person);
    expect(await person.call(whoAmI)).to.equal(null);
    expect(await last.call(listSessions, { params: params(person) })).to.have.length(SESSIONS_MAX);
  });

  it('ends the previous session when a user signs in again in the same browser', async () => {
    const person = await newUser(api().origin);
    await person.call(login, { body: { email: person.user.email, password: person.password } });
    expect(await person.call(listSessions, { params: params(person) })).to.have.length(1);
  });

  it('notifies the owner of a sign-in from a new browser', async () => {
    const person = await newUser(api().origin);
    const { email } = person.user;
    await person.call(logout);
    await person.call(login, { body: { email, password: person.password } });
    expect(await links.count(email, 'new-device')).to.equal(0);
    const other = newVisitor(api().origin, { 'user-agent': FIREFOX });
    await other.call(login, { body: { email, password: person.password } });
    expect(await links.mail(email, 'new-device')).to.include({ device: 'Firefox on Windows' });
    expect(await links.count(email, 'new-device')).to.equal(1);
  });

  function newest({ user }: SignedInUser) {
    return collection('sign_ins')
      .find({ userId: new Types.ObjectId(user.id) })
      .sort({ _id: -1 })
      .limit(1)
      .next();
  }

  /** Changes what stored sessions hold. */
  async function alterSessions(change: (data: Record<string, unknown>) => Record<string, unknown>): Promise<void> {
    for (const each of await collection('sessions').find().toArray()) {
      const session = JSON.stringify(change(JSON.parse(String(each.session))));
      await collection('sessions').updateOne({ _id: each._id }, { $set: { session } });
    }
  }
});
