import { expect } from 'chai';
import { login, register, whoAmI } from '../../src/shared/contracts/accounts.ts';
import { createEvent } from '../../src/shared/contracts/events.ts';
import { impersonate } from '../../src/shared/contracts/impersonation.ts';
import { offerPasskey } from '../../src/shared/contracts/passkeys.ts';
import {
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  secondStep,
  setUpSecondFactor,
  turnOffSecondFactor,
} from '../../src/shared/contracts/second-factor.ts';
import { requestSignInLink, signInByLink } from '../../src/shared/contracts/sign-in-link.ts';
import { useApi } from '../helpers/api-app.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { codeFor, confirmAddress, useCodeApp, withinOneSpan } from '../helpers/second-factor.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { mailedToken, writtenMails } from '../helpers/written-mails.ts';

const WRONG = [401, 'SECOND_FACTOR_WRONG'];

describe('two-factor', () => {
  const api = useApi();
  const connection = () => api().database.connection;
  const visitor = () => newVisitor(api().origin);
  const factors = () => connection().collection('second_factors');

  const logIn = (who: Visitor, { user, password }: SignedInUser, code?: string) =>
    who.call(login, { body: { email: user.email, password, ...(code && { code }) } });
  const wayOf = (person: SignedInUser) => ({ params: { id: person.user.id } });
  /** The session is as old as if its person had signed in hours ago. */
  async function grow(person: SignedInUser): Promise<void> {
    const sessions = await connection().collection<{ _id: string; session: string }>('sessions').find().toArray();
    for (const { _id, session } of sessions.filter(({ session }) => session.includes(person.user.id))) {
      const old = JSON.stringify({ ...JSON.parse(session), confirmedAt: Date.now() - 3_600_000 });
      await connection()
        .collection<{ _id: string }>('sessions')
        .updateOne({ _id }, { $set: { session: old } });
    }
  }

  describe('setup', () => {
    it('shows a QR code and a key, and changes nothing before a code is confirmed', async () => {
      const person = await newUser(api().origin);
      await confirmAddress(connection(), person.user.email);
      const shown = await person.call(setUpSecondFactor, wayOf(person));
      expect(shown.secret).to.match(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
      expect(shown.uri).to.match(/^otpauth:\/\/totp\/VidDay:somebody-.*secret=[A-Z2-7]{32}/);
      expect(shown.qr)
        .to.match(/^<svg [^>]*viewBox/)
        .and.not.match(/<script|style=/);
      expect((await person.call(getSecondFactor, wayOf(person))).isOn).to.equal(false);
      await logIn(visitor(), person);
    });

    it('is confirmed by a first code, answers ten recovery codes once, and notifies the user', async () => {
      const person = await newUser(api().origin);
      const { recoveryCodes } = await useCodeApp(connection(), person);
      expect(new Set(recoveryCodes)).to.have.property('size', 10);
      for (const code of recoveryCodes) expect(code).to.match(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
      const state = await person.call(getSecondFactor, wayOf(person));
      expect(state).to.deep.include({ isOn: true, recoveryCodesLeft: 10 });
      const [mail] = await writtenMails(connection(), person.user.email, 'second-factor-changed');
      expect(mail?.what).to.include('turned on');
    });

    it('refuses a wrong code', async () => {
      const person = await newUser(api().origin);
      await confirmAddress(connection(), person.user.email);
      const { secret } = await person.call(setUpSecondFactor, wayOf(person));
      const body = { code: codeFor(secret, 40) };
      expect(await statusAndCode(person.call(confirmSecondFactor, { ...wayOf(person), body }))).to.deep.equal(WRONG);
    });

    it('encrypts the secret and hashes recovery codes', async () => {
      const person = await newUser(api().origin);
      await confirmAddress(connection(), person.user.email);
      const { secret } = await person.call(setUpSecondFactor, wayOf(person));
      const body = { code: codeFor(secret) };
      const { recoveryCodes } = await person.call(confirmSecondFactor, { ...wayOf(person), body });
      const kept = JSON.stringify(await factors().find().toArray());
      for (const text of [secret.replaceAll(' ', ''), ...recoveryCodes.map((code) => code.replace('-', ''))]) {
        expect(kept).not.to.include(text);
      }
    });

    it('needs a confirmed address and a recent sign-in, and the user’s own session', async () => {
      const person = await newUser(api().origin);
      const other = await newUser(api().origin);
      expect(await statusAndCode(person.call(setUpSecondFactor, wayOf(person)))).to.deep.equal([409, 'WRONG_STATE']);
      expect(await statusAndCode(other.call(setUpSecondFactor, wayOf(person)))).to.deep.equal([404, 'NOT_FOUND']);
      await confirmAddress(connection(), person.user.email);
      await grow(person);
      expect(await statusAndCode(person.call(setUpSecondFactor, wayOf(person)))).to.deep.equal([403, 'SIGN_IN_AGAIN']);
    });

    it('is refused to an impersonating admin', async () => {
      const person = await newUser(api().origin);
      const admin = await newUser(api().origin, { role: 'admin' });
      await confirmAddress(connection(), person.user.email);
      await admin.call(impersonate, { params: { id: person.user.id }, query: {} });
      const calls = [
        () => admin.call(getSecondFactor, wayOf(person)),
        () => admin.call(setUpSecondFactor, wayOf(person)),
        () => admin.call(offerPasskey, wayOf(person)),
      ];
      for (const call of calls) expect(await statusAndCode(call())).to.deep.equal([403, 'NOT_ALLOWED']);
    });

    it('restarts after fifteen minutes, and is refused while it is on', async () => {
      const person = await newUser(api().origin);
      await confirmAddress(connection(), person.user.email);
      const { secret } = await person.call(setUpSecondFactor, wayOf(person));
      await factors().updateMany({ pending: { $ne: null } }, { $set: { 'pending.until': new Date() } });
      const late = person.call(confirmSecondFactor, { ...wayOf(person), body: { code: codeFor(secret) } });
      expect(await statusAndCode(late)).to.deep.equal([410, 'EXPIRED']);
      await useCodeApp(connection(), person);
      expect(await statusAndCode(person.call(setUpSecondFactor, wayOf(person)))).to.deep.equal([409, 'WRONG_STATE']);
    });
  });

  describe('after a password', () => {
    it('asks for a code after the right password only, and accepts it', async () => {
      const person = await newUser(api().origin);
      const app = await useCodeApp(connection(), person);
      const who = visitor();
      expect(await statusAndCode(logIn(who, person))).to.deep.equal([401, 'SECOND_FACTOR_NEEDED']);
      const guess = logIn(who, { ...person, password: 'not the password' }, app.code(1));
      expect(await statusAndCode(guess)).to.deep.equal([401, 'WRONG_CREDENTIALS']);
      expect(who.cookie()).to.equal('');
      await app.letTimePass();
      expect((await logIn(who, person, app.code())).id).to.equal(person.user.id);
    });

    it('can’t be bypassed by registering again, which goes on to the second step', async () => {
      const person = await newUser(api().origin);
      const app = await useCodeApp(connection(), person);
      const who = visitor();
      const body = { email: person.user.email, password: person.password };
      const { status, code, fields } = await refusalOf(who.call(register, { body }));
      expect([status, code, Object.keys(fields)]).to.deep.equal([401, 'SECOND_FACTOR_NEEDED', ['email']]);
      const posted = await who.postForm('/auth/register', { ...body, next: '/e/123' });
      const onwards = '/auth/second-step?next=%2Fe%2F123';
      expect([posted.status, posted.headers.get('location')]).to.deep.equal([303, onwards]);
      expect(await who.call(whoAmI)).to.equal(null);
      await app.letTimePass();
      expect((await who.call(secondStep, { body: { code: app.code() } })).id).to.equal(person.user.id);
    });

    it('accepts a code once, also concurrently, and none older', async () => {
      const person = await newUser(api().origin);
      const app = await useCodeApp(connection(), person);
      await app.letTimePass();
      const code = app.code();
      const tries = await Promise.allSettled(Array.from({ length: 4 }, () => logIn(visitor(), person, code)));
      expect(tries.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      expect(await statusAndCode(logIn(visitor(), person, app.code(-1)))).to.deep.equal(WRONG);
    });

    it('accepts the previous and next code for clock drift, and none further away', async () => {
      const person = await newUser(api().origin);
      const app = await useCodeApp(connection(), person);
      for (const later of [-1, 1]) {
        const outcome = await withinOneSpan(async () => {
          await app.letTimePass();
          return logIn(visitor(), person, app.code(later)).catch((error: unknown) => error);
        });
        expect(outcome).to.include({ id: person.user.id });
      }
      await app.letTimePass();
      for (const later of [-3, 3]) {
        expect(await statusAndCode(logIn(visitor(), person, app.code(later)))).to.deep.equal(WRONG);
      }
    });

    it('accepts each recovery code once, in any spelling', async () => {
      const person = await newUser(api().origin);
      const { recoveryCodes } = await useCodeApp(connection(), person);
      const [first = '', second = ''] = recoveryCodes;
      await logIn(visitor(), person, ` ${first.toUpperCase().replace('-', ' ')} `);
      expect(await statusAndCode(logIn(visitor(), person, first))).to.deep.equal(WRONG);
      const tries = await Promise.allSettled(Array.from({ length: 3 }, () => logIn(visitor(), person, second)));
      expect(tries.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      expect((await person.call(getSecondFactor, wayOf(person))).recoveryCodesLeft).to.equal(8);
    });

    it('locks after ten wrong codes for who has the password, and for nobody else', async () => {
      const person = await newUser(api().origin);
      const app = await useCodeApp(connection(), person);
      await app.letTimePass();
      for (let i = 0; i < 10; i++) {
        expect(await statusAndCode(logIn(visitor(), person, app.code(50)))).to.deep.equal(WRONG);
      }
      const closed = await refusalOf(logIn(visitor(), person, app.code()));
      expect([closed.status, closed.code]).to.deep.equal([429, 'TOO_MANY_REQUESTS']);
      const stranger = logIn(visitor(), { ...person, password: 'not the password' });
      expect(await statusAndCode(stranger)).to.deep.equal([401, 'WRONG_CREDENTIALS']);
    });
  });

  describe('after a mailed link', () => {
    async function firstStep(person: SignedInUser, who: Visitor = visitor()): Promise<Visitor> {
      await who.call(requestSignInLink, { body: { email: person.user.email, next: '/e/123' } });
      const token = await mailedToken(connection(), person.user.email, 'sign-in-link');
      const result = await who.call(signInByLink, { params: { token } });
      expect(result).to.deep.include({
        user: null,
        needsSecondFactor: true,
        next: '/auth/second-step?next=%2Fe%2F123',
      });
      expect(await who.call(whoAmI)).to.equal(null);
      return who;
    }

    it('asks for a code, under a new session id', async () => {
      const person = await newUser(api().origin);
      const app = await useCodeApp(connection(), person);
      const who = await firstStep(person);
      const before = who.cookie();
      const wrong = who.call(secondStep, { body: { code: app.code(50) } });
      expect(await statusAndCode(wrong)).to.deep.equal(WRONG);
      await app.letTimePass();
      expect((await who.call(secondStep, { body: { code: app.code() } })).id).to.equal(person.user.id);
      expect(who.cookie()).not.to.equal(before);
      expect((await who.call(whoAmI))?.id).to.equal(person.user.id);
    });

    it('is not passed by a session that somebody planted', async () => {
      const person = await newUser(api().origin);
      const app = await useCodeApp(connection(), person);
      const who = visitor();
      await who.call(createEvent, { body: { occasion: 'birthday', recipients: [{ firstName: 'Ruth' }] } });
      const planted = who.cookie();
      await firstStep(person, who);
      await app.letTimePass();
      const thief = newVisitor(api().origin, { cookie: planted });
      const step = (browser: Visitor) => browser.call(secondStep, { body: { code: app.code() } });
      expect(await statusAndCode(step(thief))).to.deep.equal([410, 'EXPIRED']);
      expect((await step(who)).id).to.equal(person.user.id);
    });

    it('fails without a first step, in another browser, or after ten minutes', async () => {
      const person = await newUser(api().origin);
      const app = await useCodeApp(connection(), person);
      const who = await firstStep(person);
      await app.letTimePass();
      const step = (browser: Visitor) => statusAndCode(browser.call(secondStep, { body: { code: app.code() } }));
      expect(await step(visitor())).to.deep.equal([410, 'EXPIRED']);
      const sessions = connection().collection<{ _id: string; session: string }>('sessions');
      const pending = await sessions.findOne({ session: /pendingUserId/ });
      const late = JSON.stringify({ ...JSON.parse(pending?.session ?? '{}'), pendingUntil: Date.now() });
      await sessions.updateOne({ _id: pending?._id ?? '' }, { $set: { session: late } });
      expect(await step(who)).to.deep.equal([410, 'EXPIRED']);
    });
  });

  describe('turning it off', () => {
    it('needs a code, and a recent sign-in or the password; then no code is asked for', async () => {
      const person = await newUser(api().origin);
      const app = await useCodeApp(connection(), person);
      await app.letTimePass();
      await grow(person);
      const off = (body: { code: string; currentPassword?: string }) =>
        person.call(turnOffSecondFactor, { ...wayOf(person), body });
      const [status] = await statusAndCode(off({ code: app.code() }));
      expect(status).to.be.oneOf([403, 422]);
      expect(await statusAndCode(off({ code: app.code(), currentPassword: 'not mine' }))).to.deep.equal([
        422,
        'FIELDS_REFUSED',
      ]);
      const wrong = off({ code: app.code(50), currentPassword: person.password });
      expect(await statusAndCode(wrong)).to.deep.equal(WRONG);
      const state = await off({ code: app.code(), currentPassword: person.password });
      expect(state).to.deep.equal({ isOn: false, since: null, recoveryCodesLeft: 0 });
      await logIn(visitor(), person);
      const [mail] = await writtenMails(connection(), person.user.email, 'second-factor-changed');
      expect(mail?.what).to.include('turned off');
    });
  });

  describe('new recovery codes', () => {
    it('invalidate the old ones', async () => {
      const person = await newUser(api().origin);
      const app = await useCodeApp(connection(), person);
      await app.letTimePass();
      const { recoveryCodes } = await person.call(renewRecoveryCodes, { ...wayOf(person), body: { code: app.code() } });
      expect(recoveryCodes).to.have.length(10).and.not.include.members(app.recoveryCodes);
      expect(await statusAndCode(logIn(visitor(), person, app.recoveryCodes[0]))).to.deep.equal(WRONG);
      await logIn(visitor(), person, recoveryCodes[0]);
    });
  });
});
