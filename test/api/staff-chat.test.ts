import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { FIRST_CANNED_ANSWERS, withCanned } from '../../src/shared/canned-answers.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import {
  createCannedAnswer,
  deleteCannedAnswer,
  listCannedAnswers,
  updateCannedAnswer,
} from '../../src/shared/contracts/canned-answers.ts';
import {
  answerChat,
  changeDesk,
  getDesk,
  handOverChat,
  listColleagues,
  listDesk,
} from '../../src/shared/contracts/chat-desk.ts';
import { newChatter } from '../helpers/chat.ts';
import { see } from '../helpers/pages.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { connectSocket } from '../helpers/socket.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('a saved reply', () => {
  const answers = [
    { word: 'hello', text: 'Hello, and thank you.' },
    { word: 'more', text: 'What did you see?' },
  ];

  it('takes the place of its word after a slash and a space, at the begin and after other words', () => {
    expect(withCanned('/hello ', answers)).to.equal('Hello, and thank you.');
    expect(withCanned('Hi Ruth!\n/More ', answers)).to.equal('Hi Ruth!\nWhat did you see?');
  });

  it('stays away from unknown and unfinished words, addresses and dates', () => {
    for (const text of ['/hello', '/nothing ', 'see https://a.test/hello ', '24/hello ', 'hello ']) {
      expect(withCanned(text, answers)).to.equal(text);
    }
  });
});

describe('the desk’s chat', () => {
  const web = useWeb({ env: { TRUST_PROXY: '1' } });
  let ada: SignedInUser;
  let ben: SignedInUser;
  let address = 0;

  before(async () => {
    ada = await newUser(web().origin, { role: 'editor' });
    ben = await newUser(web().origin, { role: 'admin' });
  });

  const stranger = () => newChatter(web().origin, { 'x-forwarded-for': `203.0.113.${++address}` });
  const handOver = (id: string, to: string, note = '') =>
    ada.call(handOverChat, { params: { id }, body: { to, note } });

  describe('saved replies', () => {
    const reply = { word: 'refund', label: 'Money back', text: 'It is on its way back to your card.' };

    it('begin with those that come with the product, which stay deleted', async () => {
      const words = async () => (await ada.call(listCannedAnswers, {})).map(({ word }) => word);
      expect(await words()).to.deep.equal(FIRST_CANNED_ANSWERS.map(({ word }) => word).toSorted());
      await ada.call(deleteCannedAnswer, { params: { id: 'hello' } });
      expect(await words()).not.to.include('hello');
      expect(await statusAndCode(ada.call(deleteCannedAnswer, { params: { id: 'hello' } }))).to.deep.equal([
        404,
        'NOT_FOUND',
      ]);
    });

    it('are saved, changed and deleted, each recorded, and never two with one word', async () => {
      const made = await ada.call(createCannedAnswer, { body: { ...reply, word: 'Refund' } });
      expect(made).to.include(reply);
      const twin = ada.call(createCannedAnswer, { body: reply });
      expect(await statusAndCode(twin)).to.deep.equal([422, 'FIELDS_REFUSED']);
      const change = { params: { id: made.id }, body: { ...reply, word: 'done' } };
      expect(await statusAndCode(ada.call(updateCannedAnswer, change))).to.deep.equal([422, 'FIELDS_REFUSED']);
      const changed = await ada.call(updateCannedAnswer, {
        params: { id: made.id },
        body: { ...reply, text: 'It takes five days.' },
      });
      expect(changed.text).to.equal('It takes five days.');
      await ada.call(deleteCannedAnswer, { params: { id: made.id } });
      const lines = await ben.call(listAudit, { query: { actorId: ada.user.id } });
      const acts = lines.filter(({ details }) => details.answer === made.id).map(({ action }) => action);
      expect(acts).to.deep.equal(['canned-answer.deleted', 'canned-answer.changed', 'canned-answer.created']);
    });

    it('are written by a form without script, which keeps what was typed', async () => {
      const wrong = await ada.postForm('/staff/chat/answers', {
        word: 'two words',
        label: 'Twice',
        text: 'Twice, please',
      });
      expect([wrong.status, (await wrong.text()).includes('Twice, please')]).to.deep.equal([422, true]);
      const sent = await ada.postForm('/staff/chat/answers', { word: 'twice', label: 'Twice', text: 'Twice, please' });
      const page = await see(ada, sent.headers.get('location') ?? '');
      expect([sent.status, page.text.includes('/twice')]).to.deep.equal([303, true]);
      const { id } = await stranger().start('How often?');
      expect((await see(ada, `/staff/chat/${id}`)).text).to.include('/twice');
    });
  });

  describe('POST /api/v2/staff/chat/conversations/{id}/hand-over', () => {
    it('assigns a chat to a colleague with a note, tells them at once, and shows it as theirs', async () => {
      const { id } = await stranger().start('My card was charged twice');
      const socket = await connectSocket(web().origin, '/staff', { cookie: ben.cookie() });
      const heard = socket.next('chat:handed');
      const given = await handOver(id, ben.user.id, 'You know Stripe');
      expect(given.assignedTo?.id).to.equal(ben.user.id);
      expect(given.handedOver).to.include({ by: 'Ada', note: 'You know Stripe' });
      expect(await heard).to.deep.equal({ conversationId: id, from: 'Ada', note: 'You know Stripe' });
      socket.close();
      const mine = async (who: SignedInUser) =>
        (await who.call(listDesk, { query: { show: 'mine' } })).map((chat) => chat.id);
      expect([await mine(ben), await mine(ada)]).to.deep.equal([[id], []]);
      expect((await see(ben, `/staff/chat/${id}?show=mine`)).html).to.include('You know Stripe');
      await ben.call(changeDesk, { params: { id }, body: { isClosed: true } });
      expect(await mine(ben)).to.deep.equal([]);
      const [line] = await ben.call(listAudit, { query: { action: 'chat.handed-over' } });
      expect(line?.details).to.include({ chat: id, before: 'nobody', note: 'You know Stripe' });
    });

    it('refuses somebody who is not on the staff, and oneself, with 422', async () => {
      const { id } = await stranger().start('Help');
      const user = await newUser(web().origin);
      for (const to of [user.user.id, ada.user.id]) {
        expect(await statusAndCode(handOver(id, to))).to.deep.equal([422, 'FIELDS_REFUSED']);
      }
      const colleagues = await ada.call(listColleagues, {});
      expect(colleagues.map((each) => each.id))
        .to.include(ben.user.id)
        .and.not.include(ada.user.id);
    });

    it('works without script, and the visitor hears nothing of the note', async () => {
      const ann = stranger();
      const { id } = await ann.start('Help');
      const sent = await ada.postForm(`/staff/chat/${id}/hand-over`, { to: ben.user.id, note: 'Grumpy' });
      expect([sent.status, sent.headers.get('location')]).to.deep.equal([303, `/staff/chat/${id}`]);
      expect((await ada.call(getDesk, { params: { id }, query: {} })).conversation.handedOver?.note).to.equal('Grumpy');
      expect(JSON.stringify(await ann.read(id))).not.to.include('Grumpy');
    });
  });

  describe('GET /api/v2/staff/chat/conversations?q=', () => {
    it('finds what either side said, names and addresses by the beginnings of words, in any order', async () => {
      const mark = `w${randomUUID().slice(0, 8)}`;
      const ann = stranger();
      const { id } = await ann.start(`The ${mark}rabbit jumps`, { email: `${mark}@example.com` });
      await ada.call(answerChat, { params: { id }, body: { clientId: randomUUID(), text: `Which ${mark}kangaroo?` } });
      const found = async (q: string) => (await ada.call(listDesk, { query: { q } })).map((chat) => chat.id);
      for (const q of [`${mark}rab`, `jumps ${mark}RABBIT`, `${mark}kang`, `${mark}@exam`]) {
        expect(await found(q), q).to.deep.equal([id]);
      }
      for (const q of [`${mark}rabbit sleeps`, `${mark}cat`, '.*']) expect(await found(q), q).to.deep.equal([]);
      const both = await ada.call(listDesk, { query: { q: mark, show: 'closed' } });
      expect(both).to.deep.equal([]);
    });
  });
});
