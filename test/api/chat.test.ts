import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { forgetInSupport } from '../../src/features/support/forget-person.service.ts';
import { ApiError, type CallInput } from '../../src/shared/api-client.ts';
import { CHAT_TOKEN_HEADER } from '../../src/shared/chat.ts';
import {
  getChat,
  leaveChatEmail,
  myChat,
  readChat,
  sendChatMessage,
  startChat,
} from '../../src/shared/contracts/chat.ts';
import { answerChat, changeDesk, getDesk, listDesk, readDesk } from '../../src/shared/contracts/chat-desk.ts';
import { impersonate } from '../../src/shared/contracts/impersonation.ts';
import { newChatter, wordsOf } from '../helpers/chat.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );

describe('chat', () => {
  const web = useWeb({ env: { TRUST_PROXY: '1' } });
  let staff: SignedInUser;
  let address = 0;

  const stranger = () => newChatter(web().origin, { 'x-forwarded-for': `203.0.113.${++address}` });
  const answer = (id: string, text: string, clientId = randomUUID()) =>
    staff.call(answerChat, { params: { id }, body: { clientId, text } });
  const find = (name: string, filter: object = {}) => web().connection.collection(name).find(filter).toArray();

  before(async () => {
    staff = await newUser(web().origin, { role: 'editor' });
  });

  describe('a conversation', () => {
    it('is found again by the browser’s token, which is stored as a hash', async () => {
      const ann = stranger();
      expect(await ann.visitor.call(myChat)).to.deep.equal({ isStaffed: false, conversation: null });
      const begun = await ann.start('My clip is upside down');
      await ann.say(begun.id, 'Both of them');
      const { conversation } = await ann.visitor.call(myChat);
      expect(wordsOf(conversation?.messages ?? [])).to.deep.equal(['My clip is upside down', 'Both of them']);
      expect(conversation).to.include({ id: begun.id, state: 'waiting', unread: 0, hasEarlier: false });
      expect(JSON.stringify(await find('chat_conversations'))).not.to.include(ann.token);
    });

    it('stores a message once that is sent several times at once: the first one, a later one and an answer', async () => {
      const ann = stranger();
      const [first, second] = [randomUUID(), randomUUID()];
      const starts = await Promise.all([1, 2, 3].map(() => ann.start('Hello', { clientId: first })));
      expect(new Set(starts.map(({ id }) => id)).size).to.equal(1);
      const id = starts[0]?.id ?? '';
      const said = await Promise.all([1, 2, 3, 4].map(() => ann.say(id, 'Are you there?', second)));
      expect(new Set(said.map(({ message }) => message.id)).size).to.equal(1);
      await Promise.all([answer(id, 'Yes', first), answer(id, 'Yes', first)]);
      expect(wordsOf((await ann.read(id)).messages)).to.deep.equal(['Hello', 'Are you there?', 'Yes']);
    });

    it('is refused to everybody else', async () => {
      const { id } = await stranger().start('Mine');
      const others = [stranger().visitor, await newUser(web().origin), staff];
      for (const other of others) {
        const params = { id };
        const codes = await Promise.all([
          codeOf(other.call(getChat, { params, query: {} })),
          codeOf(other.call(sendChatMessage, { params, body: { clientId: randomUUID(), text: 'x' } })),
          codeOf(other.call(readChat, { params, body: { upTo: 9 } })),
          codeOf(other.call(leaveChatEmail, { params, body: { email: 'evil@example.com' } })),
        ]);
        expect(codes).to.deep.equal(Array(4).fill('NOT_FOUND'));
      }
      const nobody = stranger().visitor.call(startChat, { body: { clientId: randomUUID(), text: 'x' } });
      expect(await codeOf(nobody)).to.equal('NOT_SIGNED_IN');
    });

    it('is neither shown to nor continued by an impersonating admin', async () => {
      const user = await newUser(web().origin);
      const { conversation } = await user.call(startChat, { body: { clientId: randomUUID(), text: 'For your eyes' } });
      const admin = await newUser(web().origin, { role: 'admin' });
      await admin.call(impersonate, { params: { id: user.user.id }, query: {} });
      expect((await admin.call(myChat)).conversation).to.equal(null);
      const body = { clientId: randomUUID(), text: 'In their name' };
      expect(await codeOf(admin.call(startChat, { body }))).to.equal('NOT_ALLOWED');
      const params = { id: conversation.id };
      expect(await codeOf(admin.call(sendChatMessage, { params, body }))).to.equal('NOT_FOUND');
    });

    it('moves into the account of its writer, and the token stops working', async () => {
      const ann = stranger();
      const { id } = await ann.start('Before I signed in');
      const user = await newUser(web().origin);
      const headers = { [CHAT_TOKEN_HEADER]: ann.token, accept: 'application/json' };
      const claimed = await (await user.fetch('/api/v2/chat', { headers })).json();
      expect(claimed.data.conversation).to.include({ id, email: user.user.email });
      expect((await user.call(myChat)).conversation?.id).to.equal(id);
      expect((await ann.visitor.call(myChat)).conversation).to.equal(null);
      expect(await codeOf(ann.read(id))).to.equal('NOT_FOUND');
    });

    it('stores no event key, neither in the visitor’s page URL nor in messages', async () => {
      const key = 'p0aB1cD2eF3gH4iJ5kL6mN7';
      const ann = stranger();
      const { id } = await ann.start(`See https://vidday.example/e/${key} and ${key}!`, {
        page: `/e/${key}/receipt/r${key.slice(1)}?v=${key}`,
      });
      const { conversation } = await staff.call(getDesk, { params: { id }, query: {} });
      expect(conversation.page).to.equal('/e/…');
      expect(JSON.stringify([await find('chat_conversations'), await find('chat_messages')])).not.to.include(
        key.slice(1),
      );
      await ann.start('Now here', { page: '/help/give-it?q=1#x' });
      expect((await staff.call(getDesk, { params: { id }, query: {} })).conversation.page).to.equal('/help/give-it');
    });

    it('links http, https and mailto addresses, and nothing else', async () => {
      const text =
        '<b>x</b> www.example.com, me@example.com javascript:alert(1) ftp://a.example https://bank.example@evil.example/ \u202ehttps://moc.example/a?b=1&c=2';
      const ann = stranger();
      const { messages } = await ann.start(text);
      const parts = messages[0]?.parts ?? [];
      expect(parts.filter(({ href }) => href).map(({ text: words, href }) => [words, href])).to.deep.equal([
        ['www.example.com', 'http://www.example.com/'],
        ['me@example.com', 'mailto:me@example.com'],
        ['https://moc.example/a?b=1&c=2', 'https://moc.example/a?b=1&c=2'],
      ]);
      expect(parts.map((part) => part.text).join('')).to.equal(text.replace('\u202e', ''));
    });

    it('refuses empty and long messages, and too many', async () => {
      const ann = stranger();
      for (const text of ['', '  \n ', 'x'.repeat(2001), '\u202e', 'a\u0007b']) {
        expect(await codeOf(ann.start(text)), JSON.stringify(text.slice(0, 9))).to.equal('FIELDS_REFUSED');
      }
      const { id } = await ann.start('x'.repeat(2000));
      const codes = [];
      for (let said = 0; said < 20; said++) codes.push(await codeOf(ann.say(id, `${said}`)));
      expect(codes.filter(Boolean)).to.deep.equal(['TOO_MANY_REQUESTS']);
    });

    it('refuses more than 20 new conversations an hour per address', async () => {
      const from = { 'x-forwarded-for': '198.51.100.7' };
      const codes = [];
      for (let begun = 0; begun < 21; begun++) codes.push(await codeOf(newChatter(web().origin, from).start('Hi')));
      expect(codes.filter(Boolean)).to.deep.equal(['TOO_MANY_REQUESTS']);
    });

    it('pages messages by a hundred', async () => {
      const ann = stranger();
      const { id } = await ann.start('first');
      const messages = web().connection.collection('chat_messages');
      const [first] = await messages.find({ text: 'first' }).sort({ _id: -1 }).toArray();
      const more = Array.from({ length: 120 }, (_, i) => {
        const { _id, ...rest } = first ?? {};
        return { ...rest, seq: i + 2, clientId: `old-${i}`, text: `${i + 2}` };
      });
      await messages.insertMany(more);
      const latest = await ann.read(id);
      expect([latest.messages.length, latest.hasEarlier]).to.deep.equal([100, true]);
      const before = latest.messages[0]?.seq ?? 0;
      const { conversation } = await ann.visitor.call(getChat, { params: { id }, query: { before } });
      expect([conversation.messages.length, conversation.hasEarlier]).to.deep.equal([21, false]);
    });
  });

  describe('the desk', () => {
    it('lists waiting conversations, searches words and addresses, counts unread ones, and pages', async () => {
      const bo = stranger();
      const mark = randomUUID();
      const { id } = await bo.start(`Where is ${mark}?`, { email: `bo-${mark}@example.com` });
      await bo.say(id, 'Please (hurry)');
      const list = (query: Partial<CallInput<typeof listDesk>['query']>) =>
        staff.callBeside(listDesk, { query: { ...query } });
      for (const q of [mark, mark.toUpperCase(), `bo-${mark}@`, '(hurry)']) {
        const { data } = await list({ q });
        expect(
          data.map((each) => [each.id, each.unread, each.lastText]),
          q,
        ).to.deep.equal([[id, 2, 'Please (hurry)']]);
      }
      expect((await list({ q: '.*' })).data).to.deep.equal([]);
      const before = (await list({})).meta.unread;
      const read = await staff.call(readDesk, { params: { id }, body: { upTo: 2 } });
      expect(read.unread).to.equal(0);
      const { meta, data } = await list({ show: 'waiting', limit: 1 });
      expect(meta.unread).to.equal(before - 2);
      expect(data).to.have.length(1);
      const next = await list({ show: 'waiting', limit: 1, cursor: meta.nextCursor ?? '' });
      expect(next.data[0]?.id).not.to.equal(data[0]?.id);
    });

    it('moves a conversation between waiting, open and closed, and assigns it to who replies', async () => {
      const ann = stranger();
      const { id } = await ann.start('Help');
      const { conversation, message } = await answer(id, 'With pleasure');
      expect(message).to.include({ from: 'staff', name: 'Ada' });
      expect(conversation).to.deep.include({
        state: 'open',
        unread: 0,
        assignedTo: { id: staff.user.id, name: 'Ada' },
      });
      const other = await newUser(web().origin, { role: 'admin' });
      const change = (body: object) => other.call(changeDesk, { params: { id }, body });
      expect((await change({ isMine: true })).assignedTo?.id).to.equal(other.user.id);
      expect((await change({ isMine: false })).assignedTo).to.equal(null);
      expect((await change({ isClosed: true })).state).to.equal('closed');
      expect((await change({ isClosed: false })).state).to.equal('open');
      await change({ isClosed: true });
      await ann.say(id, 'One more thing');
      expect((await ann.read(id)).state).to.equal('waiting');
      expect((await ann.read(id)).unread).to.equal(1);
    });

    it('neither closes it over a message that staff have not seen, nor takes that for answered', async () => {
      const ann = stranger();
      const { id } = await ann.start('Help');
      const params = { id };
      const upTo = (await staff.call(getDesk, { params, query: {} })).messages.at(-1)?.seq ?? -1;
      await ann.say(id, 'One more thing');
      const close = (seen: number | undefined) =>
        staff.call(changeDesk, { params, body: { isClosed: true, upTo: seen } });
      expect(await codeOf(close(upTo))).to.equal('WRONG_STATE');
      const page = await staff.postForm(`/staff/chat/${id}/change`, { act: 'close', upTo: String(upTo) });
      expect([page.status, (await page.text()).includes('They have written again')]).to.deep.equal([409, true]);
      const now = async () => {
        const { state, unread } = (await staff.call(getDesk, { params, query: {} })).conversation;
        return [state, unread];
      };
      expect(await now()).to.deep.equal(['waiting', 2]);
      const given = { clientId: randomUUID(), text: 'With pleasure', upTo };
      const { conversation } = await staff.call(answerChat, { params, body: given });
      expect([conversation.state, conversation.unread]).to.deep.equal(['waiting', 1]);
      expect(await codeOf(close(upTo)), 'an answer behind it').to.equal('WRONG_STATE');
      const last = (await staff.call(getDesk, { params, query: {} })).messages.at(-1)?.seq;
      expect((await close(last)).state).to.equal('closed');
      expect(await now()).to.deep.equal(['closed', 0]);
    });

    it('shows the visitor’s page and device, and the account when signed in', async () => {
      const user = await newUser(web().origin);
      const body = { clientId: randomUUID(), text: 'It is me', page: '/dashboard' };
      const agent =
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
      const headers = { 'content-type': 'application/json', 'user-agent': agent };
      const response = await user.fetch('/api/v2/chat/conversations', {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      const { data } = await response.json();
      const { conversation } = await staff.call(getDesk, { params: { id: data.conversation.id }, query: {} });
      expect(conversation).to.include({
        name: 'Ada',
        email: user.user.email,
        hasAccount: true,
        page: '/dashboard',
        device: 'Safari 17 on iOS 17.5, phone',
      });
    });
  });

  it('deletes conversations 180 days after the last message', async () => {
    const lives = async (name: string) =>
      (await web().connection.collection(name).indexes()).flatMap(({ key, expireAfterSeconds }) =>
        expireAfterSeconds === undefined ? [] : [[Object.keys(key)[0], expireAfterSeconds]],
      );
    expect(await lives('chat_conversations')).to.deep.equal([['lastAt', 180 * 86_400]]);
    expect(await lives('chat_messages')).to.deep.equal([['createdAt', 180 * 86_400]]);
  });

  it('deletes an account’s conversations when the account is erased', async () => {
    const user = await newUser(web().origin);
    const { conversation } = await user.call(startChat, { body: { clientId: randomUUID(), text: 'Forget me' } });
    await answer(conversation.id, 'Gladly');
    await forgetInSupport(user.user.id);
    expect((await user.call(myChat)).conversation).to.equal(null);
    expect(JSON.stringify([await find('chat_conversations'), await find('chat_messages')]))
      .not.to.include('Forget me')
      .and.not.include(user.user.email);
  });
});
