import { expect } from 'chai';
import { whoAmI } from '../../src/shared/contracts/accounts.ts';
import { createEvent } from '../../src/shared/contracts/events.ts';
import { useMailedLinks } from '../helpers/mailed-links.ts';
import { fieldOf, focusOf, type SeenPage, see, send } from '../helpers/pages.ts';
import { confirmAddress, useCodeApp } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor } from '../helpers/user.ts';
import { expectPage } from '../helpers/view.tsx';
import { useWeb } from '../helpers/web-app.ts';

const PASSWORD = 'plum harbour violin 7';
const OTHER = 'walnut ferry quartz 42';

/** A sound page with a status. */
function expectSeen(page: SeenPage, status: number): void {
  expect([page.status, page.location]).to.deep.equal([status, null]);
  expectPage(page.html);
}

describe('account pages without script', () => {
  const web = useWeb();
  const links = useMailedLinks(() => ({ database: web() }));
  const visitor = () => newVisitor(web().origin);

  describe('/auth/login', () => {
    it('shows a form that password managers recognise, and the other ways to sign in', async () => {
      const page = await see(visitor(), '/auth/login?next=/e/x');
      expectSeen(page, 200);
      expect(fieldOf(page.html, '/auth/login', 'email')).to.include({
        type: 'email',
        autocomplete: 'username webauthn',
        inputmode: 'email',
      });
      const password = fieldOf(page.html, '/auth/login', 'password');
      expect(password).to.include({ type: 'password', autocomplete: 'current-password' });
      expect(password).not.to.have.any.keys('onpaste', 'value');
      expect(page.html)
        .to.include('href="/auth/sign-in-link?next=%2Fe%2Fx"')
        .and.include('href="/auth/forgot-password"');
      expect(focusOf(page.html)).to.equal(null);
      expect(page.headers.get('cache-control')).to.include('no-store');
    });

    it('shows one message for a wrong password and for an unknown address', async () => {
      const { user } = await newUser(web().origin);
      const texts = [];
      for (const email of [user.email, newEmail()]) {
        const page = await send(visitor(), '/auth/login', { email, password: 'not the one' });
        expectSeen(page, 401);
        expect(focusOf(page.html)).to.equal('password');
        expect(fieldOf(page.html, '/auth/login', 'password')).to.include({
          'aria-invalid': 'true',
          'aria-describedby': 'password-error',
        });
        expect(fieldOf(page.html, '/auth/login', 'email').value).to.equal(email);
        expect(page.html).not.to.include('not the one');
        texts.push(page.text);
      }
      expect(texts[0]).to.equal(texts[1]);
      expect(texts[0]).to.include('Check for typos, or let us email you a link.');
    });

    it('redirects signed-in users, but lets them confirm their identity again', async () => {
      const person = await newUser(web().origin);
      expect((await see(person, '/auth/login?next=/settings/profile')).location).to.equal('/settings/profile');
      const again = await see(person, '/auth/login?again=1&next=/settings/profile');
      expectSeen(again, 200);
      expect(again.text).to.include("so we know it's you");
      expect(fieldOf(again.html, '/auth/login', 'email').value).to.equal(person.user.email);
    });

    it('follows next to a confirmation link, and to no other /auth page', async () => {
      for (const [next, end] of [
        ['/auth/activate/abc-_9', '/auth/activate/abc-_9'],
        ['/auth/activate/abc/not-mine', '/dashboard'],
        ['/auth/activate/../logout', '/dashboard'],
        ['/auth/second-step', '/dashboard'],
        ['/api/v2/auth/activate/abc', '/dashboard'],
      ] as const) {
        const person = await newUser(web().origin);
        expect((await see(person, `/auth/login?next=${encodeURIComponent(next)}`)).location, next).to.equal(end);
      }
    });

    it('writes nothing from its query into the page', async () => {
      const page = await see(
        visitor(),
        '/auth/login?email=a@b.example&note=%3Cb%3E&problem=x&next=https://evil.example',
      );
      expect(page.html).not.to.match(/a@b\.example|evil\.example|&lt;b&gt;/);
    });
  });

  describe('/auth/register', () => {
    it('asks for few fields, with hints for password managers', async () => {
      const { html } = await see(visitor(), '/auth/register');
      expect(fieldOf(html, '/auth/register', 'firstName').autocomplete).to.equal('given-name');
      expect(fieldOf(html, '/auth/register', 'password')).to.include({
        autocomplete: 'new-password',
        minlength: '10',
        passwordrules: 'minlength: 10; maxlength: 64; allowed: ascii-printable;',
      });
    });

    it('links each error to its field, and focuses the first', async () => {
      const page = await send(visitor(), '/auth/register', { firstName: 'Ruth', email: 'ruth@', password: 'short' });
      expectSeen(page, 422);
      expect(page.text).to.include('Two things need another look');
      expect(page.html).to.include('href="#email"').and.include('href="#password"');
      expect(focusOf(page.html)).to.equal('email');
      expect(fieldOf(page.html, '/auth/register', 'firstName').value).to.equal('Ruth');
    });

    it('names the draft, signs in, and asks to confirm the address', async () => {
      const person = visitor();
      const recipients = [{ firstName: 'Walter' }];
      const { title } = await person.call(createEvent, { body: { occasion: 'birthday', recipients } });
      expect((await see(person, '/auth/register')).text).to.include(title.replace('’', "'"));
      const email = newEmail();
      const done = await send(person, '/auth/register', { firstName: 'Ruth', email, password: PASSWORD });
      expect(done.location).to.equal('/dashboard?gtm_event_sign_up=password');
      const home = await see(person, '/dashboard');
      expect(home.text).to.include('Please confirm your address').and.include(title.replace('’', "'"));
      expect(home.html).to.include('href="/settings/profile"');
      expect((await send(person, '/auth/resend-verification')).location).to.equal('/dashboard?note=mail-sent');
      expect(await links.count(email, 'verify')).to.equal(2);
      expect((await see(person, '/dashboard?note=mail-sent')).text).to.include('again');
    });

    it('offers to log in to a browser that has been here before', async () => {
      const { user } = await newUser(web().origin);
      const page = await send(visitor(), '/auth/register', { email: user.email, password: OTHER });
      expectSeen(page, 409);
      expect(page.text).to.include("You've been here before");
      expect(focusOf(page.html)).to.equal('email');
    });
  });

  describe('pages of mailed links', () => {
    it('tell of an unknown token, with a way on', async () => {
      for (const path of ['activate', 'reset-password', 'change-email', 'sign-in-link', 'keep-account']) {
        const page = await see(visitor(), `/auth/${path}/nothing`);
        expectSeen(page, 404);
        expect(page.text, path).to.include('This link is not complete');
        expect((await send(visitor(), `/auth/${path}/nothing`, { password: OTHER })).status, path).to.equal(404);
      }
    });

    it('request a link with the same answer for every address', async () => {
      const { user } = await newUser(web().origin);
      for (const path of ['/auth/forgot-password', '/auth/sign-in-link']) {
        const answers = await Promise.all([user.email, newEmail()].map((email) => send(visitor(), path, { email })));
        expect(answers.map(({ status, location }) => [status, location])).to.deep.equal([
          [303, `${path}?sent=1`],
          [303, `${path}?sent=1`],
        ]);
        const sent = await see(visitor(), `${path}?sent=1`);
        expectSeen(sent, 200);
        expect(sent.text).to.include("If there's an account with this address");
        const wrong = await send(visitor(), path, { email: 'nobody' });
        expectSeen(wrong, 422);
        expect(focusOf(wrong.html)).to.equal('email');
      }
    });

    it('set a new password, with the username for password managers', async () => {
      const person = await newUser(web().origin);
      const who = visitor();
      await send(who, '/auth/forgot-password', { email: person.user.email });
      const path = `/auth/reset-password/${await links.token(person.user.email, 'reset')}`;
      const page = await see(who, path);
      expectSeen(page, 200);
      expect(fieldOf(page.html, path, 'username')).to.include({ autocomplete: 'username', value: person.user.email });
      expect(fieldOf(page.html, path, 'password').autocomplete).to.equal('new-password');
      const weak = await send(who, path, { password: 'password12345' });
      expectSeen(weak, 422);
      expect(focusOf(weak.html)).to.equal('password');
      expect((await send(who, path, { password: OTHER })).location).to.match(/^\/dashboard\?gtm_event_login=reset$/);
      expect((await who.call(whoAmI))?.id).to.equal(person.user.id);
      expect(await person.call(whoAmI), 'the old session').to.equal(null);
      const again = await see(who, path);
      expectSeen(again, 410);
      expect(again.text).to.include('Send me a new link');
    });

    it('log in and redirect to next', async () => {
      const { user } = await newUser(web().origin);
      const who = visitor();
      const asked = await send(who, '/auth/sign-in-link', { email: user.email, next: '/e/123' });
      expect(asked.location).to.equal('/auth/sign-in-link?sent=1&next=%2Fe%2F123');
      const path = `/auth/sign-in-link/${await links.token(user.email, 'sign-in-link')}`;
      expectSeen(await see(who, path), 200);
      expect((await send(who, path)).location).to.equal('/e/123?gtm_event_login=link');
      const again = await send(visitor(), path);
      expectSeen(again, 410);
      expect(again.text).to.include('Email me a new link');
    });

    it('ask on another device for the code shown in the requesting browser', async () => {
      const { user } = await newUser(web().origin);
      const [desk, phone] = [visitor(), visitor()];
      const asked = await send(desk, '/auth/sign-in-link', { email: user.email });
      const sent = await see(desk, asked.location ?? '');
      expectSeen(sent, 200);
      expect(sent.headers.get('cache-control')).to.include('no-store');
      const code = /Enter this code there: ([\d ]{8})/.exec(sent.text)?.[1] ?? '';
      expect(code).to.match(/^\d\d \d\d \d\d$/);
      expect((await see(visitor(), asked.location ?? '')).text).not.to.include('Enter this code');
      const path = `/auth/sign-in-link/${await links.token(user.email, 'sign-in-link')}`;
      expect((await see(desk, path)).html).not.to.include('name="code"');
      const page = await see(phone, path);
      expectSeen(page, 200);
      expect(page.text).to.include(user.email);
      expect(fieldOf(page.html, path, 'code')).to.include({ inputmode: 'numeric', autocomplete: 'off', required: '' });
      const wrong = await send(phone, path, { code: code === '00 00 00' ? '11 11 11' : '00 00 00' });
      expectSeen(wrong, 422);
      expect(focusOf(wrong.html)).to.equal('code');
      expect((await send(phone, path, { code })).location).to.equal('/dashboard?gtm_event_login=link');
      expect(await desk.call(whoAmI)).to.equal(null);
    });

    it('ask before they attach another browser’s draft to an account', async () => {
      const { user } = await newUser(web().origin);
      const [asking, other] = [visitor(), visitor()];
      const body = { occasion: 'birthday', recipients: [{ firstName: 'Lena' }] } as const;
      for (const who of [asking, other]) {
        await who.call(createEvent, { body: { ...body, recipients: [...body.recipients] } });
      }
      await send(asking, '/auth/sign-in-link', { email: user.email });
      const path = `/auth/sign-in-link/${await links.token(user.email, 'sign-in-link')}`;
      const page = await see(other, path);
      expectSeen(page, 200);
      expect(fieldOf(page.html, path, 'withOwn'))
        .to.include({ type: 'checkbox', value: 'yes' })
        .and.not.have.key('checked');
      expect((await see(asking, path)).html).not.to.include('withOwn');
    });

    it('change the address once both links were opened', async () => {
      const person = await newUser(web().origin);
      const before = person.user.email;
      await confirmAddress(web().connection, before);
      const email = newEmail();
      const asked = await send(person, '/settings/profile/email', { email, currentPassword: person.password });
      expect(asked.location).to.equal('/settings/profile?saved=email-asked#account');
      const settings = await see(person, '/settings/profile');
      expect(settings.text).to.include(`${before}. It becomes ${email} once`);
      const open = async (to: string, kind: 'change-email-old' | 'change-email-new') => {
        const path = `/auth/change-email/${await links.token(to, kind)}`;
        expect((await see(visitor(), path)).text).to.include(email);
        return (await send(visitor(), path)).location;
      };
      expect(await open(email, 'change-email-new')).to.equal('/auth/done/waiting-for-old');
      expect((await see(visitor(), '/auth/done/waiting-for-old')).text).to.include('emailed to your old address');
      expect(await open(before, 'change-email-old')).to.equal('/auth/done/email-changed');
      expect((await person.call(whoAmI))?.email).to.equal(email);
    });
  });

  describe('/auth/second-step', () => {
    it('redirects before the first step', async () => {
      expect((await see(visitor(), '/auth/second-step?next=/e/x')).location).to.equal('/auth/login?next=%2Fe%2Fx');
      const page = await send(visitor(), '/auth/second-step', { code: '123456' });
      expectSeen(page, 410);
    });

    it('accepts a code of the app or a recovery code after the password', async () => {
      const person = await newUser(web().origin);
      const app = await useCodeApp(web().connection, person);
      await app.letTimePass();
      for (const recovery of [false, true]) {
        const who = visitor();
        const first = await send(who, '/auth/login', { email: person.user.email, password: PASSWORD, next: '/e/123' });
        expect(first.location).to.equal('/auth/second-step?next=%2Fe%2F123');
        expect(await who.call(whoAmI)).to.equal(null);
        const page = await see(who, first.location ?? '');
        expectSeen(page, 200);
        expect(fieldOf(page.html, '/auth/second-step', 'code')).to.include({
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
        });
        expect(focusOf(page.html)).to.equal('code');
        const kind: Record<string, string> = recovery ? { kind: 'recovery' } : {};
        const wrong = await send(who, '/auth/second-step', { code: '000000', next: '/e/123', ...kind });
        expectSeen(wrong, 401);
        expect(focusOf(wrong.html)).to.equal(recovery ? 'recovery' : 'code');
        const code = recovery ? (app.recoveryCodes[0] ?? '') : app.code();
        const done = await send(who, '/auth/second-step', { code, next: '/e/123', ...kind });
        expect(done.location).to.equal('/e/123?gtm_event_login=password');
        expect((await who.call(whoAmI))?.id).to.equal(person.user.id);
      }
    });
  });
});
