import { expect } from 'chai';
import { Types } from 'mongoose';
import { changeEmail, login, whoAmI } from '../../src/shared/contracts/accounts.ts';
import { listIdentities, type ProviderName, unlinkIdentity } from '../../src/shared/contracts/identities.ts';
import { secondStep } from '../../src/shared/contracts/second-factor.ts';
import { signInByLink } from '../../src/shared/contracts/sign-in-link.ts';
import { textOf } from '../helpers/pages.ts';
import { comeBack, enterBy, sayWho, setOut } from '../helpers/provider-visit.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress, useCodeApp } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { mailedToken, writtenMails } from '../helpers/written-mails.ts';

describe('sign-in with Google and Apple', () => {
  const app = useWholeApp({ hasWorker: false, env: { SIGN_IN_SANDBOX: 'true' } });
  const collection = (name: string) => app().connection.collection(name);
  const visitor = () => newVisitor(app().origin);
  const enter = (
    who: Parameters<typeof enterBy>[0],
    name: ProviderName,
    person: Parameters<typeof enterBy>[3],
    query = '',
  ) => enterBy(who, app().origin, name, person, query);

  async function confirmed(): Promise<SignedInUser> {
    const user = await newUser(app().origin);
    await confirmAddress(app().connection, user.user.email);
    return user;
  }

  for (const name of ['google', 'apple'] as const) {
    describe(name, () => {
      it('creates an account with a confirmed address and no password, and redirects to next', async () => {
        const who = visitor();
        const email = newEmail();
        const end = await enter(who, name, { email, firstName: 'Ada', lastName: 'Byron' }, '?next=%2Fe%2F123%3Fa%3Db');
        expect(end).to.equal(`/e/123?a=b&gtm_event_sign_up=${name}`);
        const user = await who.call(whoAmI);
        expect(user).to.include({ email, verified: true, hasPassword: false, firstName: 'Ada', lastName: 'Byron' });
      });

      it('recognises the same person with a new address', async () => {
        const subject = `same-${name}-${newEmail()}`;
        const [first, again] = [visitor(), visitor()];
        await enter(first, name, { email: newEmail(), subject });
        expect(await enter(again, name, { email: newEmail(), subject })).to.equal(`/dashboard?gtm_event_login=${name}`);
        expect((await again.call(whoAmI))?.id).to.equal((await first.call(whoAmI))?.id);
      });

      it('links the account of the same address, which keeps its password, and notifies its owner', async () => {
        const { user, password } = await confirmed();
        const who = visitor();
        await enter(who, name, { email: user.email.toUpperCase() });
        expect(await who.call(whoAmI)).to.include({ id: user.id, hasPassword: true });
        const again = await visitor().call(login, { body: { email: user.email, password } });
        expect(again.id).to.equal(user.id);
        const [mail] = await writtenMails(app().connection, user.email, 'second-factor-changed');
        expect(mail?.what).to.match(/^Logging in with (?:Google|Apple) was added/);
      });

      it('gives an unconfirmed account to the owner of the address, without the credentials of who created it', async () => {
        const squatter = await newUser(app().origin);
        const { email, id } = squatter.user;
        const body = { email: newEmail(), currentPassword: squatter.password };
        await squatter.call(changeEmail, { params: { id }, body });
        const who = visitor();
        expect(await enter(who, name, { email })).to.include('gtm_event_login');
        expect(await who.call(whoAmI)).to.include({ id, email, verified: true, hasPassword: false });
        expect(await squatter.call(whoAmI)).to.equal(null);
        const call = visitor().call(login, { body: { email, password: squatter.password } });
        expect(await statusAndCode(call)).to.deep.equal([401, 'WRONG_CREDENTIALS']);
        const open = { userId: (await collection('users').findOne({ email }))?._id, expiresAt: { $gt: new Date() } };
        expect(await collection('one_time_tokens').countDocuments(open)).to.equal(0);
      });

      it('keeps the password when this browser is signed in to that account', async () => {
        const user = await newUser(app().origin);
        await enter(user, name, { email: user.user.email });
        expect(await user.call(whoAmI)).to.include({ id: user.user.id, verified: true, hasPassword: true });
      });

      it('refuses an address that the provider has not confirmed', async () => {
        const { user } = await confirmed();
        for (const email of [user.email, newEmail()]) {
          const who = visitor();
          const end = await enter(who, name, { email, isConfirmed: false }, '?next=%2Fstart-a-vidday');
          expect(end).to.equal(`/auth/login?problem=no-address&provider=${name}&next=%2Fstart-a-vidday`);
          expect(await who.call(whoAmI)).to.equal(null);
        }
      });

      it('explains a cancelled sign-in', async () => {
        const who = visitor();
        expect(await enter(who, name, null)).to.equal(`/auth/login?problem=cancelled&provider=${name}`);
        expect(await who.call(whoAmI)).to.equal(null);
      });

      it('refuses an answer in another browser', async () => {
        const attacker = visitor();
        const asked = await setOut(attacker, name);
        const back = await sayWho(attacker, name, asked, { email: newEmail() });
        for (const isOnItsWay of [false, true]) {
          const victim = visitor();
          if (isOnItsWay) await setOut(victim, name);
          expect(await comeBack(victim, app().origin, name, back)).to.include('problem=expired');
          expect(await victim.call(whoAmI)).to.equal(null);
        }
      });

      it('accepts an answer once', async () => {
        const who = visitor();
        const asked = await setOut(who, name);
        const cookie = who.cookie();
        const back = await sayWho(who, name, asked, { email: newEmail() });
        await comeBack(who, app().origin, name, back);
        expect(await comeBack(who, app().origin, name, back)).to.include('problem=expired');
        // Also where the browser still had what it set out with.
        const copy = newVisitor(app().origin, { cookie });
        expect(await comeBack(copy, app().origin, name, back)).to.include('problem=failed');
      });

      it('does not redirect to another site', async () => {
        expect(await enter(visitor(), name, { email: newEmail() }, '?next=%2F%2Fevil.example')).to.match(
          /^\/dashboard\?/,
        );
      });
    });
  }

  it('creates one account for two concurrent arrivals', async () => {
    const email = newEmail();
    const arrivals = await Promise.all(
      [visitor(), visitor(), visitor()].map(async (who) => {
        const asked = await setOut(who, 'google');
        return { who, back: await sayWho(who, 'google', asked, { email }) };
      }),
    );
    const ends = await Promise.all(arrivals.map(({ who, back }) => comeBack(who, app().origin, 'google', back)));
    expect(ends.every((end) => end.startsWith('/dashboard'))).to.equal(true);
    expect(await collection('users').countDocuments({ email })).to.equal(1);
    expect(await collection('identities').countDocuments({ email })).to.equal(1);
  });

  it('asks to confirm an address that the provider is no longer authoritative for', async () => {
    const { user } = await confirmed();
    const who = visitor();
    const end = await enter(who, 'google', { email: user.email, isHosted: false });
    expect(end).to.equal('/auth/login?problem=confirm-by-mail&provider=google');
    expect(await who.call(whoAmI)).to.equal(null);
    const token = await mailedToken(app().connection, user.email, 'sign-in-link');
    expect((await who.call(signInByLink, { params: { token } })).user?.id).to.equal(user.id);
    expect(await enter(visitor(), 'google', { email: user.email, isHosted: false })).to.include(
      'gtm_event_login=google',
    );
  });

  it('links nothing when a connect link is opened in another browser', async () => {
    const { user } = await confirmed();
    const stranger = { email: user.email, subject: 'a stranger', isHosted: false };
    const asking = visitor();
    await enter(asking, 'google', stranger);
    const shown = textOf(await (await asking.fetch('/auth/login?problem=confirm-by-mail&provider=google')).text());
    const code = /Enter this code there: ([\d ]{8})/.exec(shown)?.[1] ?? '';
    const token = await mailedToken(app().connection, user.email, 'sign-in-link');
    const owner = visitor();
    await owner.call(signInByLink, { params: { token }, body: { code } });
    expect(await owner.call(listIdentities, { params: { id: user.id } })).to.deep.equal([]);
    const again = visitor();
    expect(await enter(again, 'google', stranger)).to.include('problem=confirm-by-mail');
    expect(await again.call(whoAmI)).to.equal(null);
  });

  it('shows a sandbox page that names itself, for valid requests only', async () => {
    const who = visitor();
    const asked = await setOut(who, 'google');
    const page = await who.fetch(`/sandbox/sign-in/google?${asked}`);
    expect(await page.text()).to.include('This is not Google');
    asked.set('redirect_uri', 'https://evil.example/auth/google/callback');
    const refused = await who.fetch(`/sandbox/sign-in/google?${asked}`);
    expect([refused.status, refused.headers.get('location')]).to.deep.equal([404, null]);
  });

  it('sets HttpOnly cookies for the flow without readable content', async () => {
    const response = await visitor().fetch('/auth/google');
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('vd_way=')) ?? '';
    expect(cookie)
      .to.match(/HttpOnly/)
      .and.match(/SameSite=Lax/)
      .and.match(/Path=\/auth/);
    const asked = new URL(response.headers.get('location') ?? '').searchParams;
    expect(asked.get('code_challenge_method')).to.equal('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked.get(name)).to.have.length.above(20);
      expect(cookie).not.to.include(asked.get(name));
    }
  });

  it('connects no provider by a link of another session', async () => {
    const user = await newUser(app().origin);
    const response = await user.fetch('/auth/google?add=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
    expect(response.headers.get('location')).to.equal('/auth/login?problem=expired&provider=google');
  });

  it('asks for the second step of an account with two-factor', async () => {
    const person = await newUser(app().origin);
    const codes = await useCodeApp(app().connection, person);
    const who = visitor();
    const end = await enter(who, 'google', { email: person.user.email }, '?next=%2Fe%2F123');
    expect(end).to.equal('/auth/second-step?next=%2Fe%2F123');
    expect(await who.call(whoAmI)).to.equal(null);
    await codes.letTimePass();
    expect((await who.call(secondStep, { body: { code: codes.code() } })).id).to.equal(person.user.id);
  });

  it('logs the result without addresses', async () => {
    const { user } = await confirmed();
    await enter(visitor(), 'apple', { email: user.email });
    const lines = await collection('audit_log')
      .find({ subjectId: new Types.ObjectId(user.id) })
      .toArray();
    expect(lines.map(({ action }) => action)).to.include.members(['identity.linked', 'sign-in.done']);
    expect(JSON.stringify(lines)).not.to.include(user.email);
  });

  describe('settings', () => {
    /** Where the button of the settings leads. */
    async function addLink(person: SignedInUser, name: ProviderName): Promise<string> {
      const page = await (await person.fetch('/settings/profile')).text();
      const href = new RegExp(`href="/auth/${name}(\\?add=[^"]+)"`).exec(page)?.[1];
      if (!href) throw new Error('The settings have no such button');
      return href;
    }

    it('connect one with another address, for this session only', async () => {
      const [person, other] = [await confirmed(), await confirmed()];
      const link = await addLink(person, 'google');
      const far = newEmail();
      const foreign = await other.fetch(`/auth/google${link}`);
      expect(foreign.headers.get('location')).to.include('problem=expired');
      expect(await enter(person, 'google', { email: far }, link)).to.equal('/settings/profile?linked=google#security');
      const who = visitor();
      await enter(who, 'google', { email: far });
      expect((await who.call(whoAmI))?.id).to.equal(person.user.id);
      const taken = await enter(other, 'google', { email: far }, await addLink(other, 'google'));
      expect(taken).to.equal('/settings/profile?problem=taken&provider=google#security');
    });

    it('refuse to connect while the address is not confirmed', async () => {
      const person = await newUser(app().origin);
      const response = await person.fetch(`/auth/apple${await addLink(person, 'apple')}`);
      const back = '/settings/profile?problem=confirm-first&provider=apple#security';
      expect(response.headers.get('location')).to.equal(back);
    });

    it('list them, and disconnect one while another way to sign in is left', async () => {
      const user = await confirmed();
      const { id, email } = user.user;
      await enter(user, 'google', { email });
      await enter(user, 'apple', { email });
      const list = await user.call(listIdentities, { params: { id } });
      expect(list.map(({ provider }) => provider)).to.deep.equal(['google', 'apple']);
      const left = await user.call(unlinkIdentity, { params: { id, provider: 'google' } });
      expect(left.map(({ provider }) => provider)).to.deep.equal(['apple']);
      const again = user.call(unlinkIdentity, { params: { id, provider: 'google' } });
      expect(await statusAndCode(again)).to.deep.equal([404, 'NOT_FOUND']);
    });

    it('refuse to remove the last way to sign in', async () => {
      const who = visitor();
      await enter(who, 'apple', { email: newEmail() });
      const id = (await who.call(whoAmI))?.id ?? '';
      const error = await refusalOf(who.call(unlinkIdentity, { params: { id, provider: 'apple' } }));
      expect([error.status, error.code]).to.deep.equal([409, 'WRONG_STATE']);
    });

    it('show nobody another user’s', async () => {
      const [one, other] = [await confirmed(), await newUser(app().origin)];
      const call = other.call(listIdentities, { params: { id: one.user.id } });
      expect(await statusAndCode(call)).to.deep.equal([404, 'NOT_FOUND']);
    });
  });
});

describe('Google and Apple without keys', () => {
  const app = useWholeApp({ hasWorker: false });

  it('are not offered', async () => {
    for (const path of ['/auth/google', '/auth/apple/callback', '/sandbox/sign-in/google']) {
      expect((await newVisitor(app().origin).fetch(path)).status).to.equal(404);
    }
  });
});
