import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Types } from 'mongoose';
import { stopUrl } from '../../src/features/messages/mail-stops.service.ts';
import {
  activate,
  changeEmail,
  changePassword,
  confirmEmail,
  forgotPassword,
  login,
  resetPassword,
  whoAmI,
} from '../../src/shared/contracts/accounts.ts';
import { startChat } from '../../src/shared/contracts/chat.ts';
import { updateProfile } from '../../src/shared/contracts/profiles.ts';
import { useApi } from '../helpers/api-app.ts';
import { useMailedLinks } from '../helpers/mailed-links.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newEmail, newUser, newVisitor, type SignedInUser, signInElsewhere } from '../helpers/user.ts';

describe('PUT /api/v2/users/{id}/change-email', () => {
  const api = useApi();
  const links = useMailedLinks(api);
  const users = () => api().database.connection.collection('users');
  const visitor = () => newVisitor(api().origin);
  const open = (token: string) => visitor().call(confirmEmail, { params: { token } });

  /** Somebody whose address is confirmed. */
  async function confirmed(): Promise<SignedInUser> {
    const person = await newUser(api().origin);
    await users().updateOne({ email: person.user.email }, { $set: { verifiedAt: new Date() } });
    return person;
  }
  function ask(person: SignedInUser, email: string, currentPassword: string | undefined = person.password) {
    return person.call(changeEmail, { params: { id: person.user.id }, body: { email, currentPassword } });
  }

  for (const order of [
    ['old', 'new'],
    ['new', 'old'],
  ] as const) {
    it(`asks both mailboxes to confirm, ${order[0]} one first, and notifies the old one`, async () => {
      const person = await confirmed();
      const { email } = person.user;
      const next = newEmail();
      expect(await ask(person, next.toUpperCase())).to.deep.equal({ pendingEmail: next });
      const tokens = {
        old: await links.token(email, 'change-email-old'),
        new: await links.token(next, 'change-email-new'),
      };
      expect(await links.mail(email, 'change-email-old')).to.include({ newEmail: next });
      expect(await open(tokens[order[0]])).to.deep.equal({ email: next, isDone: false, waitingFor: order[1] });
      expect((await person.call(whoAmI))?.email).to.equal(email);
      expect(await open(tokens[order[1]])).to.deep.equal({ email: next, isDone: true, waitingFor: null });
      expect(await person.call(whoAmI)).to.include({ email: next, verified: true });
      expect(await links.mail(email, 'email-changed')).to.include({ newEmail: next });
      await visitor().call(login, { body: { email: next, password: person.password } });
      const old = visitor().call(login, { body: { email, password: person.password } });
      expect(await statusAndCode(old)).to.deep.equal([401, 'WRONG_CREDENTIALS']);
      expect(await statusAndCode(open(tokens.old))).to.deep.equal([410, 'TOKEN_USED']);
    });
  }

  it('changes the address when both links are opened at the same time', async () => {
    const person = await confirmed();
    const next = newEmail();
    await ask(person, next);
    const tokens = [
      await links.token(person.user.email, 'change-email-old'),
      await links.token(next, 'change-email-new'),
    ];
    const answers = await Promise.all(tokens.map(open));
    expect(answers.some(({ isDone }) => isDone)).to.equal(true);
    expect((await person.call(whoAmI))?.email).to.equal(next);
    expect(await links.count(person.user.email, 'email-changed')).to.equal(1);
  });

  it('asks only the new mailbox when the old address was never confirmed, and does not mail the old one', async () => {
    const person = await newUser(api().origin);
    const next = newEmail();
    await ask(person, next);
    expect((await open(await links.token(next, 'change-email-new'))).isDone).to.equal(true);
    expect(await links.count(person.user.email, 'change-email-old')).to.equal(0);
    expect(await links.count(person.user.email, 'email-changed')).to.equal(0);
  });

  it('does not take over an account that confirmed its address in the meantime', async () => {
    const person = await newUser(api().origin);
    const { email } = person.user;
    const next = newEmail();
    await ask(person, next);
    const token = await links.token(next, 'change-email-new');
    await person.call(activate, { params: { token: await links.token(email, 'verify') } });
    expect(await statusAndCode(open(token))).to.deep.equal([410, 'TOKEN_EXPIRED']);
    expect(await person.call(whoAmI)).to.include({ email, verified: true });
    expect((await users().findOne({ email }))?.pendingEmail).to.equal(null);
  });

  it('asks the old mailbox when it was confirmed during the change', async () => {
    const person = await newUser(api().origin);
    const { email } = person.user;
    const next = newEmail();
    await ask(person, next);
    // As by a request that arrives at the same time, and writes the change down after the confirmation.
    await users().updateOne({ email }, { $set: { verifiedAt: new Date() } });
    const token = await links.token(next, 'change-email-new');
    expect(await open(token)).to.deep.equal({ email: next, isDone: false, waitingFor: 'old' });
    expect(await person.call(whoAmI)).to.include({ email, verified: true });
  });

  it('cancels the change when the password is changed', async () => {
    const person = await confirmed();
    const next = newEmail();
    await ask(person, next);
    const tokens = [
      await links.token(person.user.email, 'change-email-old'),
      await links.token(next, 'change-email-new'),
    ];
    const body = { currentPassword: person.password, newPassword: 'walnut ferry quartz 42' };
    await person.call(changePassword, { params: { id: person.user.id }, body });
    for (const token of tokens) expect(await statusAndCode(open(token))).to.deep.equal([410, 'TOKEN_EXPIRED']);
    expect((await person.call(whoAmI))?.email).to.equal(person.user.email);
  });

  it('reveals an existing account only to the mailbox of its address', async () => {
    const [person, other] = [await confirmed(), await confirmed()];
    expect(await ask(person, other.user.email)).to.deep.equal({ pendingEmail: other.user.email });
    const token = await links.token(other.user.email, 'change-email-new');
    expect(await statusAndCode(open(token))).to.deep.equal([409, 'DUPLICATE']);
    expect((await other.call(whoAmI))?.email).to.equal(other.user.email);
  });

  it('does not change to an address that was registered in the meantime', async () => {
    const [person, other] = [await confirmed(), await confirmed()];
    const next = newEmail();
    await ask(person, next);
    await ask(other, next);
    await open(await links.token(other.user.email, 'change-email-old'));
    const [late, first] = await Promise.all([
      links.token(person.user.email, 'change-email-old'),
      links.token(next, 'change-email-new'),
    ]);
    expect((await open(first)).isDone).to.equal(true);
    expect((await open(late)).isDone).to.equal(false);
    expect((await person.call(whoAmI))?.email).to.equal(person.user.email);
    expect((await other.call(whoAmI))?.email).to.equal(next);
  });

  it('invalidates the links of an earlier change', async () => {
    const person = await confirmed();
    const first = newEmail();
    await ask(person, first);
    const early = await links.token(first, 'change-email-new');
    await ask(person, newEmail());
    expect(await statusAndCode(open(early))).to.deep.equal([410, 'TOKEN_EXPIRED']);
  });

  it('invalidates links that were mailed to the old address', async () => {
    const person = await confirmed();
    const { email } = person.user;
    const next = newEmail();
    await visitor().call(forgotPassword, { body: { email } });
    const reset = await links.token(email, 'reset');
    await ask(person, next);
    await open(await links.token(email, 'change-email-old'));
    await open(await links.token(next, 'change-email-new'));
    const late = visitor().call(resetPassword, {
      params: { token: reset },
      body: { password: 'walnut ferry quartz 42' },
    });
    expect(await statusAndCode(late)).to.deep.equal([410, 'TOKEN_EXPIRED']);
  });

  it('leaves with the old address what its owner turned off', async () => {
    const person = await confirmed();
    const { email, id } = person.user;
    await person.call(updateProfile, { params: { id }, body: { notifications: { gifts: false } } });
    const next = newEmail();
    await ask(person, next);
    await open(await links.token(email, 'change-email-old'));
    await open(await links.token(next, 'change-email-new'));
    const page = await visitor().fetch(new URL(stopUrl(email, 'gifts')).pathname);
    expect(await page.text()).to.include('These emails have stopped');
  });

  it('mails answers of the chat to the new address, and invalidates the links to it in the old mailbox', async () => {
    const person = await confirmed();
    const { email } = person.user;
    const { conversation } = await person.call(startChat, { body: { clientId: randomUUID(), text: 'Hello' } });
    const chats = api().database.connection.collection('chat_conversations');
    const _id = new Types.ObjectId(conversation.id);
    const chatToken = randomBytes(16).toString('base64url');
    const link = {
      hash: createHash('sha256').update(chatToken).digest('base64url'),
      until: new Date(Date.now() + 60_000),
    };
    await chats.updateOne({ _id }, { $set: { links: [link] } });
    const read = () => visitor().fetch('/api/v2/chat', { headers: { 'x-chat-token': chatToken } });
    expect(await (await read()).text()).to.include('Hello');
    const next = newEmail();
    await ask(person, next);
    await open(await links.token(email, 'change-email-old'));
    await open(await links.token(next, 'change-email-new'));
    expect(await (await read()).text()).not.to.include('Hello');
    expect(await chats.findOne({ _id })).to.include({ email: next });
  });

  it('cancels the change on a password reset', async () => {
    const person = await confirmed();
    const { email } = person.user;
    const next = newEmail();
    await ask(person, next);
    const token = await links.token(next, 'change-email-new');
    await visitor().call(forgotPassword, { body: { email } });
    const reset = await links.token(email, 'reset');
    await visitor().call(resetPassword, { params: { token: reset }, body: { password: 'walnut ferry quartz 42' } });
    expect(await statusAndCode(open(token))).to.deep.equal([410, 'TOKEN_EXPIRED']);
  });

  it('asks for the password, and refuses a wrong one without signing out', async () => {
    const person = await confirmed();
    for (const password of ['', 'not the password']) {
      const error = await refusalOf(ask(person, newEmail(), password));
      expect([error.status, error.fields.currentPassword]).to.satisfy(
        ([status, words]: [number, string]) => status === 422 && words.length > 10,
      );
    }
    const missing = person.call(changeEmail, { params: { id: person.user.id }, body: { email: newEmail() } });
    expect(await statusAndCode(missing)).to.deep.equal([422, 'FIELDS_REFUSED']);
    expect(await person.call(whoAmI)).not.to.equal(null);
    expect(await links.count(person.user.email, 'change-email-old')).to.equal(0);
  });

  it('asks a user without a password for a recent sign-in', async () => {
    const person = await confirmed();
    await users().updateOne({ email: person.user.email }, { $set: { passwordHash: null } });
    const next = newEmail();
    const { id } = person.user;
    expect(await person.call(changeEmail, { params: { id }, body: { email: next } })).to.deep.equal({
      pendingEmail: next,
    });
    const elsewhere = await newUser(api().origin);
    await users().updateOne({ email: elsewhere.user.email }, { $set: { passwordHash: null } });
    await letSessionsAge(20 * 60_000);
    const late = elsewhere.call(changeEmail, { params: { id: elsewhere.user.id }, body: { email: newEmail() } });
    expect(await statusAndCode(late)).to.deep.equal([403, 'SIGN_IN_AGAIN']);
  });

  it('refuses the current address, and another user’s account', async () => {
    const [person, other] = [await confirmed(), await confirmed()];
    const same = await refusalOf(ask(person, person.user.email));
    expect([same.status, same.fields.email]).to.deep.equal([422, 'That’s already your address.']);
    const foreign = person.call(changeEmail, {
      params: { id: other.user.id },
      body: { email: newEmail(), currentPassword: person.password },
    });
    expect(await statusAndCode(foreign)).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('mails no address without end: five requests to one address, and twelve of an account', async () => {
    const [person, other] = [await confirmed(), await confirmed()];
    const next = newEmail();
    for (let i = 0; i < 5; i++) await ask(i % 2 ? person : other, next);
    for (const who of [person, other]) expect((await refusalOf(ask(who, next))).status).to.equal(429);
    expect(await links.count(next, 'change-email-new')).to.equal(5);
    const asked = await Promise.allSettled(Array.from({ length: 12 }, () => ask(person, newEmail())));
    expect(asked.filter(({ status }) => status === 'rejected')).to.have.length(3);
    const late = newEmail();
    expect((await refusalOf(ask(person, late))).status).to.equal(429);
    expect(await links.count(late, 'change-email-new')).to.equal(0);
  });

  it('locks only this session after ten wrong passwords', async () => {
    const person = await confirmed();
    const elsewhere = await signInElsewhere(api().origin, person);
    for (let i = 0; i < 10; i++) expect((await refusalOf(ask(person, newEmail(), 'wrong guess'))).status).to.equal(422);
    expect((await refusalOf(ask(person, newEmail()))).status).to.equal(429);
    await ask(elsewhere, newEmail());
    expect((await refusalOf(ask(person, newEmail()))).status).to.equal(429);
    await visitor().call(login, { body: { email: person.user.email, password: person.password } });
  });

  /** Makes all sessions look as if their people had proved who they are this long ago. */
  async function letSessionsAge(milliseconds: number): Promise<void> {
    const sessions = api().database.connection.collection('sessions');
    for (const each of await sessions.find().toArray()) {
      const data = JSON.parse(each.session) as { confirmedAt?: number };
      if (!data.confirmedAt) continue;
      const session = JSON.stringify({ ...data, confirmedAt: data.confirmedAt - milliseconds });
      await sessions.updateOne({ _id: each._id }, { $set: { session } });
    }
  }
});
