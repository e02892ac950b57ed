import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect } from 'chai';
import { keepFresh } from '../../src/features/support/chat-presence.ts';
import { CHAT_TOKEN_HEADER } from '../../src/shared/chat.ts';
import { leaveChatEmail, myChat, readChat, sendChatMessage, startChat } from '../../src/shared/contracts/chat.ts';
import { answerChat, getDesk } from '../../src/shared/contracts/chat-desk.ts';
import type { ServerEvents } from '../../src/shared/contracts/socket-events.ts';
import { type Chatter, newChatter, wordsOf } from '../helpers/chat.ts';
import { eventually } from '../helpers/eventually.ts';
import { connectSocket, type TestSocket } from '../helpers/socket.ts';
import { killProcess, startServerProcess } from '../helpers/test-process.ts';
import { newUser, newVisitor, type SignedInUser, signInElsewhere } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const SESSION_SECRET = 'the same in every process of this test';

describe('live chat', () => {
  const web = useWeb({ env: { TRUST_PROXY: '1', SESSION_SECRET } });
  const opened: TestSocket[] = [];
  let staff: SignedInUser;
  let address = 0;

  const stranger = () => newChatter(web().origin, { 'x-forwarded-for': `203.0.113.${++address}` });
  const answer = (id: string, text: string, clientId = randomUUID()) =>
    staff.call(answerChat, { params: { id }, body: { clientId, text } });
  const find = (name: string, filter: object = {}) => web().connection.collection(name).find(filter).toArray();
  const open = async (...args: Parameters<typeof connectSocket>) => {
    const socket = await connectSocket(...args);
    opened.push(socket);
    return socket;
  };
  const join = (socket: TestSocket, conversationId: string, token?: string) =>
    socket.socket.emitWithAck('chat:join', { conversationId, ...(token && { token }) });

  before(async () => {
    staff = await newUser(web().origin, { role: 'editor' });
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) each.close();
    const presence = web().connection.collection('chat_presence');
    await presence.deleteMany({ process: 'gone' });
    await eventually('nobody at the desk', async () => (await presence.countDocuments({ place: 'staff' })) === 0);
  });

  describe('sockets', () => {
    let ann: Chatter;
    let id: string;

    beforeEach(async () => {
      ann = stranger();
      id = (await ann.start('Hello?')).id;
    });

    it('send messages, read marks and typing to both sides, and to nobody else', async () => {
      const { origin } = web();
      const desk = await open(origin, '/staff', { cookie: staff.cookie() });
      const visitor = await open(origin, '/public');
      const bystander = await open(origin, '/public');
      expect(await join(visitor, id, ann.token)).to.deep.include({ success: true });
      expect(await join(bystander, id)).to.deep.include({ success: false });
      expect(await join(bystander, id, 'A'.repeat(22))).to.deep.include({ success: false });

      const heard = desk.next('chat:message');
      await ann.say(id, 'Anybody?');
      expect(wordsOf([(await heard).message])).to.deep.equal(['Anybody?']);
      await eventually('the desk to know of both and of the visitor', async () =>
        desk.heard.some(({ name, payload }) => {
          if (name !== 'chat:desk') return false;
          const { conversation } = payload as ServerEvents['chat:desk'];
          return conversation.id === id && conversation.unread === 2 && conversation.isHere;
        }),
      );

      const typing = visitor.next('chat:typing');
      desk.socket.emit('chat:typing', { conversationId: id });
      expect(await typing).to.deep.equal({ conversationId: id, from: 'staff' });
      const told = visitor.next('chat:message');
      const seen = visitor.next('chat:read');
      await answer(id, 'Yes!');
      expect(await seen).to.include({ from: 'visitor' });
      expect(wordsOf([(await told).message])).to.deep.equal(['Yes!']);

      const deskSees = desk.next('chat:read');
      await ann.visitor.call(readChat, { params: { id }, body: { upTo: 99 } });
      expect(await deskSees).to.deep.include({ conversationId: id, from: 'staff' });
      const back = desk.next('chat:typing');
      for (let i = 0; i < 5; i++) visitor.socket.emit('chat:typing', { conversationId: id });
      bystander.socket.emit('chat:typing', { conversationId: id });
      expect(await back).to.deep.equal({ conversationId: id, from: 'visitor', userId: null });
      await bystander.socket.emitWithAck('event:leave', { eventId: '0'.repeat(24) });
      expect(bystander.heard).to.deep.equal([]);
      expect(
        desk.heard.filter(
          ({ name, payload }) => name === 'chat:typing' && (payload as { from: string }).from === 'visitor',
        ),
      ).to.have.length(1);
    });

    it('tell whether staff are present, from opening the desk until they leave', async () => {
      const { origin } = web();
      const visitor = await open(origin, '/public');
      expect(await join(visitor, id, ann.token)).to.deep.equal({ success: true, data: { isStaffed: false } });
      const desk = await open(origin, '/staff', { cookie: staff.cookie() });
      const came = visitor.next('chat:staffed');
      await desk.socket.emitWithAck('chat:attend');
      expect(await came).to.deep.equal({ isStaffed: true });
      expect((await ann.visitor.call(myChat)).isStaffed).to.equal(true);
      const left = visitor.next('chat:staffed');
      desk.close();
      expect(await left).to.deep.equal({ isStaffed: false });
    });

    it('register again when their presence records are lost, and stray records are removed', async () => {
      const { origin, connection } = web();
      const isStaffed = async () => (await ann.visitor.call(myChat)).isStaffed;
      const places = async () => (await find('chat_presence')).map(({ place }) => place);
      const gone = 'f'.repeat(24);
      const desk = await open(origin, '/staff', { cookie: staff.cookie() });
      await desk.socket.emitWithAck('chat:attend');
      await eventually('the desk', isStaffed);
      const [noted] = await find('chat_presence', { place: 'staff' });
      const presence = connection.collection<{ _id: string }>('chat_presence');
      await presence.deleteMany({});
      await presence.insertOne({ ...noted, _id: `${noted?.process}:${gone}`, place: gone } as { _id: string });
      expect(await isStaffed()).to.equal(false);
      await keepFresh();
      expect(await places())
        .to.include('staff')
        .and.not.include(gone);
      expect(await isStaffed()).to.equal(true);
      desk.close();
      await eventually('nobody at the desk', async () => !(await isStaffed()));
    });

    it('recognise signed-in visitors by session, and refuse others at the desk', async () => {
      const { origin } = web();
      const user = await newUser(origin);
      const { conversation } = await user.call(startChat, { body: { clientId: randomUUID(), text: 'Hi' } });
      const own = await open(origin, '/users', { cookie: user.cookie() });
      expect(await join(own, conversation.id)).to.deep.include({ success: true });
      expect(await join(own, id)).to.deep.include({ success: false });
      own.socket.emit('chat:attend', () => undefined);
      await own.socket.emitWithAck('event:leave', { eventId: '0'.repeat(24) });
      expect((await user.call(myChat)).isStaffed).to.equal(false);
    });

    it('survive whatever a browser sends', async () => {
      const { socket } = await open(web().origin, '/public');
      const loose = socket as unknown as { emit(...args: unknown[]): void };
      for (const name of ['chat:join', 'chat:typing', 'chat:attend', 'chat:message']) {
        loose.emit(name);
        loose.emit(name, null, 'no function');
        loose.emit(name, { conversationId: { $gt: '' }, token: { $ne: '' } });
        loose.emit(name, new Uint8Array(10), () => undefined);
        loose.emit(name, { conversationId: id, token: [ann.token] }, () => undefined);
      }
      expect(await join({ socket } as TestSocket, id, ann.token)).to.deep.include({ success: true });
      const gone = once(socket as never, 'disconnect');
      for (let i = 0; i < 200; i++) loose.emit('chat:typing', { conversationId: id });
      await gone;
      expect((await ann.read(id)).messages).to.have.length(1);
    });
  });

  describe('a reply to an absent visitor', () => {
    const jobs = (conversationId: string) =>
      find('jobs', { type: 'chat.answer', 'data.conversationId': conversationId });

    it('waits for an address, and is mailed as soon as there is one', async () => {
      const ann = stranger();
      const { id } = await ann.start('Nobody there?');
      await answer(id, 'Now there is');
      expect(await jobs(id)).to.have.length(0);
      await ann.visitor.call(leaveChatEmail, { params: { id }, body: { email: 'Ann@Example.com ' } });
      const [job] = await eventually('the job', async () => {
        const found = await jobs(id);
        return found.length > 0 && found;
      });
      expect(job?.runAt.getTime()).to.be.at.most(Date.now());
      expect((await ann.read(id)).email).to.equal('ann@example.com');
    });

    it('waits a moment for a present visitor to read it', async () => {
      const ann = stranger();
      const { id } = await ann.start('Hello', { email: 'ann@example.com' });
      const here = await open(web().origin, '/public');
      await join(here, id, ann.token);
      await eventually('who is here', async () => (await find('chat_presence', { place: id })).length > 0);
      await answer(id, 'Hello!');
      const [job] = await jobs(id);
      expect(job?.runAt.getTime()).to.be.greaterThan(Date.now() + 60_000);
    });
  });

  describe('across web processes', () => {
    let child: ChildProcess;
    let other: string;

    before(async function () {
      this.timeout(600_000);
      const MONGODB_URI = web().config.mongodbUri ?? '';
      ({ child, origin: other } = await startServerProcess('web', { MONGODB_URI, SESSION_SECRET }));
    });
    after(() => killProcess(child));

    it('reaches both sides, and a message sent to both processes is stored once', async () => {
      const ann = stranger();
      const here = newVisitor(other, { [CHAT_TOKEN_HEADER]: ann.token });
      const { id } = await ann.start('Hello');
      const desk = await open(other, '/staff', { cookie: staff.cookie() });
      const visitor = await open(web().origin, '/public');
      const came = eventually('staff', async () => (await ann.visitor.call(myChat)).isStaffed);
      await desk.socket.emitWithAck('chat:attend');
      await came;
      await join(visitor, id, ann.token);
      await eventually('who is here', async () => {
        const { conversation } = await staff.call(getDesk, { params: { id }, query: {} });
        return conversation.isHere;
      });

      const clientId = randomUUID();
      const body = { clientId, text: 'Twice on its way' };
      const sent = await Promise.all([
        ann.visitor.call(sendChatMessage, { params: { id }, body }),
        here.call(sendChatMessage, { params: { id }, body }),
      ]);
      expect(sent[0]?.message.id).to.equal(sent[1]?.message.id);
      await eventually('the message at the desk', async () =>
        desk.heard.some(
          ({ payload }) => (payload as { message?: { clientId: string } }).message?.clientId === clientId,
        ),
      );
      expect(wordsOf((await ann.read(id)).messages)).to.deep.equal(['Hello', 'Twice on its way']);

      const atVisitor = visitor.next('chat:typing');
      desk.socket.emit('chat:typing', { conversationId: id });
      expect(await atVisitor).to.include({ from: 'staff' });
      const told = visitor.next('chat:message');
      const elsewhere = await signInElsewhere(other, staff);
      await elsewhere.call(answerChat, { params: { id }, body: { clientId: randomUUID(), text: 'From over there' } });
      expect(wordsOf([(await told).message])).to.deep.equal(['From over there']);
    });

    it('shows staff of a killed process as absent soon after', async () => {
      const presence = web().connection.collection('chat_presence');
      await presence.insertOne({ _id: 'gone:staff' as never, process: 'gone', place: 'staff', at: new Date() });
      expect((await stranger().visitor.call(myChat)).isStaffed).to.equal(true);
      await presence.updateOne({ _id: 'gone:staff' as never }, { $set: { at: new Date(Date.now() - 60_000) } });
      await presence.deleteMany({ process: { $ne: 'gone' } });
      expect((await stranger().visitor.call(myChat)).isStaffed).to.equal(false);
    });
  });
});
