import { expect } from 'chai';
import { deleteAccount } from '../../src/shared/contracts/account-data.ts';
import { changeEmail, changePassword, login } from '../../src/shared/contracts/accounts.ts';
import { listIdentities, unlinkIdentity } from '../../src/shared/contracts/identities.ts';
import {
  addPasskey,
  listPasskeys,
  offerPasskey,
  offerSignIn,
  removePasskey,
  signInWithPasskey,
} from '../../src/shared/contracts/passkeys.ts';
import { secondStep } from '../../src/shared/contracts/second-factor.ts';
import { signInByLink } from '../../src/shared/contracts/sign-in-link.ts';
import { type Authenticator, newAuthenticator } from '../helpers/authenticator.ts';
import { enterBy, setOut } from '../helpers/provider-visit.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { type CodeApp, confirmAddress, useCodeApp } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, type SignedInUser, signInElsewhere } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { mailedToken } from '../helpers/written-mails.ts';

const OTHER = 'walnut ferry quartz 42';
const HOUR = 3_600_000;

describe('sensitive changes of an account with two-factor', () => {
  const app = useWholeApp({ hasWorker: false, env: { SIGN_IN_SANDBOX: 'true' } });
  const connection = () => app().connection;
  let person: SignedInUser;
  let codes: CodeApp;

  beforeEach(async () => {
    person = await newUser(app().origin);
    codes = await useCodeApp(connection(), person);
    await codes.letTimePass();
  });

  const who = () => ({ params: { id: person.user.id } });
  /** Lets the person's session look as if these things had been proved long ago. */
  async function age(...facts: ('confirmedAt' | 'secondStepAt')[]): Promise<void> {
    const sessions = connection().collection<{ _id: string; session: string }>('sessions');
    for (const { _id, session } of await sessions.find({ session: new RegExp(person.user.id) }).toArray()) {
      const old = Object.fromEntries(facts.map((fact) => [fact, Date.now() - HOUR]));
      await sessions.updateOne({ _id }, { $set: { session: JSON.stringify({ ...JSON.parse(session), ...old }) } });
    }
  }
  async function keepPasskey(): Promise<Authenticator> {
    const device = newAuthenticator(app().config.appOrigin);
    const { options, ticket } = await person.call(offerPasskey, who());
    await person.call(addPasskey, { ...who(), body: { ticket, answer: device.create(options), name: 'Phone' } });
    return device;
  }

  /** Every change that takes the factor, by what the API makes of it with a code. */
  const changes: Record<string, (code?: string) => Promise<unknown>> = {
    'changing the password': (code) =>
      person.call(changePassword, {
        ...who(),
        body: { currentPassword: person.password, newPassword: OTHER, code },
      }),
    'changing the address': (code) =>
      person.call(changeEmail, { ...who(), body: { email: newEmail(), currentPassword: person.password, code } }),
    'asking for deletion': (code) =>
      person.call(deleteAccount, { ...who(), body: { currentPassword: person.password, code } }),
    'adding a passkey': (code) => person.call(offerPasskey, { ...who(), body: { code } }),
    'removing a passkey': async (code) => {
      const [passkey] = await person.call(listPasskeys, who());
      const params = { id: person.user.id, passkeyId: passkey?.id ?? '' };
      return person.call(removePasskey, { params, body: { code } });
    },
    'unlinking a provider': (code) =>
      person.call(unlinkIdentity, { params: { id: person.user.id, provider: 'google' }, body: { code } }),
  };

  for (const [what, change] of Object.entries(changes)) {
    it(`ask for a code for ${what} when the last one is too old`, async () => {
      await keepPasskey();
      await enterBy(person, app().origin, 'google', { email: person.user.email });
      await person.call(secondStep, { body: { code: codes.code() } });
      await age('secondStepAt');
      const missing = await refusalOf(change());
      expect([missing.status, missing.code, Object.keys(missing.fields)]).to.deep.equal([
        401,
        'SECOND_FACTOR_NEEDED',
        ['code'],
      ]);
      const wrong = await refusalOf(change(codes.code(50)));
      expect([wrong.code, Object.keys(wrong.fields)]).to.deep.equal(['SECOND_FACTOR_WRONG', ['code']]);
      await codes.letTimePass();
      await change(codes.code());
    });
  }

  it('accept a code for fifteen minutes', async () => {
    await age('secondStepAt');
    const body = { currentPassword: person.password };
    await person.call(changeEmail, { ...who(), body: { ...body, email: newEmail(), code: codes.recoveryCodes[0] } });
    await person.call(changeEmail, { ...who(), body: { ...body, email: newEmail() } });
    await age('secondStepAt');
    const later = person.call(changeEmail, { ...who(), body: { ...body, email: newEmail() } });
    expect(await statusAndCode(later)).to.deep.equal([401, 'SECOND_FACTOR_NEEDED']);
  });

  it('accept the code or passkey of the sign-in', async () => {
    const device = await keepPasskey();
    const byCode = newVisitor(app().origin);
    const { email } = person.user;
    await byCode.call(login, { body: { email, password: person.password, code: codes.code() } });
    await byCode.call(offerPasskey, who());
    const byPasskey = newVisitor(app().origin);
    const { options, ticket } = await byPasskey.call(offerSignIn);
    await byPasskey.call(signInWithPasskey, { body: { ticket, answer: device.get(options) } });
    await byPasskey.call(changeEmail, { ...who(), body: { email: newEmail(), currentPassword: person.password } });
  });

  it('ask for a code in a session from before two-factor was turned on', async () => {
    const other = await newUser(app().origin);
    const elsewhere = await signInElsewhere(app().origin, other);
    const { letTimePass } = await useCodeApp(connection(), other);
    await letTimePass();
    const params = { id: other.user.id };
    const body = { currentPassword: other.password, newPassword: OTHER };
    const early = [
      () => elsewhere.call(changePassword, { params, body }),
      () => elsewhere.call(offerPasskey, { params }),
    ];
    for (const call of early) expect(await statusAndCode(call())).to.deep.equal([401, 'SECOND_FACTOR_NEEDED']);
    await other.call(changePassword, { params, body });
  });

  it('ask for the password first, so that code attempts need it', async () => {
    await age('confirmedAt', 'secondStepAt');
    const body = { currentPassword: 'not the password', newPassword: OTHER, code: codes.code() };
    const refused = await refusalOf(person.call(changePassword, { ...who(), body }));
    expect(Object.keys(refused.fields)).to.deep.equal(['currentPassword']);
    await person.call(changePassword, { ...who(), body: { ...body, currentPassword: person.password } });
  });

  it('do not accept a code instead of a recent sign-in', async () => {
    await age('confirmedAt', 'secondStepAt');
    const call = person.call(offerPasskey, { ...who(), body: { code: codes.code() } });
    expect(await statusAndCode(call)).to.deep.equal([403, 'SIGN_IN_AGAIN']);
  });

  it('ask for a new sign-in before a provider is connected', async () => {
    const page = await (await person.fetch('/settings/profile')).text();
    const href = /href="(\/auth\/google\?add=[^"]+)"/.exec(page)?.[1] ?? '';
    expect((await setOut(person, 'google', href.replace('/auth/google', ''))).get('state')).to.be.a('string');
    await age('secondStepAt');
    const end = (await person.fetch(href)).headers.get('location');
    expect(end).to.include('problem=sign-in-again');
  });

  it('link a provider only after the second step', async () => {
    const linked = async () => (await person.call(listIdentities, who())).map(({ provider }) => provider);
    const arriving = newVisitor(app().origin);
    await enterBy(arriving, app().origin, 'apple', { email: person.user.email });
    expect(await linked()).to.deep.equal([]);
    const byLink = newVisitor(app().origin);
    await enterBy(byLink, app().origin, 'google', { email: person.user.email, isHosted: false });
    const token = await mailedToken(connection(), person.user.email, 'sign-in-link');
    await byLink.call(signInByLink, { params: { token } });
    expect(await linked()).to.deep.equal([]);
    await arriving.call(secondStep, { body: { code: codes.code() } });
    await byLink.call(secondStep, { body: { code: codes.recoveryCodes[0] ?? '' } });
    expect(await linked()).to.have.members(['apple', 'google']);
  });

  it('ask for no code without two-factor', async () => {
    const other = await newUser(app().origin);
    await confirmAddress(connection(), other.user.email);
    const params = { id: other.user.id };
    await other.call(offerPasskey, { params });
    await other.call(changePassword, { params, body: { currentPassword: other.password, newPassword: OTHER } });
  });
});
