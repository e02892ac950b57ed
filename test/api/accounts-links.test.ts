import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { Types } from 'mongoose';
import { draftsHandedOver } from '../../src/features/drafts/domain-events.ts';
import {
  activate,
  checkUser,
  forgotPassword,
  login,
  register,
  resendVerification,
  resetPassword,
  whoAmI,
} from '../../src/shared/contracts/accounts.ts';
import { createEvent, listEvents } from '../../src/shared/contracts/events.ts';
import { addPasskey, offerPasskey } from '../../src/shared/contracts/passkeys.ts';
import { secondStep } from '../../src/shared/contracts/second-factor.ts';
import { useApi } from '../helpers/api-app.ts';
import { newAuthenticator } from '../helpers/authenticator.ts';
import { eventually } from '../helpers/eventually.ts';
import { useMailedLinks } from '../helpers/mailed-links.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { useCodeApp } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, signInElsewhere } from '../helpers/user.ts';

const NEW_PASSWORD = 'walnut ferry quartz 42';

describe('account links', () => {
  const api = useApi();
  const links = useMailedLinks(api);
  const visitor = () => newVisitor(api().origin);
  const users = () => api().database.connection.collection('users');
  const tokens = () => api().database.connection.collection('one_time_tokens');
  const idOf = (token: string) => createHash('sha256').update(token).digest('base64url');
  const age = (token: string) =>
    tokens().updateOne({ _id: idOf(token) as never }, { $set: { expiresAt: new Date(Date.now() - 1) } });

  describe('POST /api/v2/auth/resend-verification', () => {
    it('mails another link to the signed-in user, and none once the address is confirmed', async () => {
      const person = await newUser(api().origin);
      await person.call(resendVerification, { body: {} });
      expect(await links.count(person.user.email, 'verify')).to.equal(2);
      await person.call(activate, { params: { token: await links.token(person.user.email, 'verify') } });
      expect(await statusAndCode(person.call(resendVerification, { body: {} }))).to.deep.equal([409, 'WRONG_STATE']);
      await visitor().call(resendVerification, { body: { email: person.user.email } });
      expect(await links.count(person.user.email, 'verify')).to.equal(2);
    });

    it('asks a visitor for the address', async () => {
      const error = await refusalOf(visitor().call(resendVerification, { body: {} }));
      expect([error.status, error.fields.email]).to.deep.equal([422, 'Please fill this in.']);
    });

    it('answers the same for an unknown address, and mails nothing', async () => {
      const email = newEmail();
      expect(await visitor().call(resendVerification, { body: { email } })).to.equal(null);
      expect(await links.count(email, 'verify')).to.equal(0);
    });

    it('attaches the draft of the requesting browser, in whichever browser the link is opened', async () => {
      const person = await newUser(api().origin);
      const asking = visitor();
      const body = { occasion: 'birthday', recipients: [{ firstName: 'Lena' }] } as const;
      const event = await asking.call(createEvent, { body: { ...body, recipients: [...body.recipients] } });
      await asking.call(resendVerification, { body: { email: person.user.email } });
      const elsewhere = await signInElsewhere(api().origin, person);
      await elsewhere.call(activate, { params: { token: await links.token(person.user.email, 'verify') } });
      expect((await person.call(listEvents, { query: {} })).map(({ id }) => id)).to.deep.equal([event.id]);
    });
  });

  describe('POST /api/v2/auth/check-user', () => {
    it('answers signed-in for the session’s own address only, otherwise unknown', async () => {
      const person = await newUser(api().origin);
      const { email } = person.user;
      expect(await person.call(checkUser, { body: { email } })).to.deep.equal({ state: 'signed-in' });
      expect(await visitor().call(checkUser, { body: { email } })).to.deep.equal({ state: 'unknown' });
      expect(await person.call(checkUser, { body: { email: newEmail() } })).to.deep.equal({ state: 'unknown' });
    });
  });

  describe('POST /api/v2/auth/forgot-password', () => {
    it('answers the same bytes for known and unknown addresses, and mails the known one', async () => {
      const { user } = await newUser(api().origin);
      const unknown = newEmail();
      const answers = [];
      for (const email of [user.email, unknown]) {
        const response = await visitor().fetch('/api/v2/auth/forgot-password', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email }),
        });
        answers.push([response.status, await response.text()]);
      }
      expect(answers[0]).to.deep.equal([200, '{"success":true,"data":null}']);
      expect(answers[1]).to.deep.equal(answers[0]);
      expect(await links.count(user.email, 'reset')).to.equal(1);
      expect(await links.count(unknown, 'reset')).to.equal(0);
      expect((await links.mail(user.email, 'reset')).url).to.match(
        new RegExp(`^${api().config.appOrigin}/auth/reset-password/[A-Za-z0-9_-]{43}$`),
      );
    });

    it('mails at most five an hour per visitor, for known and unknown addresses', async () => {
      const { user } = await newUser(api().origin);
      for (const email of [user.email, newEmail()]) {
        const asking = visitor();
        for (let i = 0; i < 5; i++) await asking.call(forgotPassword, { body: { email } });
        expect(await statusAndCode(asking.call(forgotPassword, { body: { email } }))).to.deep.equal([
          429,
          'TOO_MANY_REQUESTS',
        ]);
      }
    });

    it('leaves no token in the queue once the mail is sent', async () => {
      const { user } = await newUser(api().origin);
      await visitor().call(forgotPassword, { body: { email: user.email } });
      await links.count(user.email, 'reset');
      const jobs = api().database.connection.collection('jobs');
      await eventually('the address to be forgotten', async () => {
        return (await jobs.countDocuments({ type: 'account.link', 'data.email': user.email })) === 0;
      });
    });
  });

  describe('POST /api/v2/auth/reset-password/{token}', () => {
    async function lost() {
      const person = await newUser(api().origin);
      await visitor().call(forgotPassword, { body: { email: person.user.email } });
      return { person, email: person.user.email, token: await links.token(person.user.email, 'reset') };
    }

    it('sets the password, ends every session, signs in and notifies the owner', async () => {
      const { person, email, token } = await lost();
      const other = await signInElsewhere(api().origin, person);
      const here = visitor();
      const answer = await here.call(resetPassword, { params: { token }, body: { password: NEW_PASSWORD } });
      expect(answer).to.deep.equal({ email, isSignedIn: true });
      expect(await here.call(whoAmI)).to.include({ email, verified: true });
      for (const old of [person, other]) expect(await old.call(whoAmI)).to.equal(null);
      const before = visitor().call(login, { body: { email, password: person.password } });
      expect(await statusAndCode(before)).to.deep.equal([401, 'WRONG_CREDENTIALS']);
      await visitor().call(login, { body: { email, password: NEW_PASSWORD } });
      expect(await links.count(email, 'password-changed')).to.equal(1);
    });

    it('asks for the second step after a reset', async () => {
      const person = await newUser(api().origin);
      const { email } = person.user;
      const app = await useCodeApp(api().database.connection, person);
      await visitor().call(forgotPassword, { body: { email } });
      const token = await links.token(email, 'reset');
      const here = visitor();
      const answer = await here.call(resetPassword, { params: { token }, body: { password: NEW_PASSWORD } });
      expect(answer).to.deep.equal({ email, isSignedIn: false });
      expect(await here.call(whoAmI)).to.equal(null);
      await app.letTimePass();
      await here.call(secondStep, { body: { code: app.code() } });
      expect((await here.call(whoAmI))?.email).to.equal(email);
    });

    it('removes passkeys and providers, and says how to add them again', async () => {
      const person = await newUser(api().origin);
      const { email, id } = person.user;
      const wayOf = { params: { id } };
      await useCodeApp(api().database.connection, person);
      const { options, ticket } = await person.call(offerPasskey, wayOf);
      const answer = newAuthenticator(api().config.appOrigin).create(options);
      await person.call(addPasskey, { ...wayOf, body: { ticket, answer } });
      const userId = new Types.ObjectId(id);
      const connection = api().database.connection;
      await connection.collection('identities').insertMany([
        { userId, provider: 'google', subject: id, email },
        { userId, provider: 'apple', subject: id, email: newEmail() },
      ]);
      await visitor().call(forgotPassword, { body: { email } });
      const token = await links.token(email, 'reset');
      await visitor().call(resetPassword, { params: { token }, body: { password: NEW_PASSWORD } });
      expect(await connection.collection('passkeys').countDocuments({ userId })).to.equal(0);
      expect(await connection.collection('identities').countDocuments({ userId })).to.equal(0);
      expect((await links.mail(email, 'password-changed')).more)
        .to.include('Your passkeys were removed')
        .and.include('Logging in with Google was removed. It comes back')
        .and.include('Logging in with Apple was removed, because you have a different address there')
        .and.include('still need the code from your app');
    });

    it('removes every credential of somebody who registered another person’s address', async () => {
      const squatter = await newUser(api().origin);
      const { email } = squatter.user;
      const owner = visitor();
      await owner.call(forgotPassword, { body: { email } });
      const token = await links.token(email, 'reset');
      await owner.call(resetPassword, { params: { token }, body: { password: NEW_PASSWORD } });
      expect(await squatter.call(whoAmI)).to.equal(null);
      const known = api().database.connection.collection('known_devices');
      expect(await known.countDocuments({ userId: new Types.ObjectId(squatter.user.id) })).to.equal(1);
    });

    it('accepts a link once, and invalidates the other links', async () => {
      const { email, token } = await lost();
      await visitor().call(forgotPassword, { body: { email } });
      const second = await links.token(email, 'reset');
      expect(second).not.to.equal(token);
      const body = { password: NEW_PASSWORD };
      await visitor().call(resetPassword, { params: { token: second }, body });
      const again = await refusalOf(visitor().call(resetPassword, { params: { token: second }, body }));
      expect([again.status, again.code]).to.deep.equal([410, 'TOKEN_USED']);
      const first = visitor().call(resetPassword, { params: { token }, body });
      expect(await statusAndCode(first)).to.deep.equal([410, 'TOKEN_EXPIRED']);
    });

    it('refuses a weak password, and the link stays valid', async () => {
      const { email, token } = await lost();
      for (const password of ['password123', 'short', `${email.split('@')[0]} and more`]) {
        const error = await refusalOf(visitor().call(resetPassword, { params: { token }, body: { password } }));
        expect([error.status, error.fields.password]).to.satisfy(
          ([status, words]: [number, string]) => status === 422 && words.length > 10,
        );
      }
      await visitor().call(resetPassword, { params: { token }, body: { password: NEW_PASSWORD } });
    });

    it('refuses a link after an hour', async () => {
      const { token } = await lost();
      const stored = await tokens().findOne({ _id: idOf(token) as never });
      expect(stored?.expiresAt.getTime() - stored?.createdAt.getTime()).to.equal(3_600_000);
      await age(token);
      const late = visitor().call(resetPassword, { params: { token }, body: { password: NEW_PASSWORD } });
      expect(await statusAndCode(late)).to.deep.equal([410, 'TOKEN_EXPIRED']);
    });

    it('refuses a link mailed to an address that the account no longer has', async () => {
      const { email, token } = await lost();
      await users().updateOne({ email }, { $set: { email: newEmail() } });
      const late = visitor().call(resetPassword, { params: { token }, body: { password: NEW_PASSWORD } });
      expect(await statusAndCode(late)).to.deep.equal([410, 'TOKEN_EXPIRED']);
    });

    it('attaches the draft of the requesting browser, in another browser too', async () => {
      const { email } = (await newUser(api().origin)).user;
      const asking = visitor();
      const event = await asking.call(createEvent, {
        body: { occasion: 'birthday', recipients: [{ firstName: 'Bo' }] },
      });
      await asking.call(forgotPassword, { body: { email } });
      const elsewhere = visitor();
      const token = await links.token(email, 'reset');
      await elsewhere.call(resetPassword, { params: { token }, body: { password: NEW_PASSWORD } });
      expect((await elsewhere.call(listEvents, { query: {} })).map(({ id }) => id)).to.deep.equal([event.id]);
    });
  });

  describe('POST /api/v2/auth/register', () => {
    it('mails the confirmation link, and attaches the draft at once', async () => {
      const heard: unknown[] = [];
      const off = draftsHandedOver.on((payload) => void heard.push(payload.preparedEventIds));
      const person = visitor();
      const event = await person.call(createEvent, {
        body: { occasion: 'birthday', recipients: [{ firstName: 'Bo' }] },
      });
      const email = newEmail();
      await person.call(register, { body: { email, password: NEW_PASSWORD, firstName: 'Ann' } });
      off();
      expect(heard).to.deep.equal([[event.id]]);
      expect(await links.mail(email, 'verify')).to.include({ firstName: 'Ann' });
    });
  });
});
