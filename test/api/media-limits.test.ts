import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { deleteEvent, updateEvent } from '../../src/shared/contracts/events.ts';
import { createMedia, deleteMedia, restoreMedia } from '../../src/shared/contracts/media.ts';
import { CONTRIBUTORS_PER_EVENT, ITEMS_PER_CONTRIBUTOR, ITEMS_PER_EVENT } from '../../src/shared/limits.ts';
import { mp4Clip } from '../helpers/clips.ts';
import { giveFile, giveText, openedBy, readEvent, startEvent, uploadFile } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { postUpload } from '../helpers/tus.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const ANNA = { name: 'Anna', email: 'anna@example.com' };
const BEN = { name: 'Ben' };
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('limits of POST /api/v2/media', () => {
  const web = useWeb();
  let creator: SignedInUser;
  let guest: Visitor;
  let ben: Visitor;

  before(async () => {
    creator = await newUser(web().origin);
    const event = await startEvent(creator);
    guest = await openedBy(newVisitor(web().origin), event);
    ben = await openedBy(newVisitor(web().origin), event);
  });

  /** How often each of several requests that run side by side ended how. */
  async function outcomes(calls: Promise<unknown>[]): Promise<Record<string, number>> {
    const ends = await Promise.all(
      calls.map((call) =>
        call.then(
          () => 'stored',
          async () => (await refusalOf(call)).code,
        ),
      ),
    );
    return Object.fromEntries([...new Set(ends)].map((end) => [end, ends.filter((each) => each === end).length]));
  }

  const liveClips = async (event: { id: string }) =>
    ((await readEvent(creator, event)).media ?? []).filter(({ deletedAt }) => deletedAt === null);

  it('accept 20 clips per browser whatever names it gives, also of 25 at once', async () => {
    const event = await startEvent(creator);
    const calls = numbers(25).map((n) =>
      giveText(guest, event, `Wish ${n}`, { contributor: { name: `Anna ${n % 3}` } }),
    );
    expect(await outcomes(calls)).to.deep.equal({ stored: ITEMS_PER_CONTRIBUTOR, LIMIT_REACHED: 5 });
    expect(await liveClips(event)).to.have.length(ITEMS_PER_CONTRIBUTOR);
    const refusal = await refusalOf(giveText(guest, event, 'One more', { contributor: { ...ANNA, name: 'Another' } }));
    expect([refusal.status, refusal.message]).to.deep.equal([
      409,
      'You have sent 20 already, which is all we can take from one person. Withdraw one to send another.',
    ]);
    await giveText(ben, event, 'But another browser may, under any name', { contributor: ANNA });
  });

  it('let a browser with 20 clips replace one, and send another after withdrawing one', async () => {
    const event = await startEvent(creator);
    const receipts = await Promise.all(
      numbers(ITEMS_PER_CONTRIBUTOR).map((n) => giveText(guest, event, `Wish ${n}`, { contributor: ANNA })),
    );
    const [first, second] = receipts;
    const replacing = numbers(4).map((n) =>
      giveText(guest, event, `Better ${n}`, { contributor: ANNA, replaces: first?.receiptKey }),
    );
    // One that begins when another is done replaces that one.
    const { stored = 0, LIMIT_REACHED = 0, ...others } = await outcomes(replacing);
    expect([stored > 0, stored + LIMIT_REACHED, others]).to.deep.equal([true, 4, {}]);
    expect(await liveClips(event)).to.have.length(ITEMS_PER_CONTRIBUTOR);

    const withdrawal = { params: { id: second?.media.id ?? '' }, query: { receipt: second?.receiptKey } };
    await Promise.all([guest.call(deleteMedia, withdrawal), guest.call(deleteMedia, withdrawal)]);
    const calls = numbers(3).map((n) => giveText(guest, event, `After all ${n}`, { contributor: ANNA }));
    expect(await outcomes(calls)).to.deep.equal({ stored: 1, LIMIT_REACHED: 2 });
    expect(await statusAndCode(guest.call(restoreMedia, withdrawal))).to.deep.equal([409, 'LIMIT_REACHED']);
    expect(await liveClips(event)).to.have.length(ITEMS_PER_CONTRIBUTOR);
  });

  it('accept 500 clips and 500 people per event, also concurrently', async () => {
    const event = await startEvent(creator);
    await giveText(guest, event, 'The first', { contributor: BEN });
    const taken = web().connection.collection<{ _id: string }>('taken_places');
    const items = numbers(ITEMS_PER_EVENT - 3).map((n) => `elsewhere-${n}`);
    await taken.updateOne({ _id: event.id }, { $push: { items: { $each: items } } as never });
    const calls = numbers(6).map((n) => giveText(guest, event, `Me too ${n}`, { contributor: BEN }));
    expect(await outcomes(calls)).to.deep.equal({ stored: 2, LIMIT_REACHED: 4 });

    const crowd = await startEvent(creator);
    await giveText(guest, crowd, 'The first', { contributor: BEN });
    const people = numbers(CONTRIBUTORS_PER_EVENT - 3).map((n) => `somebody ${n}`);
    await taken.updateOne({ _id: crowd.id }, { $push: { contributors: { $each: people } } as never });
    const more = numbers(6).map(() => giveText(newVisitor(web().origin), crowd, 'Me too', { contributor: BEN }));
    expect(await outcomes(more)).to.deep.equal({ stored: 2, LIMIT_REACHED: 4 });
    await giveText(guest, crowd, 'Known people may go on', { contributor: BEN });
  });

  it('answer the same receipt for the same upload or file of one person, also concurrently', async () => {
    const { origin } = web();
    const event = await startEvent(creator);
    const bytes = mp4Clip();
    const ids = await Promise.all(numbers(3).map(() => uploadFile(origin, event, bytes)));
    const send = (uploadId: string | undefined) =>
      guest.call(createMedia, { body: { event: event.uuid, uploadId, contributor: ANNA } });
    const receipts = await Promise.all([...ids, ...ids].map(send));
    receipts.push(await send(ids[2]), await giveFile(guest, origin, event, bytes, { contributor: ANNA }));
    expect(new Set(receipts.map(({ receiptKey }) => receiptKey)).size).to.equal(1);
    expect(await liveClips(event)).to.have.length(1);
    const texts = await Promise.all(
      numbers(4).map(() => giveText(guest, event, 'Twice tapped', { contributor: ANNA })),
    );
    expect(new Set(texts.map(({ receiptKey }) => receiptKey)).size).to.equal(1);
    expect(await liveClips(event)).to.have.length(2);
  });

  it('refuse a file that somebody else has sent, until it is withdrawn', async () => {
    const { origin } = web();
    const event = await startEvent(creator);
    const bytes = mp4Clip();
    const { media, receiptKey } = await giveFile(guest, origin, event, bytes, { contributor: ANNA });
    const copy = () => giveFile(ben, origin, event, bytes, { contributor: ANNA });
    expect(await statusAndCode(copy())).to.deep.equal([409, 'DUPLICATE']);
    expect(await liveClips(event)).to.have.length(1);

    const own = { params: { id: media.id }, query: { receipt: receiptKey } };
    await guest.call(deleteMedia, own);
    const theirs = await copy();
    expect(await statusAndCode(guest.call(restoreMedia, own))).to.deep.equal([409, 'DUPLICATE']);
    await ben.call(deleteMedia, { params: { id: theirs.media.id }, query: { receipt: theirs.receiptKey } });
    expect((await guest.call(restoreMedia, own)).deletedAt).to.equal(null);
    const again = await giveFile(guest, origin, event, bytes, { contributor: ANNA });
    expect(again.receiptKey, 'what was brought back is known as one’s own').to.equal(receiptKey);
    expect(await statusAndCode(copy())).to.deep.equal([409, 'DUPLICATE']);
    expect((await giveFile(ben, origin, await startEvent(creator), bytes, { contributor: BEN })).media.id).to.be.a(
      'string',
    );
  });

  it('keep a replaced clip’s place for the new one', async () => {
    const { origin } = web();
    const event = await startEvent(creator);
    const [a, b, c] = [
      await giveText(guest, event, 'A', { contributor: ANNA }),
      await giveText(guest, event, 'B', { contributor: BEN }),
      await giveText(guest, event, 'C', { contributor: ANNA }),
    ];
    const better = await giveFile(guest, origin, event, mp4Clip(), { contributor: BEN, replaces: b.receiptKey });
    expect((await liveClips(event)).map(({ id }) => id)).to.deep.equal([a.media.id, better.media.id, c.media.id]);

    const same = await giveText(guest, event, 'A', { contributor: ANNA, replaces: a.receiptKey });
    expect(same.receiptKey, 'replaced by itself').to.equal(a.receiptKey);
    const elsewhere = await startEvent(creator);
    const foreign = giveText(guest, elsewhere, 'D', { contributor: ANNA, replaces: a.receiptKey });
    expect(await statusAndCode(foreign)).to.deep.equal([404, 'NOT_FOUND']);
    const unknown = giveText(guest, event, 'D', { contributor: ANNA, replaces: 'r0000000000000000000000' });
    expect(await statusAndCode(unknown)).to.deep.equal([404, 'NOT_FOUND']);
    expect(await liveClips(event)).to.have.length(3);
  });

  it('accept after closing only uploads begun before, as late, and the creator’s own clips', async () => {
    const { origin } = web();
    const event = await startEvent(creator);
    const [uploadId, fromCreator] = [
      await uploadFile(origin, event, mp4Clip()),
      await uploadFile(origin, event, mp4Clip()),
    ];
    const early = await giveText(guest, event, 'In time', { contributor: ANNA });
    const deadline = new Date(Date.now() - 1000).toISOString();
    await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { deadline } });

    const send = (who: Visitor, upload: string) =>
      who.call(createMedia, { body: { event: event.uuid, uploadId: upload, contributor: ANNA } });
    const { media: onItsWay } = await send(guest, uploadId);
    const waiting = (await liveClips(event)).find(({ id }) => id === onItsWay.id);
    expect(waiting?.isWaiting, 'its organiser is asked').to.equal(true);
    expect((await postUpload(origin, { size: 4, event: event.uuid })).status, 'a new one').to.equal(409);
    expect(await statusAndCode(giveText(guest, event, 'Late', { contributor: ANNA }))).to.deep.equal([
      409,
      'EVENT_CLOSED',
    ]);
    const own = { params: { id: early.media.id }, query: { receipt: early.receiptKey } };
    expect(await statusAndCode(guest.call(deleteMedia, own))).to.deep.equal([409, 'EVENT_CLOSED']);
    const replacing = giveText(guest, event, 'Other', { contributor: ANNA, replaces: early.receiptKey });
    expect(await statusAndCode(replacing)).to.deep.equal([409, 'EVENT_CLOSED']);
    await send(creator, fromCreator);
    expect(await liveClips(event)).to.have.length(3);

    await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { deadline: null } });
    await guest.call(deleteMedia, own);
    await creator.call(deleteEvent, { params: { id: event.id } });
    expect(await statusAndCode(giveText(guest, event, 'Gone', { contributor: ANNA }))).to.deep.equal([
      404,
      'NOT_FOUND',
    ]);
    expect(await statusAndCode(giveText(creator, event, 'Gone', { contributor: ANNA }))).to.deep.equal([
      409,
      'WRONG_STATE',
    ]);
  });

  it('refuse an upload that is unknown, unfinished or of another event', async () => {
    const { origin } = web();
    const [event, other] = [await startEvent(creator), await startEvent(creator)];
    const uploadId = await uploadFile(origin, event, mp4Clip());
    const send = (id: string) =>
      guest.call(createMedia, { body: { event: other.uuid, uploadId: id, contributor: ANNA } });
    expect(await statusAndCode(send(uploadId))).to.deep.equal([404, 'NOT_FOUND']);
    expect(await statusAndCode(send('0123456789abcdef0123456789abcdef'))).to.deep.equal([404, 'NOT_FOUND']);
    expect(await liveClips(other)).to.have.length(0);
    const person = await web().connection.collection('contributors').findOne({ items: uploadId });
    expect(person, 'a place that is held for nothing').to.equal(null);
  });

  describe('after a crash half way', () => {
    const steps = ['the place', 'the file', 'the clip', 'its place in the film'] as const;

    /** What is in the database when a process dies right after one step. */
    async function dieAfter(step: (typeof steps)[number], mediaId: string, uploadId: string, eventId: string) {
      const { connection } = web();
      const done = steps.indexOf(step);
      const id = new connection.base.mongo.ObjectId(mediaId);
      const event = { _id: new connection.base.mongo.ObjectId(eventId) };
      await connection.collection('jobs').deleteMany({ 'data.mediaId': mediaId });
      if (done < 3) await connection.collection('events').updateOne(event, { $pull: { order: id } } as never);
      if (done < 2) await connection.collection('media').deleteOne({ _id: id });
      if (done < 1) {
        await rename(
          join(web().config.varDir, 'files/originals', eventId, mediaId),
          join(web().config.varDir, 'uploads', uploadId),
        );
        const undone = { $set: { status: 'complete', mediaId: null }, $unset: { contentKey: true } } as const;
        await connection.collection<{ _id: string }>('uploads').updateOne({ _id: uploadId }, undone);
      }
    }

    for (const step of steps) {
      it(`finishes with one clip after ${step}`, async () => {
        const event = await startEvent(creator);
        const old = await giveText(guest, event, 'Old', { contributor: ANNA });
        const last = await giveText(ben, event, 'Last', { contributor: BEN });
        const uploadId = await uploadFile(web().origin, event, mp4Clip());
        const body = { event: event.uuid, uploadId, contributor: ANNA };
        const before = await guest.call(createMedia, { body });
        await dieAfter(step, before.media.id, uploadId, event.id);

        // As the phone asks again, here with a replacement that had not been carried out either.
        const after = await guest.call(createMedia, { body: { ...body, replaces: old.receiptKey } });
        const again = await guest.call(createMedia, { body: { ...body, replaces: old.receiptKey } });
        expect(again.receiptKey).to.equal(after.receiptKey);
        expect((await liveClips(event)).map(({ id }) => id)).to.deep.equal([after.media.id, last.media.id]);
        const jobs = await web().connection.collection('jobs').find({ 'data.mediaId': after.media.id }).toArray();
        expect(jobs.map(({ type }) => type)).to.deep.equal(['media.poster']);
        const place = await web()
          .connection.collection<{ _id: string; items: string[] }>('taken_places')
          .findOne({ _id: event.id });
        expect(place?.items).to.have.length(2);
      });
    }
  });
});
