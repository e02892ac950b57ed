import { expect } from 'chai';
import {
  changePassword,
  endOneSession,
  endOtherSessions,
  getUser,
  listSessions,
  login,
  updateUser,
  whoAmI,
} from '../../src/shared/contracts/accounts.ts';
import { useApi } from '../helpers/api-app.ts';
import { beforeWrite, databaseFails } from '../helpers/before-write.ts';
import { useMailedLinks } from '../helpers/mailed-links.ts';
import { useSockets } from '../helpers/opened-sockets.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser, signInElsewhere } from '../helpers/user.ts';

const NEW_PASSWORD = 'walnut ferry quartz 42';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

describe('an account and its sessions', () => {
  const api = useApi();
  const links = useMailedLinks(api);
  const open = useSockets(api);
  const collection = (name: string) => api().database.connection.collection(name);
  const params = ({ user }: SignedInUser) => ({ id: user.id });

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

    it('ends all other sessions even if the owner can’t be notified', async () => {
      const person = await newUser(api().origin);
      const elsewhere = await signInElsewhere(api().origin, person);
      expect(await beforeWrite('jobs', 'insertOne', databaseFails, () => change(person, NEW_PASSWORD))).to.equal(true);
      expect(await elsewhere.call(whoAmI)).to.equal(null);
      expect((await person.call(whoAmI))?.id).to.equal(person.user.id);
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

  /** Changes what stored sessions hold. */
  async function alterSessions(change: (data: Record<string, unknown>) => Record<string, unknown>): Promise<void> {
    for (const each of await collection('sessions').find().toArray()) {
      const session = JSON.stringify(change(JSON.parse(String(each.session))));
      await collection('sessions').updateOne({ _id: each._id }, { $set: { session } });
    }
  }
});
