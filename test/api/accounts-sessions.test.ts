import { once } from 'node:events';
import { expect } from 'chai';
import { Types } from 'mongoose';
import { startSocketSender } from '../../src/platform/sockets/socket-sender.ts';
import {
  changePassword,
  endOneSession,
  endOtherSessions,
  getUser,
  listSessions,
  login,
  logout,
  updateUser,
  whoAmI,
} from '../../src/shared/contracts/accounts.ts';
import { SESSION_LENGTH, SESSION_MAX, SESSIONS_MAX } from '../../src/shared/limits.ts';
import { useApi } from '../helpers/api-app.ts';
import { testLog } from '../helpers/app-config.ts';
import { eventually } from '../helpers/eventually.ts';
import { useMailedLinks } from '../helpers/mailed-links.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { connectSocket, type TestSocket } from '../helpers/socket.ts';
import { newUser, newVisitor, type SignedInUser, signInElsewhere } from '../helpers/user.ts';

const NEW_PASSWORD = 'walnut ferry quartz 42';
const DAY = 86_400_000;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

describe('an account and its sessions', () => {
  const api = useApi();
  const links = useMailedLinks(api);
  const opened: TestSocket[] = [];
  const collection = (name: string) => api().database.connection.collection(name);
  const params = ({ user }: SignedInUser) => ({ id: user.id });

  afterEach(() => {
    for (const each of opened.splice(0)) each.close();
  });

  async function open(person: SignedInUser): Promise<{ closed: Promise<unknown> }> {
    const connected = await connectSocket(api().origin, '/users', { cookie: person.cookie() });
    opened.push(connected);
    return { closed: once(connected.socket as never, 'disconnect') };
  }

  describe('GET and PUT /api/v2/users/{id}', () => {
    it('shows a user to themselves and to admins only', async () => {
      const person = await newUser(api().origin);
      const admin = await newUser(api().origin, { role: 'admin' });
      const others = [await newUser(api().origin), await newUser(api().origin, { role: 'editor' })];
      for (const asking of [person, admin]) {
        expect(await asking.call(getUser, { params: params(person) })).to.include({ email: person.user.email });
      }
      for (const other of others) {
        expect(await statusAndCode(other.call(getUser, { params: params(person) }))).to.deep.equal([404, 'NOT_FOUND']);
      }
      const nobody = { id: '0'.repeat(24) };
      expect(await statusAndCode(admin.call(getUser, { params: nobody }))).to.deep.equal([404, 'NOT_FOUND']);
    });

    it('changes the name and nothing else', async () => {
      const person = await newUser(api().origin);
      const body = { firstName: ' Zoë ', lastName: 'de la Cruz', role: 'admin', email: 'x@example.com' } as never;
      const user = await person.call(updateUser, { params: params(person), body });
      expect(user).to.include({ firstName: 'Zoë', lastName: 'de la Cruz', role: 'user', email: person.user.email });
      const other = await newUser(api().origin, { role: 'admin' });
      const foreign = other.call(updateUser, { params: params(person), body: { firstName: 'No' } });
      expect(await statusAndCode(foreign)).to.deep.equal([404, 'NOT_FOUND']);
    });
  });

  describe('PUT /api/v2/users/{id}/change-password', () => {
    const change = (person: SignedInUser, newPassword: string, currentPassword: string | undefined = person.password) =>
      person.call(changePassword, { params: params(person), body: { currentPassword, newPassword } });

    it('ends all other sessions and sockets, renews the session id and notifies the owner', async () => {
      const person = await newUser(api().origin);
      const elsewhere = await signInElsewhere(api().origin, person);
      const socket = await open(elsewhere);
      const before = person.cookie();
      await change(person, NEW_PASSWORD);
      await socket.closed;
      expect(await elsewhere.call(whoAmI)).to.equal(null);
      expect((await person.call(whoAmI))?.id).to.equal(person.user.id);
      expect(await newVisitor(api().origin, { cookie: before }).call(whoAmI)).to.equal(null);
      expect(await links.count(person.user.email, 'password-changed')).to.equal(1);
      const old = newVisitor(api().origin).call(login, {
        body: { email: person.user.email, password: person.password },
      });
      expect(await statusAndCode(old)).to.deep.equal([401, 'WRONG_CREDENTIALS']);
      await signInElsewhere(api().origin, { ...person, password: NEW_PASSWORD });
    });

    it('refuses a wrong current password, a weak one and the same one', async () => {
      const person = await newUser(api().origin);
      const wrong = await refusalOf(change(person, NEW_PASSWORD, 'not the password'));
      expect([wrong.status, wrong.fields.currentPassword]).to.deep.equal([422, 'That’s not your password.']);
      for (const bad of ['short', 'password123', person.password, 'my VidDay for Lena', person.user.email]) {
        const error = await refusalOf(change(person, bad));
        expect([error.status, Object.keys(error.fields)], bad).to.deep.equal([422, ['newPassword']]);
      }
      await signInElsewhere(api().origin, person);
    });

    it('accepts long passwords, spaces and any characters unchanged', async () => {
      const person = await newUser(api().origin);
      for (const password of ['  blanks at both ends  ', 'ключ от чердака 🗝️', `${'long '.repeat(39)}tail`]) {
        await change(person, password);
        person.password = password;
        await signInElsewhere(api().origin, person);
      }
      const trimmed = { email: person.user.email, password: person.password.toUpperCase() };
      expect((await refusalOf(newVisitor(api().origin).call(login, { body: trimmed }))).status).to.equal(401);
    });

    it('accepts one of two concurrent changes', async () => {
      const person = await newUser(api().origin);
      const other = await signInElsewhere(api().origin, person);
      const done = await Promise.allSettled([change(person, NEW_PASSWORD), change(other, `${NEW_PASSWORD}!`)]);
      expect(done.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    });

    it('sets a first password after a recent sign-in', async () => {
      const person = await newUser(api().origin);
      await collection('users').updateOne({ email: person.user.email }, { $set: { passwordHash: null } });
      const body = { newPassword: NEW_PASSWORD };
      const user = await person.call(changePassword, { params: params(person), body });
      expect(user.hasPassword).to.equal(true);
      await signInElsewhere(api().origin, { ...person, password: NEW_PASSWORD });
    });

    it('asks for a recent sign-in before a first password', async () => {
      const person = await newUser(api().origin);
      await collection('users').updateOne({ email: person.user.email }, { $set: { passwordHash: null } });
      await alterSessions((data) => ({ ...data, confirmedAt: Date.now() - 16 * 60_000 }));
      const late = person.call(changePassword, { params: params(person), body: { newPassword: NEW_PASSWORD } });
      expect(await statusAndCode(late)).to.deep.equal([403, 'SIGN_IN_AGAIN']);
    });
  });

  describe('GET and DELETE /api/v2/users/{id}/sessions', () => {
    it('lists sessions without anything that opens them', async () => {
      const person = await newUser(api().origin);
      const phone = newVisitor(api().origin, { 'user-agent': FIREFOX });
      await phone.call(login, { body: { email: person.user.email, password: person.password } });
      const sessions = await person.call(listSessions, { params: params(person) });
      expect(sessions.map(({ via, device, isCurrent }) => ({ via, device, isCurrent }))).to.have.deep.members([
        { via: 'register', device: 'an unknown device', isCurrent: true },
        { via: 'password', device: 'Firefox on Windows', isCurrent: false },
      ]);
      expect(JSON.stringify(sessions)).not.to.include('127.0.0.1');
      const other = await newUser(api().origin);
      expect(await statusAndCode(other.call(listSessions, { params: params(person) }))).to.deep.equal([
        404,
        'NOT_FOUND',
      ]);
    });

    it('signs out one session at once', async () => {
      const person = await newUser(api().origin);
      const lost = await signInElsewhere(api().origin, person);
      const socket = await open(lost);
      const [session] = (await person.call(listSessions, { params: params(person) })).filter((each) => !each.isCurrent);
      const sessionId = session?.id ?? '';
      const other = await newUser(api().origin);
      const foreign = other.call(endOneSession, { params: { ...params(other), sessionId } });
      expect(await statusAndCode(foreign)).to.deep.equal([404, 'NOT_FOUND']);
      await person.call(endOneSession, { params: { ...params(person), sessionId } });
      await socket.closed;
      expect(await lost.call(whoAmI)).to.equal(null);
      expect(await person.call(whoAmI)).not.to.equal(null);
      const again = person.call(endOneSession, { params: { ...params(person), sessionId } });
      expect(await statusAndCode(again)).to.deep.equal([404, 'NOT_FOUND']);
    });

    it('signs out all sessions but the current one', async () => {
      const person = await newUser(api().origin);
      const others = [await signInElsewhere(api().origin, person), await signInElsewhere(api().origin, person)];
      expect(await person.call(endOtherSessions, { params: params(person) })).to.deep.equal({ ended: 2 });
      for (const each of others) expect(await each.call(whoAmI)).to.equal(null);
      expect(await person.call(listSessions, { params: params(person) })).to.have.length(1);
    });

    it('asks for a recent sign-in before it ends a session', async () => {
      const person = await newUser(api().origin);
      await signInElsewhere(api().origin, person);
      await alterSessions((data) => ({ ...data, confirmedAt: Date.now() - 16 * 60_000 }));
      const all = person.call(endOtherSessions, { params: params(person) });
      expect(await statusAndCode(all)).to.deep.equal([403, 'SIGN_IN_AGAIN']);
      const [session] = await person.call(listSessions, { params: params(person) });
      const one = person.call(endOneSession, { params: { ...params(person), sessionId: session?.id ?? '' } });
      expect(await statusAndCode(one)).to.deep.equal([403, 'SIGN_IN_AGAIN']);
      expect(await person.call(listSessions, { params: params(person) })).to.have.length(2);
    });

    it('lets only an admin sign another user out everywhere', async () => {
      const person = await newUser(api().origin);
      const [admin, editor] = [
        await newUser(api().origin, { role: 'admin' }),
        await newUser(api().origin, { role: 'editor' }),
      ];
      const foreign = editor.call(endOtherSessions, { params: params(person) });
      expect(await statusAndCode(foreign)).to.deep.equal([404, 'NOT_FOUND']);
      expect(await admin.call(endOtherSessions, { params: params(person) })).to.deep.equal({ ended: 1 });
      expect(await person.call(whoAmI)).to.equal(null);
      expect(await admin.call(whoAmI)).not.to.equal(null);
    });
  });

  describe('the life of a session', () => {
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
