import { expect } from 'chai';
import { draftsHandedOver } from '../../src/features/drafts/domain-events.ts';
import { rememberPrepared } from '../../src/features/drafts/session-drafts.service.ts';
import { anyone } from '../../src/platform/http/access-rules.ts';
import { action } from '../../src/platform/http/action.ts';
import { contract } from '../../src/shared/contract.ts';
import { login, whoAmI } from '../../src/shared/contracts/accounts.ts';
import { empty } from '../../src/shared/contracts/common.ts';
import { requestSignInLink, signInByLink } from '../../src/shared/contracts/sign-in-link.ts';
import { useApi } from '../helpers/api-app.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newEmail, newUser, newVisitor, type Visitor } from '../helpers/user.ts';
import { mailedToken, writtenMails } from '../helpers/written-mails.ts';

const PREPARED = '0123456789abcdef01234567';
const prepare = contract({
  method: 'POST',
  path: '/api/test/prepare-for-link',
  summary: 'Prepares an event without an account.',
  access: 'anyone',
  response: empty,
});
const extra = [
  action(prepare, {
    access: anyone,
    async run({ req }) {
      await rememberPrepared(req, PREPARED);
      return {};
    },
  }),
];

describe('sign-in by mailed link', () => {
  const api = useApi({ tables: [extra] });
  const connection = () => api().database.connection;
  const visitor = () => newVisitor(api().origin);
  const users = () => connection().collection('users');

  interface AskedLink {
    token: string;
    /** As the browser that asked shows it. */
    code: string;
  }
  async function linkFor(email: string, who: Visitor = visitor(), next?: string): Promise<AskedLink> {
    const { code } = await who.call(requestSignInLink, { body: { email, ...(next && { next }) } });
    return { token: await mailedToken(connection(), email, 'sign-in-link'), code };
  }
  const use = (who: Visitor, { token, code }: Pick<AskedLink, 'token'> & Partial<AskedLink>) =>
    who.call(signInByLink, { params: { token }, body: { code } });

  it('signs in the requesting browser and redirects to next', async () => {
    const { user } = await newUser(api().origin);
    await users().updateOne({ email: user.email }, { $set: { verifiedAt: new Date() } });
    const who = visitor();
    const { token } = await linkFor(user.email, who, '/e/123');
    const result = await use(who, { token });
    expect(result).to.deep.include({ needsSecondFactor: false, isNew: false, next: '/e/123?gtm_event_login=link' });
    expect(await who.call(whoAmI)).to.include({ id: user.id, hasPassword: true });
  });

  it('in another browser asks for the code shown in the requesting one, and signs in there only', async () => {
    const email = newEmail();
    const [asking, phone] = [visitor(), visitor()];
    const { token, code } = await linkFor(email, asking);
    expect(code).to.match(/^\d{6}$/);
    const missing = await refusalOf(use(phone, { token }));
    expect([missing.status, missing.code, Object.keys(missing.fields)]).to.deep.equal([
      422,
      'FIELDS_REFUSED',
      ['code'],
    ]);
    await use(phone, { token, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect((await phone.call(whoAmI))?.email).to.equal(email);
    expect(await asking.call(whoAmI)).to.equal(null);
  });

  it('recognises the browser by its own secret, and stores neither that nor the code in clear', async () => {
    const who = visitor();
    const { token, code } = await linkFor(newEmail(), who);
    const secret = /vd_asked=([\w-]{22})/.exec(who.cookie())?.[1] ?? 'none';
    const kept = JSON.stringify(await connection().collection('one_time_tokens').find().toArray());
    expect(kept).not.to.include(secret).and.not.include(code);
    const copied = newVisitor(api().origin, { cookie: `vd_asked=${'A'.repeat(22)}` });
    expect(await statusAndCode(use(copied, { token }))).to.deep.equal([422, 'FIELDS_REFUSED']);
  });

  it('refuses the code of another or an earlier link', async () => {
    const email = newEmail();
    const who = visitor();
    const [first, second] = [await linkFor(email, who), await linkFor(email, who)];
    const stranger = await linkFor(email);
    const phone = visitor();
    for (const { code } of [first, stranger].filter(({ code }) => code !== second.code)) {
      expect(await statusAndCode(use(phone, { ...second, code }))).to.deep.equal([422, 'FIELDS_REFUSED']);
    }
    // Where they were asked for, both still work.
    await use(who, { token: first.token });
    await use(phone, second);
  });

  it('expires after five wrong codes, also concurrent ones', async () => {
    const { token, code } = await linkFor(newEmail());
    const wrong = code === '000000' ? '000001' : '000000';
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => statusAndCode(use(visitor(), { token, code: wrong }))),
    );
    expect(tries.filter(([status]) => status === 422)).to.have.length(5);
    expect(tries.filter(([status]) => status === 410)).to.have.length(3);
    expect(await statusAndCode(use(visitor(), { token, code }))).to.deep.equal([410, 'TOKEN_EXPIRED']);
  });

  it('creates the account of a new address when the link is used, not before', async () => {
    const email = newEmail();
    const link = await linkFor(email);
    expect(await users().countDocuments({ email })).to.equal(0);
    const result = await use(visitor(), link);
    expect(result).to.deep.include({ isNew: true, next: '/dashboard?gtm_event_sign_up=link' });
    expect(result.user).to.include({ email, verified: true, hasPassword: false });
  });

  it('answers known and unknown addresses the same, with the same mail', async () => {
    const { user } = await newUser(api().origin);
    const who = visitor();
    const answers = await Promise.all(
      [user.email, newEmail()].map(async (email) => {
        const response = await who.fetch('/api/v2/auth/sign-in-link', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email }),
        });
        const [mail] = await writtenMails(connection(), email, 'sign-in-link');
        const body = (await response.text()).replace(/\d{6}/, 'CODE');
        return { status: response.status, body, firstName: mail?.firstName };
      }),
    );
    expect(answers[0]).to.deep.equal(answers[1]);
    expect(answers[0]).to.deep.equal({ status: 200, body: '{"success":true,"data":{"code":"CODE"}}', firstName: '' });
  });

  it('works once, and only one of many concurrent uses succeeds', async () => {
    const link = await linkFor(newEmail());
    const clicks = await Promise.allSettled(Array.from({ length: 5 }, () => use(visitor(), link)));
    expect(clicks.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    const error = await refusalOf(use(visitor(), link));
    expect([error.status, error.code]).to.deep.equal([410, 'TOKEN_USED']);
    expect(error.message).to.include('already signed you in once');
  });

  it('says that an account is suspended, and after its date that it is gone', async () => {
    for (const [change, title, words] of [
      [{ suspension: { at: new Date(), why: 'Unkind' } }, 'This account is suspended', 'We emailed you why'],
      [{ deletionDueAt: new Date(Date.now() - 1000) }, 'This account is gone', 'You can create a new one'],
    ] as const) {
      const { user } = await newUser(api().origin);
      await users().updateOne({ email: user.email }, { $set: change });
      const who = visitor();
      const { token } = await linkFor(user.email, who);
      const refused = await (await who.postForm(`/auth/sign-in-link/${token}`, {})).text();
      expect(refused).to.include(title).and.include(words).and.not.include('already');
    }
  });

  it('expires after ten minutes', async () => {
    const email = newEmail();
    const link = await linkFor(email);
    const [kept] = await connection().collection('one_time_tokens').find({ email }).toArray();
    expect(kept?.expiresAt - kept?.createdAt).to.equal(10 * 60_000);
    await connection()
      .collection('one_time_tokens')
      .updateOne({ email }, { $set: { expiresAt: new Date() } });
    expect(await statusAndCode(use(visitor(), link))).to.deep.equal([410, 'TOKEN_EXPIRED']);
  });

  it('is stored as a hash', async () => {
    const { token } = await linkFor(newEmail());
    const kept = JSON.stringify(await connection().collection('one_time_tokens').find().toArray());
    expect(token).to.have.length(43);
    expect(kept).not.to.include(token);
  });

  it('refuses a forged token', async () => {
    expect(await statusAndCode(use(visitor(), { token: 'x'.repeat(43) }))).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('attaches the draft of the requesting browser', async () => {
    const heard: { preparedEventIds: readonly string[] }[] = [];
    const off = draftsHandedOver.on((payload) => void heard.push(payload));
    const asking = visitor();
    await asking.call(prepare);
    const link = await linkFor(newEmail(), asking);
    await use(visitor(), link);
    off();
    expect(heard.map(({ preparedEventIds }) => preparedEventIds)).to.deep.equal([[PREPARED]]);
  });

  it('attaches another browser’s own draft only on request', async () => {
    const heard: (readonly string[])[] = [];
    const off = draftsHandedOver.on(({ preparedEventIds }) => void heard.push(preparedEventIds));
    const visiting = visitor();
    await visiting.call(prepare);
    await use(visiting, await linkFor(newEmail()));
    // What was left waits in that browser for its next sign-in.
    const person = await newUser(api().origin);
    await visiting.call(login, { body: { email: person.user.email, password: person.password } });
    const other = visitor();
    await other.call(prepare);
    const { token, code } = await linkFor(newEmail());
    await other.postForm(`/auth/sign-in-link/${token}`, { withOwn: 'yes', code });
    off();
    expect(heard).to.deep.equal([[], [], [PREPARED], [PREPARED]]);
  });

  it('gives an unconfirmed account to the mailbox’s owner, without the credentials of who created it', async () => {
    const squatter = await newUser(api().origin);
    const { email, id } = squatter.user;
    const link = await linkFor(email);
    expect((await use(visitor(), link)).user).to.include({ id, verified: true, hasPassword: false });
    expect(await squatter.call(whoAmI)).to.equal(null);
    const again = visitor().call(login, { body: { email, password: squatter.password } });
    expect(await statusAndCode(again)).to.deep.equal([401, 'WRONG_CREDENTIALS']);
    const [mail] = await writtenMails(connection(), email, 'second-factor-changed');
    expect(mail?.what).to.include('password').and.include('removed');
  });

  it('keeps the password when this browser created the account', async () => {
    const user = await newUser(api().origin);
    const link = await linkFor(user.user.email, user);
    expect((await use(user, link)).user).to.include({ id: user.user.id, verified: true, hasPassword: true });
  });

  it('is invalid once the account has another address', async () => {
    const { user } = await newUser(api().origin);
    const link = await linkFor(user.email);
    await users().updateOne({ email: user.email }, { $set: { email: newEmail() } });
    expect(await statusAndCode(use(visitor(), link))).to.deep.equal([410, 'TOKEN_EXPIRED']);
    expect(await users().countDocuments({ email: user.email })).to.equal(0);
  });

  it('redirects to pages of this app only', async () => {
    const link = await linkFor(newEmail(), visitor(), '//evil.example');
    expect((await use(visitor(), link)).next).to.match(/^\/dashboard\?/);
  });

  it('is mailed at most five times an hour per address and visitor', async () => {
    const email = newEmail();
    for (let i = 0; i < 5; i++) await linkFor(email);
    expect(await statusAndCode(linkFor(email))).to.deep.equal([429, 'TOO_MANY_REQUESTS']);
    expect(await writtenMails(connection(), email, 'sign-in-link')).to.have.length(5);
  });
});
