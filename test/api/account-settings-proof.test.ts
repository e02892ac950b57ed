import { expect } from 'chai';
import { addPasskey, offerPasskey } from '../../src/shared/contracts/passkeys.ts';
import { newAuthenticator } from '../helpers/authenticator.ts';
import { fieldOf, focusOf, type SeenPage, see, send } from '../helpers/pages.ts';
import { enterBy } from '../helpers/provider-visit.ts';
import { confirmAddress, useCodeApp } from '../helpers/second-factor.ts';
import { growStale } from '../helpers/stale-session.ts';
import { newEmail, newUser, type SignedInUser } from '../helpers/user.ts';
import { expectPage } from '../helpers/view.tsx';
import { useWeb } from '../helpers/web-app.ts';

const PAGE = '/settings/profile';
const OTHER = 'walnut ferry quartz 42';

describe('proofs that settings pages ask for, without script', () => {
  const web = useWeb({ env: { SIGN_IN_SANDBOX: 'true' } });
  let person: SignedInUser;

  beforeEach(async () => {
    person = await newUser(web().origin);
  });

  function expectSeen(page: SeenPage, status: number): void {
    expect([page.status, page.location]).to.deep.equal([status, null]);
    expectPage(page.html);
  }

  it('ask for a recent sign-in before they change a way to sign in', async () => {
    await confirmAddress(web().connection, person.user.email);
    await growStale(web().connection);
    const again = (next: string) => `/auth/login?again=1&next=${encodeURIComponent(next)}`;
    expect((await see(person, '/settings/second-step')).location).to.equal(again('/settings/second-step'));
    const passkey = await send(person, `${PAGE}/passkeys/remove`, { id: 'a'.repeat(24) });
    expect(passkey.location).to.equal(again(`${PAGE}#security`));
    const { email } = person.user;
    const back = await send(person, '/auth/login', { email, password: person.password, next: '/settings/second-step' });
    expect(back.location).to.equal('/settings/second-step?gtm_event_login=password');
    expectSeen(await see(person, '/settings/second-step'), 200);
  });

  for (const [name, fields] of Object.entries<Record<string, string>>({
    email: { email: newEmail() },
    password: { newPassword: OTHER },
    delete: { sure: 'yes' },
  })) {
    it(`ask in the form "${name}" for a two-factor code only users with two-factor`, async () => {
      const form = `${PAGE}/${name}`;
      const sent = { ...fields, currentPassword: person.password };
      const app = await useCodeApp(web().connection, person);
      expect((await see(person, PAGE)).html).not.to.include('Code from your app');
      await app.letTimePass();
      await growStale(web().connection, 'confirmedAt', 'secondStepAt');
      const page = await see(person, PAGE);
      expectSeen(page, 200);
      expect(fieldOf(page.html, form, 'code')).to.include({ autocomplete: 'one-time-code', required: '' });
      for (const code of ['', '000000']) {
        const refused = await send(person, form, { ...sent, code });
        expectSeen(refused, 401);
        expect(focusOf(refused.html)).to.equal(`${name}-code`);
        const field = fieldOf(refused.html, form, 'code');
        expect(field).to.include({ 'aria-invalid': 'true' }).and.not.have.key('value');
      }
      const done = await send(person, form, { ...sent, code: app.code() });
      expect(done.location).to.match(/saved=|done\/deleted/);
    });
  }

  it('ask for the code in the form of the passkey or provider to be removed', async () => {
    await confirmAddress(web().connection, person.user.email);
    const device = newAuthenticator(web().config.appOrigin);
    const who = { params: { id: person.user.id } };
    const { options, ticket } = await person.call(offerPasskey, who);
    const { id } = await person.call(addPasskey, { ...who, body: { ticket, answer: device.create(options) } });
    await enterBy(person, web().origin, 'google', { email: person.user.email });
    const app = await useCodeApp(web().connection, person);
    const forms = [
      [`${PAGE}/passkeys/remove`, { id }, `code-${id}`],
      [`${PAGE}/providers/disconnect`, { provider: 'google' }, 'code-google'],
    ] as const;
    for (const [path, about, field] of forms) {
      await app.letTimePass();
      await growStale(web().connection, 'secondStepAt');
      const wrong = await send(person, path, { ...about, code: '000000' });
      expectSeen(wrong, 401);
      expect(focusOf(wrong.html)).to.equal(field);
      const done = await send(person, path, { ...about, code: app.code() });
      expect(done.location, path).to.include('saved=');
    }
  });
});
