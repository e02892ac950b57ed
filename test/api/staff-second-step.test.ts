import { once } from 'node:events';
import { expect } from 'chai';
import { API_TABLES } from '../../src/app/api.ts';
import { changeRole } from '../../src/features/users/roles.service.ts';
import { getUser, login, whoAmI } from '../../src/shared/contracts/accounts.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { listDesk } from '../../src/shared/contracts/chat-desk.ts';
import { deleteEvent, getEvent, listEvents, updateEvent } from '../../src/shared/contracts/events.ts';
import { impersonate } from '../../src/shared/contracts/impersonation.ts';
import { listPasskeys, offerPasskey, removePasskey } from '../../src/shared/contracts/passkeys.ts';
import { getProfile } from '../../src/shared/contracts/profiles.ts';
import { secondStep, setUpSecondFactor, turnOffSecondFactor } from '../../src/shared/contracts/second-factor.ts';
import { requestSignInLink, signInByLink } from '../../src/shared/contracts/sign-in-link.ts';
import { may } from '../../src/shared/permissions.ts';
import type { StaffRole } from '../../src/shared/roles.ts';
import { isForStaff } from '../helpers/access.ts';
import { newAuthenticator } from '../helpers/authenticator.ts';
import { startEvent } from '../helpers/giving.ts';
import { see, send } from '../helpers/pages.ts';
import { enterByPasskey, keepPasskey } from '../helpers/passkeys.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { type CodeApp, confirmAddress, useCodeApp } from '../helpers/second-factor.ts';
import { connectSocket } from '../helpers/socket.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { tagsOf } from '../helpers/view.tsx';
import { useWeb } from '../helpers/web-app.ts';
import { mailedToken } from '../helpers/written-mails.ts';

const NEEDED = [403, 'STAFF_NEEDS_SECOND_STEP'];

describe('two-factor for staff', () => {
  const web = useWeb();
  const visitor = () => newVisitor(web().origin);
  const wayOf = (who: SignedInUser) => ({ params: { id: who.user.id } });
  const device = () => newAuthenticator(web().config.appOrigin);

  /** Staff whose session passed one step. */
  async function newStaff(role: StaffRole): Promise<SignedInUser> {
    const person = await newUser(web().origin);
    await changeRole(person.user.email, role, null, { mayBeUnconfirmed: true });
    return person;
  }

  /** `[role that counts, role that waits]` */
  async function roles(who: Visitor): Promise<[string | undefined, string | null]> {
    const { data, waitingRole } = await who.callBeside(whoAmI);
    return [data?.role, waitingRole ?? null];
  }
  const WAITS = ['user', 'admin'];
  const COUNTS = ['admin', null];

  async function logIn({ user, password }: SignedInUser, code?: string): Promise<Visitor> {
    const who = visitor();
    await who.call(login, { body: { email: user.email, password, ...(code && { code }) } });
    return who;
  }

  /** An admin with an app for codes, whose first session was proven by it. */
  const withApp = async (): Promise<{ admin: SignedInUser; app: CodeApp }> => {
    const admin = await newStaff('admin');
    return { admin, app: await useCodeApp(web().connection, admin) };
  };
  const turnOff = (who: Visitor, { user }: SignedInUser, code = '') =>
    who.call(turnOffSecondFactor, { params: { id: user.id }, body: { code } });

  describe('not set up', () => {
    it('refuses every staff route and says why', async () => {
      const [admin, editor] = [await newStaff('admin'), await newStaff('editor')];
      for (const { contract } of API_TABLES.flat()) {
        const { access, method } = contract;
        if (!isForStaff(access)) continue;
        const path = contract.path.replace(/:\w+/, '0'.repeat(24));
        const ask = async (who: Visitor) => {
          const body = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } };
          const answer = await who.fetch(path, { method, ...body });
          return [path, answer.status, (await answer.json()).error.code];
        };
        expect(await ask(admin)).to.deep.equal([path, ...NEEDED]);
        // What no editor may do is not promised to one.
        expect(await ask(editor)).to.deep.equal([path, 403, may('editor', access) ? NEEDED[1] : 'NOT_ALLOWED']);
      }
    });

    it('gives no access to other users’ events, profiles and accounts', async () => {
      const ada = await newUser(web().origin);
      const { id, uuid, privateKey } = await startEvent(ada);
      const admin = await newStaff('admin');
      const calls = [
        () => admin.call(getEvent, { params: { id }, query: {} }),
        () => admin.call(updateEvent, { params: { id }, query: {}, body: { message: 'Mine now' } }),
        () => admin.call(deleteEvent, { params: { id } }),
        () => admin.call(getUser, wayOf(ada)),
        () => admin.call(getProfile, wayOf(ada)),
        () => admin.call(impersonate, { ...wayOf(ada), query: {} }),
      ];
      for (const call of calls) expect(await statusAndCode(call())).to.deep.equal(NEEDED);
      const seen = await admin.call(getEvent, { params: { id: uuid }, query: {} });
      expect(seen).not.to.have.any.keys('privateKey', 'media', 'price');
      expect(privateKey).to.be.a('string');
    });

    it('allows everything that users may do', async () => {
      const admin = await newStaff('admin');
      const { id } = await startEvent(admin);
      expect((await admin.call(listEvents, { query: {} })).map((event) => event.id)).to.deep.equal([id]);
      expect(await roles(admin)).to.deep.equal(WAITS);
      expect(await roles(await newUser(web().origin))).to.deep.equal(['user', null]);
    });

    it('refuses /staff, and accepts /users', async () => {
      const editor = await newStaff('editor');
      const headers = { cookie: editor.cookie() };
      const refused = await connectSocket(web().origin, '/staff', headers).catch((error: Error) => error.message);
      expect(refused).to.equal(NEEDED[1]);
      (await connectSocket(web().origin, '/users', headers)).close();
    });
  });

  describe('passed', () => {
    it('by turning it on, for this session; other sessions need a code', async () => {
      const admin = await newStaff('admin');
      const before = await logIn(admin);
      const app = await useCodeApp(web().connection, admin);
      expect(await roles(admin)).to.deep.equal(COUNTS);
      expect(await admin.call(listAudit, { query: {} })).to.be.an('array');
      expect(await roles(before)).to.deep.equal(WAITS);
      expect(await roles(await logIn(admin, app.recoveryCodes[0]))).to.deep.equal(COUNTS);
      await app.letTimePass();
      expect(await roles(await logIn(admin, app.code()))).to.deep.equal(COUNTS);
    });

    it('by the second step after a mailed link, and after a password without script', async () => {
      const { admin, app } = await withApp();
      const { email } = admin.user;
      const byLink = visitor();
      await byLink.call(requestSignInLink, { body: { email } });
      const token = await mailedToken(web().connection, email, 'sign-in-link');
      expect((await byLink.call(signInByLink, { params: { token } })).needsSecondFactor).to.equal(true);
      expect(await roles(byLink)).to.deep.equal([undefined, null]);
      await byLink.call(secondStep, { body: { code: app.recoveryCodes[0] ?? '' } });
      expect(await roles(byLink)).to.deep.equal(COUNTS);

      const byForm = visitor();
      await byForm.postForm('/auth/login', { email, password: admin.password });
      await byForm.postForm('/auth/second-step', { code: app.recoveryCodes[1] ?? '' });
      expect(await roles(byForm)).to.deep.equal(COUNTS);
    });

    it('by a sign-in with a passkey, not by adding one', async () => {
      const admin = await newStaff('admin');
      const key = device();
      await confirmAddress(web().connection, admin.user.email);
      await keepPasskey(admin, key);
      expect(await roles(admin)).to.deep.equal(WAITS);
      await enterByPasskey(admin, key);
      expect(await roles(admin)).to.deep.equal(COUNTS);
      expect(await roles(await logIn(admin)), 'the password alone').to.deep.equal(WAITS);
    });

    it('not by a factor added or removed with the password only', async () => {
      const admin = await newUser(web().origin, { role: 'admin' });
      const [passkey] = await admin.call(listPasskeys, wayOf(admin));
      const passkeyId = passkey?.id ?? '';
      const thief = await logIn(admin);
      const body = {};
      const calls = [
        () => thief.call(setUpSecondFactor, wayOf(admin)),
        () => thief.call(offerPasskey, { ...wayOf(admin), body }),
        () => thief.call(removePasskey, { params: { id: admin.user.id, passkeyId }, body }),
      ];
      for (const call of calls) expect(await statusAndCode(call())).to.deep.equal(NEEDED);
      expect((await see(thief, '/settings/second-step')).text).to.include('with your passkey');
      await useCodeApp(web().connection, admin);
      expect(await roles(admin)).to.deep.equal(COUNTS);
    });
  });

  describe('removed', () => {
    it('ends staff permissions and sockets in all sessions at once', async () => {
      const { admin, app } = await withApp();
      const other = await logIn(admin, app.recoveryCodes[0]);
      const headers = { cookie: other.cookie() };
      const { socket } = await connectSocket(web().origin, '/staff', headers);
      const closed = once(socket as never, 'disconnect');
      await turnOff(admin, admin, app.recoveryCodes[1]);
      await closed;
      for (const who of [admin, other]) {
        expect(await roles(who)).to.deep.equal(WAITS);
        expect(await statusAndCode(who.call(listDesk, { query: {} }))).to.deep.equal(NEEDED);
      }
      const again = await connectSocket(web().origin, '/staff', headers).catch((error: Error) => error.message);
      expect(again).to.equal(NEEDED[1]);
    });

    it('and set up again, counts only in that session', async () => {
      const { admin, app } = await withApp();
      const other = await logIn(admin, app.recoveryCodes[0]);
      await turnOff(admin, admin, app.recoveryCodes[1]);
      await useCodeApp(web().connection, admin);
      expect(await roles(admin)).to.deep.equal(COUNTS);
      expect(await roles(other)).to.deep.equal(WAITS);
    });

    it('with the passkey of the sign-in, ends staff permissions', async () => {
      const admin = await newUser(web().origin, { role: 'admin' });
      const passkeyId = await keepPasskey(admin, device());
      const key = device();
      const usedId = await keepPasskey(admin, key);
      const other = visitor();
      await enterByPasskey(other, key);
      const remove = (id: string) =>
        admin.call(removePasskey, { params: { id: admin.user.id, passkeyId: id }, body: {} });
      await remove(passkeyId);
      expect(await roles(other)).to.deep.equal(COUNTS);
      await remove(usedId);
      expect([await roles(other), await roles(admin)]).to.deep.equal([WAITS, COUNTS]);
    });

    it('ends an impersonation', async () => {
      const { admin, app } = await withApp();
      const ada = await newUser(web().origin);
      const acting = await logIn(admin, app.recoveryCodes[0]);
      await acting.call(impersonate, { ...wayOf(ada), query: {} });
      expect((await acting.callBeside(whoAmI)).isImpersonated).to.equal(true);
      await turnOff(admin, admin, app.recoveryCodes[1]);
      const { data, isImpersonated } = await acting.callBeside(whoAmI);
      expect([data?.id, data?.role, isImpersonated]).to.deep.equal([admin.user.id, 'user', false]);
    });
  });

  describe('the page', () => {
    it('says to turn it on', async () => {
      const editor = await newStaff('editor');
      const desk = await see(editor, '/staff/chat');
      expect(desk.status).to.equal(403);
      expect(desk.text).to.include("You're an editor").and.include('Turning it on takes two minutes');
      expect(hrefs(desk.html)).to.include('/settings/second-step').and.not.include('/staff/chat');
      const posted = await send(editor, `/staff/chat/${'0'.repeat(24)}/change`, { act: 'close' });
      expect([posted.status, hrefs(posted.html).includes('/settings/second-step')]).to.deep.equal([403, true]);
      const idea = await send(editor, `/ideas/${'0'.repeat(24)}/staff`, { status: 'done', answer: '' });
      expect([idea.status, hrefs(idea.html).includes('/settings/second-step')]).to.deep.equal([403, true]);

      const settings = await see(editor, '/settings/profile');
      expect(settings.text).to.include("You're an editor, but only with your second step");
      await useCodeApp(web().connection, editor);
      expect((await see(editor, '/settings/profile')).text).not.to.include("You're an editor");
      expect((await see(editor, '/staff/chat')).status).to.equal(200);
    });

    it('says to log in again, when it is on', async () => {
      const { admin, app } = await withApp();
      const other = await logIn(admin, app.recoveryCodes[0]);
      await turnOff(admin, admin, app.recoveryCodes[1]);
      await useCodeApp(web().connection, admin);
      const desk = await see(other, '/staff/chat?show=open');
      const again = '/auth/login?again=second-step&next=%2Fstaff%2Fchat%3Fshow%3Dopen';
      expect(hrefs(desk.html)).to.include(again);
      expect((await see(other, again)).text).to.include('log in again, with your second step');
      expect((await see(other, '/settings/profile')).text).to.include("You're an admin, but not in this session");
    });
  });
});

/** Where the links of a page lead. */
function hrefs(html: string): (string | undefined)[] {
  return tagsOf(html, 'a').map(({ attributes }) => attributes.href?.replaceAll('&amp;', '&'));
}
