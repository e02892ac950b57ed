import { expect } from 'chai';
import { fromBuffer } from 'yauzl';
import { removeExpired, rescuePackings } from '../../src/features/keepsakes/keepsake-files.ts';
import { platform } from '../../src/platform/platform.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { signGuestbook } from '../../src/shared/contracts/guestbook.ts';
import { allowKeepsake, getKeepsake, type Keepsake, packKeepsake } from '../../src/shared/contracts/keepsakes.ts';
import { deleteMedia, restoreMedia } from '../../src/shared/contracts/media.ts';
import { moderateMedia } from '../../src/shared/contracts/staff-media.ts';
import { sendThanks } from '../../src/shared/contracts/thanks.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { download, giveText, readEvent, startEvent, startFreeEvent } from '../helpers/giving.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const DAY = 24 * 3_600_000;

describe('keepsakes', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let creator: SignedInUser;
  let ruth: Visitor;

  before(async () => {
    creator = await newUser(app().origin);
    await confirmAddress(app().connection, creator.user.email);
    ruth = newVisitor(app().origin);
  });

  const look = (id: string, who: Visitor = creator) => who.call(getKeepsake, { params: { id }, query: {} });
  const pack = (id: string, who: Visitor = creator) => who.call(packKeepsake, { params: { id }, query: {} });
  const allow = ({ id }: Event, isForRecipients: boolean) =>
    creator.call(allowKeepsake, { params: { id }, query: {}, body: { isForRecipients } });
  const packed = (id: string, who: Visitor = creator) =>
    eventually('the box to be packed', async () => {
      const now = await look(id, who);
      return now.status === 'ready' && now;
    });
  const keepsakes = () => app().connection.collection('keepsakes');

  /** A film of Anna, whose original is a photo, and a card by <Karl>. */
  const gift = async () => (await giftOfAnna()).event;

  /** The same, with what Anna can do to her clip. */
  async function giftOfAnna() {
    const guest = newVisitor(app().origin);
    const event = await startFreeEvent(creator, { recipients: [{ firstName: 'Ruth' }] });
    const anna = await giveText(guest, event, 'From Anna', {
      contributor: { name: 'Anna: Ivanova' },
    });
    const karl = await giveText(newVisitor(app().origin), event, 'Be <well>', { contributor: { name: '<Karl>' } });
    const chapters = [anna, karl].map(({ media }, start) => ({ start, clip: media }));
    await finishedFilm(app().connection, event, { chapters });
    const originalKey = `originals/${event.id}/photo`;
    await platform().store.write(originalKey, Buffer.from('a photo'));
    const file = { kind: 'photo', text: null, originalKey, originalState: 'clean', originalName: 'IMG_1.JPG' };
    const { ObjectId } = app().connection.base.mongo;
    await app()
      .connection.collection('media')
      .updateOne({ _id: new ObjectId(anna.media.id) }, { $set: { ...file, originalBytes: 7 } });
    const own = { params: { id: anna.media.id }, query: { receipt: anna.receiptKey } };
    return {
      event: await readEvent(creator, event),
      withdraw: () => guest.call(deleteMedia, own),
      restore: () => guest.call(restoreMedia, own),
    };
  }

  /** The files of an archive by name. */
  async function unzipped({ url }: Keepsake): Promise<Map<string, string>> {
    const bytes = await download(app().origin, url);
    return new Promise((resolve, reject) => {
      const files = new Map<string, string>();
      fromBuffer(bytes, { lazyEntries: true }, (failed, zip) => {
        if (failed) return reject(failed);
        zip.on('error', reject).on('end', () => resolve(files));
        zip.on('entry', (entry) => {
          zip.openReadStream(entry, async (error, source) => {
            if (error) return reject(error);
            files.set(entry.fileName, Buffer.concat(await source.toArray()).toString());
            zip.readEntry();
          });
        });
        zip.readEntry();
      });
    });
  }

  it('hold the film, the originals, the guestbook and a page for all of it, and are mailed once', async () => {
    const event = await gift();
    await creator.call(signGuestbook, {
      params: { id: event.id },
      query: {},
      body: { name: 'Ines', text: 'What a <day>' },
    });
    const before = await look(event.id);
    expect(before).to.deep.include({ status: 'none', url: null, isForRecipients: false });
    expect(before.content).to.include({ clips: 2, lines: 1, thanks: 0 });
    expect((await pack(event.id)).status).to.equal('packing');
    const box = await packed(event.id);
    expect(Date.parse(box.expiresAt ?? '') - Date.now()).to.be.within(6.9 * DAY, 7 * DAY);
    const opensUntil = Number(new URL(box.url ?? '', app().origin).searchParams.get('e')) * 1000;
    expect(opensUntil).to.be.at.least(Date.parse(box.expiresAt ?? ''));
    const files = await unzipped(box);
    expect([...files.keys()]).to.deep.equal([
      'index.html',
      'film.mp4',
      'poster.jpg',
      'captions.vtt',
      'clips/01 Anna Ivanova.jpg',
    ]);
    expect([files.get('film.mp4'), files.get('clips/01 Anna Ivanova.jpg')]).to.deep.equal(['a film', 'a photo']);
    const page = files.get('index.html') ?? '';
    for (const words of ['src="film.mp4"', 'clips/01%20Anna%20Ivanova.jpg', 'Be &lt;well&gt;', 'What a &lt;day&gt;']) {
      expect(page).to.contain(words);
    }
    expect(page).not.to.match(/https?:|<Karl>|src="\//);
    const mails = await eventually('the mail', async () => {
      const found = (await app().mailsTo(creator.user.email)).filter(({ subject }) => /box is packed/.test(subject));
      return found.length > 0 && found;
    });
    expect(mails).to.have.length(1);
  });

  it('can be downloaded in pieces, and are packed again only when something has changed', async () => {
    const event = await gift();
    await pack(event.id);
    const box = await packed(event.id);
    const whole = await download(app().origin, box.url);
    expect(whole.length).to.equal(box.bytes);
    const url = new URL(box.url ?? '', app().origin);
    const first = await fetch(url, { headers: { range: 'bytes=0-99' } });
    const etag = first.headers.get('etag') ?? '';
    const rest = await fetch(url, { headers: { range: 'bytes=100-', 'if-range': etag } });
    expect([first.status, rest.status]).to.deep.equal([206, 206]);
    const parts = [await first.arrayBuffer(), await rest.arrayBuffer()].map((part) => Buffer.from(part));
    expect(Buffer.concat(parts).equals(whole)).to.equal(true);
    expect((await pack(event.id)).url).to.equal(box.url);
    await creator.call(signGuestbook, { params: { id: event.id }, query: {}, body: { name: 'Ines', text: 'Hello' } });
    expect((await pack(event.id)).status).to.equal('packing');
    expect((await unzipped(await packed(event.id))).get('index.html')).to.contain('Hello');
    const left: string[] = [];
    for await (const { key } of platform().store.list(`keepsakes/${event.id}/`)) left.push(key);
    expect(left).to.have.length(1);
  });

  it('say that something has changed, and can be packed again', async () => {
    const event = await gift();
    await pack(event.id);
    const box = await packed(event.id);
    expect(box.isOld).to.equal(false);
    await creator.call(signGuestbook, { params: { id: event.id }, query: {}, body: { name: 'Ines', text: 'Hello' } });
    expect(await look(event.id)).to.deep.include({ status: 'ready', url: box.url, isOld: true });
    const page = await (await creator.fetch(`/e/${event.uuid}/keepsake`)).text();
    expect(page).to.contain('Pack it again');
  });

  it('are not handed out any more once a clip is withdrawn, and are packed again without it', async () => {
    const { event, withdraw, restore } = await giftOfAnna();
    await pack(event.id);
    const { url } = await packed(event.id);
    await withdraw();
    expect((await fetch(new URL(url ?? '', app().origin))).status).to.equal(404);
    expect(await look(event.id)).to.deep.include({ status: 'none', url: null });
    await restore();
    expect((await fetch(new URL(url ?? '', app().origin))).status).to.equal(200);
    await withdraw();
    await pack(event.id);
    expect([...(await unzipped(await packed(event.id))).keys()].join()).not.to.contain('Anna');
  });

  it('are not handed out any more once staff take a clip out', async () => {
    const event = await gift();
    await pack(event.id);
    const { url } = await packed(event.id);
    const editor = await newUser(app().origin, { role: 'editor' });
    const [clip] = event.media ?? [];
    await editor.call(moderateMedia, {
      params: { id: clip?.id ?? '' },
      body: { state: 'hidden', note: 'It hurts somebody' },
    });
    expect((await fetch(new URL(url ?? '', app().origin))).status).to.equal(404);
  });

  it('from before their clips were noted are packed again', async () => {
    const event = await gift();
    await pack(event.id);
    const { url } = await packed(event.id);
    const { ObjectId } = app().connection.base.mongo;
    await keepsakes().updateOne({ eventId: new ObjectId(event.id) }, { $unset: { clipIds: true } });
    expect((await fetch(new URL(url ?? '', app().origin))).status).to.equal(404);
    expect((await look(event.id)).status).to.equal('none');
    expect((await pack(event.id)).status).to.equal('packing');
    expect((await unzipped(await packed(event.id))).size).to.equal(5);
  });

  it('are for recipients once the makers let them, with what only they have', async () => {
    const event = await gift();
    const key = event.privateKey ?? '';
    expect(await look(key, ruth)).to.deep.include({ status: 'closed', content: null });
    expect(await statusAndCode(pack(key, ruth))).to.deep.equal([403, 'NOT_ALLOWED']);
    const page = await (await ruth.fetch(`/e/${key}?open`)).text();
    const [, anna = ''] = /&quot;id&quot;:&quot;([\w-]{22})&quot;/.exec(page) ?? [];
    await ruth.call(sendThanks, { params: { id: key }, query: {}, body: { kind: 'note', to: anna, text: 'Only you' } });
    await ruth.call(sendThanks, { params: { id: key }, query: {}, body: { kind: 'heart', to: anna } });
    const { ObjectId } = app().connection.base.mongo;
    const late = { sendAt: new Date(0), createdAt: new Date('2026-03-02T02:00:00Z') };
    const inBoston = { timeZone: 'America/New_York', occasion: 'birthday' };
    const ofEvent = new ObjectId(event.id);
    await app().connection.collection('thanks').updateMany({ eventId: ofEvent }, { $set: late });
    await app().connection.collection('events').updateOne({ _id: ofEvent }, { $set: inBoston });
    const paid = { bill: { length: 20, amount: 0, isFree: false } };
    await app().connection.collection('publishedmedia').updateOne({ eventId: ofEvent }, { $set: paid });
    await allow(event, true);
    await pack(key, ruth);
    const own = await packed(key, ruth);
    const box = (await unzipped(own)).get('index.html');
    for (const words of ['Only you', 'A heart for <bdi>Anna: Ivanova</bdi>.', 'Sunday, March 1, 2026']) {
      expect(box).to.contain(words);
    }
    expect(box).not.to.contain('March 2');
    await pack(event.id);
    expect((await unzipped(await packed(event.id))).get('index.html')).not.to.contain('Only you');
    await allow(event, false);
    expect((await fetch(new URL(own.url ?? '', app().origin))).status).to.equal(404);
    expect((await look(key, ruth)).status).to.equal('closed');
  });

  it('are packed for recipients of a gift that is put away', async () => {
    const event = await gift();
    const key = event.privateKey ?? '';
    await allow(event, true);
    const { ObjectId } = app().connection.base.mongo;
    const set = { $set: { status: 'archived' } };
    await app()
      .connection.collection('events')
      .updateOne({ _id: new ObjectId(event.id) }, set);
    expect((await pack(key, ruth)).status).to.equal('packing');
    expect((await unzipped(await packed(key, ruth))).size).to.equal(5);
  });

  it('say how far they are without looking at the files, whose list stays on the page', async () => {
    const event = await gift();
    app().pauseWorker();
    try {
      expect(await pack(event.id)).to.deep.include({ status: 'packing', content: null });
      expect(await look(event.id)).to.deep.include({ status: 'packing', content: null });
      const page = await (await creator.fetch(`/e/${event.uuid}/keepsake`)).text();
      expect(page).to.contain('All 2 clips as they came').and.contain('Packing');
    } finally {
      app().resumeWorker();
    }
    expect((await packed(event.id)).content?.clips).to.equal(2);
  });

  it('go after seven days, and can be packed again', async () => {
    const event = await gift();
    await pack(event.id);
    const box = await packed(event.id);
    await removeExpired(new Date(Date.now() + 6 * DAY));
    expect((await look(event.id)).url).to.equal(box.url);
    const { ObjectId } = app().connection.base.mongo;
    await keepsakes().updateOne({ eventId: new ObjectId(event.id) }, { $set: { expiresAt: new Date() } });
    expect(await look(event.id), 'before it is cleaned up').to.deep.include({ status: 'none', url: null });
    expect((await pack(event.id)).status).to.equal('packing');
    await packed(event.id);
    await removeExpired(new Date(Date.now() + 8 * DAY));
    expect(await look(event.id)).to.deep.include({ status: 'none', url: null });
    for await (const { key } of platform().store.list(`keepsakes/${event.id}/`)) throw new Error(key);
    expect((await pack(event.id)).status).to.equal('packing');
  });

  it('are packed even if the process crashed before it enqueued the job', async () => {
    const event = await gift();
    const { ObjectId } = app().connection.base.mongo;
    await keepsakes().insertOne({
      eventId: new ObjectId(event.id),
      audience: 'makers',
      status: 'packing',
      mark: 'none',
      updatedAt: new Date(),
    });
    await rescuePackings(Date.now() + 180_000);
    expect((await packed(event.id)).content?.clips).to.equal(2);
  });

  it('wait for the film and its payment', async () => {
    const event = await startEvent(creator);
    expect(await statusAndCode(pack(event.id))).to.deep.equal([409, 'WRONG_STATE']);
    await finishedFilm(app().connection, event, { bill: { length: 100, amount: 500, isFree: false } });
    expect(await statusAndCode(pack(event.id))).to.deep.equal([409, 'PAYMENT_REQUIRED']);
  });
});
