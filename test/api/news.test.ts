import { expect } from 'chai';
import { Types } from 'mongoose';
import { makersNews } from '../../src/features/events/domain-events.ts';
import { chatAnswered } from '../../src/features/support/domain-events.ts';
import { deleteEvent, type Event } from '../../src/shared/contracts/events.ts';
import { deleteMedia } from '../../src/shared/contracts/media.ts';
import {
  listNotifications,
  type Notification,
  readNotification,
  readNotifications,
  seeNotification,
  seeNotifications,
} from '../../src/shared/contracts/notifications.ts';
import { updateRsvp } from '../../src/shared/contracts/rsvps.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText, openedBy, startEvent } from '../helpers/giving.ts';
import { invite, keyOf } from '../helpers/guests.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { connectSocket } from '../helpers/socket.ts';
import { killProcess, startServerProcess } from '../helpers/test-process.ts';
import { newUser, newVisitor, type SignedInUser, signInElsewhere } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const HOUR = 3_600_000;

describe('news', () => {
  const web = useWeb();
  let ada: SignedInUser;
  let event: Event;

  beforeEach(async () => {
    ada = await newUser(web().origin);
    event = await startEvent(ada);
  });

  const stored = () => web().connection.collection('news');
  const newsOf = (person = ada, query: { unread?: 'true'; cursor?: string; limit?: number } = {}) =>
    person.callBeside(listNotifications, { query });
  const titles = async (person = ada) => (await newsOf(person)).data.map(({ title }) => title);
  /** What a worker’s job says once a clip is ready; jobs are repeated. */
  const clipIsIn = async (key: string, name: string, more: object = {}) => {
    expect(
      await makersNews.emit({ eventId: event.id, type: 'clipArrived', key, facts: { names: [name] }, ...more }),
    ).to.deep.equal([]);
  };
  const paid = (key: string, amount: number) =>
    makersNews.emit({ eventId: event.id, type: 'paid', key, facts: { amount, currency: 'usd' } });

  describe('about clips', () => {
    it('are gathered for an hour in one line, whatever is repeated', async () => {
      await Promise.all([clipIsIn('a', 'Omar'), clipIsIn('b', 'Mei'), clipIsIn('a', 'Omar'), clipIsIn('c', 'Omar')]);
      const { data, meta } = await newsOf();
      expect(meta).to.include({ total: 1, unseen: 1, unread: 1, nextCursor: null });
      expect(data[0]).to.include({
        type: 'clipArrived',
        title: '3 new clips',
        url: `/e/${event.uuid}`,
        eventId: event.id,
      });
      expect(data[0]?.text).to.match(/^Ruth’s .+\. From (Omar and Mei|Mei and Omar)\.$/);
      await stored().updateOne(
        { eventId: new Types.ObjectId(event.id) },
        { $set: { startedAt: new Date(Date.now() - HOUR) } },
      );
      await clipIsIn('b', 'Mei');
      await clipIsIn('d', 'Jo');
      expect(await titles()).to.deep.equal(['Jo sent a clip', '3 new clips']);
    });

    it('start a new line once the last was read, and say which clip is the first', async () => {
      await clipIsIn('a', 'Omar', { facts: { names: ['Omar'], isFirst: true } });
      expect(await titles()).to.deep.equal(['Your first clip is in']);
      await ada.call(readNotifications, {});
      await clipIsIn('b', 'Mei');
      expect(await titles()).to.deep.equal(['Mei sent a clip', 'Your first clip is in']);
    });

    it('go with the clip, and are not about what a maker sent', async () => {
      await clipIsIn('own', 'Ada', { by: { userId: ada.user.id } });
      await clipIsIn('own', 'Ada on her phone', { by: { email: ada.user.email.toUpperCase() } });
      expect(await titles()).to.deep.equal([]);
      const omar = await openedBy(newVisitor(web().origin), event);
      const { media, receiptKey } = await giveText(omar, event, 'Hello');
      await clipIsIn(media.id, 'Omar');
      await omar.call(deleteMedia, { params: { id: media.id }, query: { receipt: receiptKey } });
      expect(await titles()).to.deep.equal([]);
    });

    it('end the trouble with them', async () => {
      await makersNews.emit({ eventId: event.id, type: 'clipFailed', key: 'a', facts: { names: ['Theo'] } });
      expect(await titles()).to.deep.equal(['A clip from Theo can’t be played']);
      await clipIsIn('a', 'Theo');
      expect(await titles()).to.deep.equal(['Theo sent a clip']);
    });
  });

  it('tell what a guest answers, once, and again when they change it', async () => {
    const [guest] = await invite(ada, event, { firstName: 'Henrik' });
    if (!guest) throw new Error('Nobody was added');
    const answer = (body: object) =>
      newVisitor(web().origin).call(updateRsvp, { params: { id: guest.id }, query: { i: keyOf(guest) }, body });
    await answer({ answer: 'maybe', note: 'If my knee lets me' });
    await answer({ answer: 'maybe' });
    const [line] = (await newsOf()).data;
    expect(line).to.include({ title: 'Henrik said maybe', url: `/e/${event.uuid}/people` });
    expect(line?.text).to.include('“If my knee lets me”');
    await ada.call(readNotifications, {});
    await answer({ answer: 'yes' });
    expect((await newsOf()).data).to.have.length(1);
    expect((await newsOf()).data[0]).to.include({ title: 'Henrik said yes', readAt: null });
    // What the organiser enters is no news to them.
    await ada.call(updateRsvp, { params: { id: guest.id }, query: {}, body: { answer: 'no' } });
    expect(await titles()).to.deep.equal(['Henrik said yes']);
  });

  it('go to everybody who looks after the event, and to nobody else', async () => {
    const ben = await newUser(web().origin);
    const organisers = { $set: { organiserIds: [new Types.ObjectId(ben.user.id)] } };
    await web().connection.collection('events').updateOne({ uuid: event.uuid }, organisers);
    await clipIsIn('a', 'Omar', { by: { userId: ben.user.id } });
    await paid('p', 500);
    expect(await titles()).to.deep.equal(['Paid: $5.00', 'Omar sent a clip']);
    expect(await titles(ben)).to.deep.equal(['Paid: $5.00']);
    expect(await titles(await newUser(web().origin))).to.deep.equal([]);
    const [line] = (await newsOf()).data;
    const others = { params: { id: line?.id ?? '' } };
    expect((await refusalOf(ben.call(readNotification, others))).code).to.equal('NOT_FOUND');
  });

  it('tell somebody who is away that the chat was answered', async () => {
    await chatAnswered.emit({ userId: ada.user.id, conversationId: 'c', messageId: '1' });
    await chatAnswered.emit({ userId: ada.user.id, conversationId: 'c', messageId: '1' });
    await chatAnswered.emit({ userId: ada.user.id, conversationId: 'c', messageId: '2' });
    const { data } = await newsOf();
    expect(data.map(({ title, url, eventId }) => [title, url, eventId])).to.deep.equal([
      ['We answered your message', '/help/contact', null],
    ]);
  });

  it('say nothing of a deleted event', async () => {
    await ada.call(deleteEvent, { params: { id: event.id } });
    await clipIsIn('a', 'Omar');
    expect(await titles()).to.deep.equal([]);
  });

  describe('GET /api/v2/notifications', () => {
    it('answers the newest first, page by page, each once', async () => {
      for (let n = 1; n <= 5; n++) await paid(`p${n}`, n * 100);
      const pages: Notification[] = [];
      let cursor: string | undefined;
      do {
        const { data, meta } = await newsOf(ada, { limit: 2, ...(cursor && { cursor }) });
        expect(meta).to.include({ total: 5, unseen: 5, unread: 5 });
        pages.push(...data);
        cursor = meta.nextCursor ?? undefined;
      } while (cursor);
      expect(pages.map(({ title }) => title)).to.deep.equal([5, 4, 3, 2, 1].map((n) => `Paid: $${n}.00`));
    });
  });

  describe('POST /api/v2/notifications/:id/read and /seen', () => {
    it('mark one line or all, and twice is once', async () => {
      for (const key of ['p1', 'p2', 'p3']) await paid(key, 100);
      const [first, second] = (await newsOf()).data;
      const of = (line?: Notification) => ({ params: { id: line?.id ?? '' } });
      expect((await ada.call(seeNotification, of(first))).readAt).to.equal(null);
      const read = await ada.call(readNotification, of(second));
      expect(read.seenAt).to.be.a('string').and.equal(read.readAt);
      expect(await ada.call(readNotification, of(second))).to.deep.equal(read);
      expect((await newsOf()).meta).to.include({ unseen: 1, unread: 2 });
      expect((await newsOf(ada, { unread: 'true' })).data).to.have.length(2);
      expect(await ada.call(seeNotifications, {})).to.deep.equal({ unseen: 0, unread: 2 });
      expect(await ada.call(readNotifications, {})).to.deep.equal({ unseen: 0, unread: 0 });
    });

    it('reach the other tabs, also at another process', async () => {
      const { mongodbUri, sessionSecret } = web().config;
      const other = await startServerProcess('web', { MONGODB_URI: mongodbUri ?? '', SESSION_SECRET: sessionSecret });
      const far = await connectSocket(other.origin, '/users', { cookie: ada.cookie() });
      const near = await connectSocket(web().origin, '/users', {
        cookie: (await signInElsewhere(web().origin, ada)).cookie(),
      });
      const stranger = await connectSocket(web().origin, '/users', { cookie: (await newUser(web().origin)).cookie() });
      try {
        await paid('p', 100);
        const heard = (at: typeof far, name: string) => at.heard.find((each) => each.name === name)?.payload;
        for (const at of [near, far]) {
          expect(await eventually('the news', async () => heard(at, 'notification:created'))).to.deep.include({
            unseen: 1,
            unread: 1,
          });
        }
        await ada.call(readNotifications, {});
        for (const at of [near, far]) {
          const left = await eventually('the change', async () => heard(at, 'notification:updated'));
          expect(left).to.deep.equal({ notification: null, unseen: 0, unread: 0 });
        }
        expect(stranger.heard).to.deep.equal([]);
      } finally {
        for (const each of [far, near, stranger]) each.close();
        await killProcess(other.child);
      }
    });
  });

  describe('GET /notifications', () => {
    it('shows lines, what to do without script, and nothing of others', async () => {
      const long = 'Bartholomew Featherstonehaugh-Nakamura <b>'.repeat(3);
      await clipIsIn('a', long);
      const html = await (await ada.fetch('/notifications')).text();
      expect(html).to.include('&lt;b&gt;').and.not.include('<b>');
      expect(html)
        .to.include('action="/notifications/read"')
        .and.match(/aria-current="page"[^>]*>All/);
      const done = await ada.postForm('/notifications/read', {});
      expect([done.status, done.headers.get('location')]).to.deep.equal([303, '/notifications']);
      expect((await newsOf()).meta.unread).to.equal(0);
      const empty = await (await (await newUser(web().origin)).fetch('/notifications')).text();
      expect(empty).to.include('Nothing new').and.not.include('Featherstonehaugh');
      const visitor = await newVisitor(web().origin).fetch('/notifications');
      expect(visitor.headers.get('location')).to.equal('/auth/login?next=%2Fnotifications');
    });
  });
});
