import { expect } from 'chai';
import * as z from 'zod';
import { draftsHandedOver } from '../../src/features/drafts/domain-events.ts';
import { rememberPrepared } from '../../src/features/drafts/session-drafts.service.ts';
import { anyone, signedInUser } from '../../src/platform/http/access-rules.ts';
import { action } from '../../src/platform/http/action.ts';
import { SESSION_COOKIE } from '../../src/platform/http/sessions.ts';
import { contract } from '../../src/shared/contract.ts';
import { login, logout, register, whoAmI } from '../../src/shared/contracts/accounts.ts';
import { useApi } from '../helpers/api-app.ts';
import { useFullHashing } from '../helpers/cheap-hashing.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { newEmail, newUser, newVisitor, signInElsewhere } from '../helpers/user.ts';

const PASSWORD = 'plum harbour violin 7';

const prepare = contract({
  method: 'POST',
  path: '/api/test/prepare',
  summary: 'Prepares an event without an account.',
  access: 'anyone',
  body: z.object({ id: z.string() }),
  response: z.null(),
});
const slow = contract({
  method: 'POST',
  path: '/api/test/slow',
  summary: 'Writes into the session, late.',
  access: 'signed-in',
  response: z.null(),
});
let whileSlow: () => Promise<unknown> = async () => undefined;

const extra = [
  action(prepare, {
    access: anyone,
    async run({ req, body }) {
      await rememberPrepared(req, body.id);
      return null;
    },
  }),
  action(slow, {
    access: signedInUser,
    async run({ req }) {
      await whileSlow();
      req.session.preparedEventIds = ['late'];
      return null;
    },
  }),
];

describe('accounts', () => {
  const api = useApi({ tables: [extra] });
  const users = () => api().database.connection.collection('users');
  const sessions = () => api().database.connection.collection('sessions');

  describe('POST /api/v2/auth/register', () => {
    it('creates an account and signs in', async () => {
      const visitor = newVisitor(api().origin);
      const email = newEmail();
      const user = await visitor.call(register, { body: { email: ` ${email.toUpperCase()} `, password: PASSWORD } });
      expect(user).to.include({ email, role: 'user', verified: false, hasPassword: true, firstName: '' });
      expect((await visitor.call(whoAmI))?.id).to.equal(user.id);
    });

    it('answers 201 without any trace of the password', async () => {
      const response = await newVisitor(api().origin).fetch('/api/v2/auth/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: newEmail(), password: PASSWORD }),
      });
      expect(response.status).to.equal(201);
      const text = await response.text();
      expect(text).not.to.include(PASSWORD).and.not.include('argon2');
    });

    describe('with the hashing of production', () => {
      useFullHashing();

      it('stores an argon2id hash', async () => {
        const { user } = await newUser(api().origin);
        const stored = await users().findOne({ email: user.email });
        expect(stored?.passwordHash).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      });
    });

    it('refuses a registered address with 409', async () => {
      const { user } = await newUser(api().origin);
      const error = await refusalOf(
        newVisitor(api().origin).call(register, { body: { email: user.email, password: `${PASSWORD} 8` } }),
      );
      expect(error).to.include({ status: 409, code: 'DUPLICATE' });
    });

    it('signs in when address and password match an account', async () => {
      const known = await newUser(api().origin);
      const visitor = newVisitor(api().origin);
      const body = { email: known.user.email, password: known.password, firstName: 'Other' };
      const user = await visitor.call(register, { body });
      expect(user).to.include({ id: known.user.id, firstName: 'Ada' });
      expect((await visitor.call(whoAmI))?.id).to.equal(known.user.id);
    });

    it('answers 429 after ten wrong passwords for a registered address', async () => {
      const { user } = await newUser(api().origin);
      const visitor = newVisitor(api().origin);
      const guess = (password: string) => refusalOf(visitor.call(register, { body: { email: user.email, password } }));
      const guesses = await Promise.all(Array.from({ length: 10 }, (_, i) => guess(`${PASSWORD} no ${i}`)));
      expect(guesses.map(({ status }) => status)).to.deep.equal(Array(10).fill(409));
      expect((await guess(PASSWORD)).status).to.equal(429);
    });

    it('creates one account for concurrent requests', async () => {
      const email = newEmail();
      const tries = await Promise.allSettled(
        Array.from({ length: 6 }, () =>
          newVisitor(api().origin).call(register, { body: { email, password: PASSWORD } }),
        ),
      );
      const made = tries.map((each) => (each.status === 'fulfilled' ? each.value.id : each.reason));
      expect(new Set(made)).to.have.property('size', 1);
      expect(await users().countDocuments({ email })).to.equal(1);
    });

    for (const password of [
      'short',
      'password123',
      'Qwertyuiop1!',
      '1234567890',
      'aaaaaaaaaaaa',
      'P4ssw0rd2024',
      'somebody!1',
    ]) {
      it(`refuses the password ${password}`, async () => {
        const email = `somebody@${newEmail().split('@')[0]}.com`;
        const error = await refusalOf(newVisitor(api().origin).call(register, { body: { email, password } }));
        expect(error).to.include({ status: 422, code: 'FIELDS_REFUSED' });
        expect(error.fields.password).to.be.a('string');
        expect(await users().countDocuments({ email })).to.equal(0);
      });
    }
  });

  describe('POST /api/v2/auth/login', () => {
    it('signs in under a new session id, and ends the old session', async () => {
      const { user, password } = await newUser(api().origin);
      const visitor = newVisitor(api().origin);
      await visitor.call(prepare, { body: { id: 'abc' } });
      const before = visitor.cookie();
      await visitor.call(login, { body: { email: user.email, password } });
      expect(before).to.include(SESSION_COOKIE);
      expect(visitor.cookie()).to.include(SESSION_COOKIE).and.not.equal(before);
      const old = await fetch(`${api().origin}/api/v2/auth/who-am-i`, { headers: { cookie: before } });
      expect(await old.json()).to.deep.include({ data: null });
    });

    it('passes the session’s drafts to subscribers of user.signed-in', async () => {
      const heard: unknown[] = [];
      const off = draftsHandedOver.on((payload) => void heard.push(payload));
      const visitor = newVisitor(api().origin);
      await visitor.call(prepare, { body: { id: 'one' } });
      await visitor.call(prepare, { body: { id: 'two' } });
      const user = await visitor.call(register, { body: { email: newEmail(), password: PASSWORD, firstName: 'Ann' } });
      off();
      expect(heard).to.deep.equal([
        { userId: user.id, firstName: 'Ann', preparedEventIds: ['one', 'two'], contributedMediaIds: [] },
      ]);
    });

    it('signs in although a subscriber of user.signed-in fails', async () => {
      const off = draftsHandedOver.on(() => Promise.reject(new Error('broken')));
      const { user } = await newUser(api().origin);
      off();
      expect(user.id).to.be.a('string');
    });

    it('answers the same for a wrong password and an unknown address', async () => {
      const { user } = await newUser(api().origin);
      const visitor = newVisitor(api().origin);
      const wrong = await refusalOf(visitor.call(login, { body: { email: user.email, password: 'not the password' } }));
      const unknown = await refusalOf(
        visitor.call(login, { body: { email: newEmail(), password: 'not the password' } }),
      );
      expect(wrong).to.include({ status: 401, code: 'WRONG_CREDENTIALS' });
      expect(unknown).to.include({ status: 401, code: 'WRONG_CREDENTIALS', message: wrong.message });
      expect(visitor.cookie()).to.equal('');
    });

    it('refuses one IP address with 429 after ten wrong passwords of one account, and only for that account', async () => {
      const { user, password } = await newUser(api().origin);
      const visitor = newVisitor(api().origin);
      const attempts = Array.from({ length: 10 }, () =>
        refusalOf(visitor.call(login, { body: { email: user.email, password: 'wrong guess' } })),
      );
      expect((await Promise.all(attempts)).map(({ status }) => status)).to.deep.equal(Array(10).fill(401));
      const closed = await refusalOf(visitor.call(login, { body: { email: user.email, password } }));
      expect(closed).to.include({ status: 429, code: 'TOO_MANY_REQUESTS' });
      expect(closed.details.retryAfter).to.be.within(60, 900);
      const { status } = await refusalOf(visitor.call(login, { body: { email: newEmail(), password } }));
      expect(status).to.equal(401);
    });

    it('allows six more wrong passwords after six and a correct one', async () => {
      const { user, password } = await newUser(api().origin);
      const visitor = newVisitor(api().origin);
      const fail = () => refusalOf(visitor.call(login, { body: { email: user.email, password: 'wrong guess' } }));
      for (let i = 0; i < 6; i++) await fail();
      await visitor.call(login, { body: { email: user.email, password } });
      for (let i = 0; i < 6; i++) expect((await fail()).status).to.equal(401);
    });
  });

  describe('POST /api/v2/auth/logout', () => {
    it('ends this session and no other of the same user', async () => {
      const user = await newUser(api().origin);
      const elsewhere = await signInElsewhere(api().origin, user);
      const cookie = user.cookie();
      await user.call(logout);
      expect(user.cookie()).not.to.include(SESSION_COOKIE);
      const again = await fetch(`${api().origin}/api/v2/auth/who-am-i`, { headers: { cookie } });
      expect(await again.json()).to.deep.equal({ success: true, data: null, isImpersonated: false });
      expect((await elsewhere.call(whoAmI))?.email).to.equal(user.user.email);
    });

    it('is not undone by a request that was running meanwhile', async () => {
      const user = await newUser(api().origin);
      const cookie = user.cookie();
      const other = newVisitor(api().origin, { cookie });
      whileSlow = () => user.call(logout);
      await other.call(slow);
      whileSlow = async () => undefined;
      const again = await fetch(`${api().origin}/api/v2/auth/who-am-i`, { headers: { cookie } });
      expect(await again.json()).to.deep.include({ data: null });
    });
  });

  describe('GET /api/v2/auth/who-am-i', () => {
    it('answers a visitor 200 and null, without cookie or session', async () => {
      const before = await sessions().countDocuments();
      const response = await fetch(`${api().origin}/api/v2/auth/who-am-i`);
      expect(response.status).to.equal(200);
      expect(await response.json()).to.deep.equal({ success: true, data: null, isImpersonated: false });
      expect(response.headers.get('set-cookie')).to.equal(null);
      expect(response.headers.get('cache-control')).to.include('no-store');
      expect(await sessions().countDocuments()).to.equal(before);
    });

    it('answers null for the session of a deleted account', async () => {
      const user = await newUser(api().origin);
      await users().deleteOne({ email: user.user.email });
      expect(await user.call(whoAmI)).to.equal(null);
    });

    it('sets the session cookie HttpOnly and SameSite', async () => {
      const response = await newVisitor(api().origin).postForm('/auth/register', {
        email: newEmail(),
        password: PASSWORD,
      });
      const cookies = response.headers.getSetCookie();
      expect(cookies.map((line) => line.split('=')[0])).to.have.members([SESSION_COOKIE, 'vd_known']);
      for (const line of cookies)
        expect(line)
          .to.match(/; Path=\/;/)
          .and.match(/; HttpOnly/)
          .and.match(/; SameSite=Lax/);
    });

    it('stores session ids only in a form that is useless as a cookie', async () => {
      const user = await newUser(api().origin);
      const id =
        decodeURIComponent(/vd_sid=([^;]+)/.exec(user.cookie())?.[1] ?? '')
          .slice(2)
          .split('.')[0] ?? '';
      expect(id).to.have.length.above(20);
      expect(JSON.stringify(await sessions().find().toArray())).not.to.include(id);
    });
  });
});
