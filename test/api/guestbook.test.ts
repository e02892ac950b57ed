import { expect } from 'chai';
import { Types } from 'mongoose';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import {
  type GuestbookEntry,
  hideGuestbookEntry,
  listGuestbook,
  reportGuestbookEntry,
  signGuestbook,
  takeBackGuestbookEntry,
} from '../../src/shared/contracts/guestbook.ts';
import type { Receipt } from '../../src/shared/contracts/media.ts';
import { listNotifications } from '../../src/shared/contracts/notifications.ts';
import { GUESTBOOK } from '../../src/shared/limits.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, startFreeEvent } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { connectSocket } from '../helpers/socket.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('the guestbook', () => {
  const web = useWeb();
  let ada: SignedInUser;
  let event: Event;
  let receipt: Receipt;

  beforeEach(async () => {
    ada = await newUser(web().origin);
    event = await startFreeEvent(ada);
    receipt = await giveText(newVisitor(web().origin), event, 'Get well soon');
    await finishedFilm(web().connection, event, { clip: receipt.media });
    await set({ status: 'delivered', deliveredAt: new Date() });
  });

  const visitor = () => newVisitor(web().origin);
  const set = (fields: object) =>
    web().connection.collection('events').updateOne({ uuid: event.uuid }, { $set: fields });
  const sign = (who: Visitor, ref: string | undefined, body: object, query: { receipt?: string } = {}) =>
    who.call(signGuestbook, { params: { id: ref ?? '' }, query, body: { name: 'Omar', ...body } });
  const read = (who: Visitor, ref: string | undefined, query: object = {}) =>
    who.callBeside(listGuestbook, { params: { id: ref ?? '' }, query });
  const texts = async (who: Visitor, ref: string | undefined) => (await read(who, ref)).data.map(({ text }) => text);
  const hide = (who: Visitor, { id }: GuestbookEntry, v: string | undefined, hidden = true) =>
    who.call(hideGuestbookEntry, { params: { id }, query: { ...(v && { v }) }, body: { hidden } });

  it('takes lines of recipients, viewers, contributors and makers, the newest first', async () => {
    const viewer = visitor();
    await sign(viewer, event.viewKey, { text: 'Watched it on the bus.\nMissed my stop.' });
    await sign(visitor(), event.uuid, { text: 'I am in it' }, { receipt: receipt.receiptKey });
    await sign(visitor(), event.privateKey, { text: '誕生日おめでとう！', reaction: 'happyTears', name: 'Ruth' });
    await sign(ada, event.uuid, { reaction: 'love' });
    const { data, meta } = await read(viewer, event.viewKey);
    expect(data.map(({ text, reaction, mine }) => [text, reaction, mine])).to.deep.equal([
      [null, 'love', false],
      ['誕生日おめでとう！', 'happyTears', false],
      ['I am in it', null, false],
      ['Watched it on the bus.\nMissed my stop.', null, true],
    ]);
    expect(meta).to.deep.include({ total: 4, nextCursor: null });
    expect(meta.reactions).to.deep.equal({ love: 1, laugh: 0, happyTears: 1, hooray: 0, wow: 0 });
  });

  it('is closed to guests, before the gift is open, and where there is none', async () => {
    expect(await statusAndCode(read(visitor(), event.uuid))).to.deep.equal([403, 'NOT_ALLOWED']);
    expect(await statusAndCode(read(visitor(), event.id))).to.deep.equal([404, 'NOT_FOUND']);
    const other = await giveText(visitor(), await startFreeEvent(ada), 'Elsewhere');
    const foreign = read(visitor(), event.uuid, { receipt: other.receiptKey });
    expect(await statusAndCode(foreign)).to.deep.equal([403, 'NOT_ALLOWED']);
    await set({ deliveredAt: null, status: 'finalized', deliverAt: new Date(Date.now() + 3_600_000) });
    for (const early of [
      read(visitor(), event.privateKey),
      read(visitor(), event.uuid, { receipt: receipt.receiptKey }),
    ]) {
      expect(await statusAndCode(early)).to.deep.equal([409, 'WRONG_STATE']);
    }
    await set({ deliveredAt: new Date(), deliverAt: null });
    await ada.call(updateEvent, { params: { id: event.id }, query: {}, body: { guestbook: false } });
    expect(await statusAndCode(read(visitor(), event.privateKey))).to.deep.equal([409, 'WRONG_STATE']);
  });

  it('refuses nothing, too much, and links', async () => {
    const refused = async (body: object) => (await refusalOf(sign(visitor(), event.viewKey, body))).fields;
    expect(await refused({})).to.have.key('text');
    expect(await refused({ name: ' ', text: 'Hi' })).to.have.key('name');
    expect(await refused({ text: 'a'.repeat(GUESTBOOK.textMax + 1) })).to.have.key('text');
    expect(await refused({ text: 'Buy at https://spam.example' })).to.have.key('text');
    expect(await refused({ reaction: 'thumbsUp' })).to.have.key('reaction');
  });

  it('stores the same from one browser once, also at the same moment, and no more than one may write', async () => {
    const omar = visitor();
    const [first] = await Promise.all([sign(omar, event.viewKey, { reaction: 'wow' })]);
    const again = await Promise.all([1, 2, 3].map(() => sign(omar, event.viewKey, { reaction: 'wow' })));
    expect(again.map(({ id }) => id)).to.deep.equal([first?.id, first?.id, first?.id]);
    const guestbook = web().connection.collection('guestbook');
    const stored = await guestbook.findOne({ eventId: new Types.ObjectId(event.id) });
    await guestbook.insertMany(
      Array.from({ length: GUESTBOOK.ownMax }, (_, n) => ({ ...stored, _id: new Types.ObjectId(), content: `${n}` })),
    );
    expect((await refusalOf(sign(omar, event.viewKey, { text: 'One more' }))).code).to.equal('LIMIT_REACHED');
    expect((await sign(visitor(), event.viewKey, { text: 'Me too' })).text).to.equal('Me too');
    const { data, meta } = await read(omar, event.viewKey, { limit: 20 });
    expect(data).to.have.length(20);
    expect((await read(omar, event.viewKey, { limit: 20, cursor: meta.nextCursor ?? '' })).data).to.have.length(12);
  });

  it('lets recipient and makers hide a line, its author take it back, and readers report it', async () => {
    const gregor = visitor();
    const line = await sign(gregor, event.viewKey, { name: 'Gregor', text: 'Rude' });
    const key = { params: { id: line.id }, query: { v: event.viewKey ?? '' } };
    expect((await refusalOf(hide(visitor(), line, event.viewKey))).code).to.equal('NOT_ALLOWED');
    expect((await refusalOf(visitor().call(takeBackGuestbookEntry, key))).code).to.equal('NOT_ALLOWED');
    expect(await visitor().call(reportGuestbookEntry, key)).to.deep.equal({ reported: true });
    const reports = web().connection.collection('reports');
    expect((await reports.findOne({ eventId: new Types.ObjectId(event.id) }))?.reason).to.include('Gregor: Rude');

    expect(await hide(visitor(), line, event.privateKey)).to.include({ hidden: true });
    expect(await texts(visitor(), event.viewKey)).to.deep.equal([]);
    expect(await texts(visitor(), event.privateKey)).to.deep.equal(['Rude']);
    expect(await hide(ada, line, undefined, false)).to.include({ hidden: false });
    expect(await texts(visitor(), event.viewKey)).to.deep.equal(['Rude']);
    await gregor.call(takeBackGuestbookEntry, key);
    expect(await texts(ada, event.uuid)).to.deep.equal([]);
  });

  it('tells those who look on, without a word of it, and the makers’ news', async () => {
    const guest = await connectSocket(web().origin, '/public');
    try {
      await guest.join({ event: event.uuid });
      const heard = guest.next('guestbook:added');
      const line = await sign(visitor(), event.viewKey, { text: 'Secret' });
      expect(await heard).to.deep.equal({ id: line.id, eventId: event.id });
      await sign(visitor(), event.viewKey, { name: 'Mei', reaction: 'love' });
      await sign(ada, event.uuid, { text: 'My own' });
      const newsOf = async () =>
        (await ada.call(listNotifications, { query: {} })).map(({ title, url }) => [title, url]);
      expect(await newsOf()).to.deep.equal([['2 new lines in the guestbook', `/e/${event.uuid}/guestbook`]]);
      await hide(ada, line, undefined);
      expect(await newsOf()).to.deep.equal([['Mei signed the guestbook', `/e/${event.uuid}/guestbook`]]);
    } finally {
      guest.close();
    }
  });

  it('works without script: signing, hiding, taking back and reporting', async () => {
    const path = `/e/${event.privateKey}/guestbook`;
    const ruth = visitor();
    const omar = visitor();
    const ofOmar = `/e/${event.uuid}/guestbook?receipt=${receipt.receiptKey}`;
    const sent = await omar.postForm(ofOmar, { name: 'Omar <b>', text: 'Hello', reaction: 'wow' });
    expect([sent.status, sent.headers.get('location')]).to.deep.equal([303, `${ofOmar}#lines`]);
    const html = await (await ruth.fetch(path)).text();
    expect(html).to.include('Omar &lt;b&gt;').and.include('Hello').and.include('1 line');
    const [, hideAction = ''] = /action="([^"]+\/hide[^"]*)"/.exec(html) ?? [];
    const hidden = await ruth.postForm(hideAction.replaceAll('&amp;', '&'), {});
    expect([hidden.status, hidden.headers.get('location')]).to.deep.equal([303, `${path}#lines`]);
    expect(await texts(visitor(), event.viewKey)).to.deep.equal([]);
    const own = await (await omar.fetch(ofOmar)).text();
    expect(own).to.include('Nobody has signed yet');
    expect(await (await ruth.fetch(path)).text()).to.include('Show it again');
    expect((await visitor().fetch(`/e/${event.uuid}/guestbook`)).status).to.equal(403);
    expect(await (await ruth.fetch(`/e/${event.privateKey}?open=1`)).text()).to.include(`href="${path}"`);
  });
});
