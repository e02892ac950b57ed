import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { housekeepingJobs } from '../../src/app/housekeeping.ts';
import { platform } from '../../src/platform/platform.ts';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { publish } from '../../src/shared/contracts/films.ts';
import {
  deleteMedia,
  getReceipt,
  type Media,
  type Receipt,
  restoreMedia,
  retryMedia,
  updateMedia,
} from '../../src/shared/contracts/media.ts';
import { mp4Clip } from '../helpers/clips.ts';
import { eventually } from '../helpers/eventually.ts';
import { endedRender, giveFile, giveText, readEvent, settledMedia, startFreeEvent } from '../helpers/giving.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { connectSocket } from '../helpers/socket.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const NOT_FOUND = [404, 'NOT_FOUND'];

describe('a withdrawn clip', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let creator: SignedInUser;
  let guest: Visitor;
  let event: Event;

  before(async () => {
    creator = await newUser(app().origin);
  });
  beforeEach(async () => {
    guest = newVisitor(app().origin);
    event = await startFreeEvent(creator);
  });

  const media = () => app().connection.collection('media');
  const idOf = ({ media: { id } }: Receipt) => new (app().connection.base.mongo.ObjectId)(id);
  const params = (receipt: Receipt) => ({ id: receipt.media.id });
  const own = (receipt: Receipt) => ({ params: params(receipt), query: { receipt: receipt.receiptKey } });
  const withdraw = (receipt: Receipt) => guest.call(deleteMedia, own(receipt));
  const clipsOf = async () => (await readEvent(creator, event)).media ?? [];
  const statusOf = async (url: string | null | undefined) =>
    (await fetch(new URL(url ?? '/nowhere', app().origin))).status;
  const receiptPage = async ({ receiptUrl }: Receipt) => (await guest.fetch(new URL(receiptUrl).pathname)).text();

  /** As if it had been withdrawn longer ago. */
  const backdate = (receipt: Receipt, minutes: number) =>
    media().updateOne({ _id: idOf(receipt) }, { $set: { deletedAt: new Date(Date.now() - minutes * 60_000) } });

  async function purge(receipt: Receipt): Promise<void> {
    await platform().queue.enqueue(housekeepingJobs.cleanUp, {});
    const isPurged = async () => (await media().findOne({ _id: idOf(receipt) }))?.purgedAt instanceof Date;
    await eventually('the clip to be purged', isPurged);
  }

  const refusedForTheOrganiser = async (receipt: Receipt) => {
    const query = {};
    const calls = [
      () => creator.call(restoreMedia, { params: params(receipt), query }),
      () => creator.call(deleteMedia, { params: params(receipt), query }),
      () => creator.call(retryMedia, { params: params(receipt), query }),
      () => creator.call(updateMedia, { params: params(receipt), body: { hidden: true } }),
    ];
    for (const call of calls) expect(await statusAndCode(call())).to.deep.equal(NOT_FOUND);
  };

  it('leaves the organiser’s lists, files, preview and calls at once', async () => {
    const receipt = await giveFile(guest, app().origin, event, mp4Clip());
    await settledMedia(creator, event);
    const clip = await eventually('the original to be handed out', async () => {
      const [known] = await clipsOf();
      return known?.downloadUrl ? known : false;
    });
    const playlist = `/api/v2/events/${event.id}/preview.m3u8`;
    const segment = await eventually(
      'the clip in the preview',
      async () => /^\/files\/\S+/m.exec(await (await creator.fetch(playlist)).text())?.[0],
      120_000,
    );
    const handedOut = [clip.posterUrl, clip.previewUrl, clip.downloadUrl, segment];
    expect(await Promise.all(handedOut.map(statusOf))).to.deep.equal([200, 200, 200, 200]);

    const socket = await connectSocket(app().origin, '/users', { cookie: creator.cookie() });
    await socket.join({ event: event.id });
    const removed = socket.next('media:removed');
    await withdraw(receipt);
    const news = await removed;
    expect(news.id).to.equal(receipt.media.id);
    expect(await Promise.all(handedOut.map(statusOf))).to.deep.equal([404, 404, 404, 404]);
    expect(await clipsOf()).to.deep.equal([]);
    expect(await (await creator.fetch(playlist)).text()).not.to.include(receipt.media.id);
    await refusedForTheOrganiser(receipt);
    // What the worker told before may arrive late; it knows nothing of the withdrawal.
    const told = socket.heard.filter(({ name }) => name === 'media:updated');
    expect(told.filter(({ payload }) => (payload as Media).deletedAt !== null)).to.deep.equal([]);
    for (const { payload } of told) expect((payload as Media).revision).to.be.lessThan(news.revision);
    expect((await guest.call(restoreMedia, own(receipt))).revision).to.be.greaterThan(news.revision);
    socket.close();
  });

  it('can be restored by its contributor for an hour, and by nobody later', async () => {
    const receipt = await giveText(guest, event, 'For an hour');
    await withdraw(receipt);
    expect(await receiptPage(receipt))
      .to.include('You can undo this for an hour')
      .and.to.include('Put it back');
    await backdate(receipt, 59);
    expect((await guest.call(restoreMedia, own(receipt))).deletedAt).to.equal(null);
    expect((await clipsOf()).map(({ id }) => id)).to.deep.equal([receipt.media.id]);

    await withdraw(receipt);
    await backdate(receipt, 61);
    expect(await statusAndCode(guest.call(restoreMedia, own(receipt)))).to.deep.equal([409, 'WRONG_STATE']);
    await refusedForTheOrganiser(receipt);
    expect(await receiptPage(receipt))
      .to.include('Your clip is withdrawn')
      .and.not.to.include('Put it back');
  });

  it('can be restored without its key by the account that keeps it, and by no other', async () => {
    const anna = await newUser(app().origin);
    const receipt = await giveText(anna, event, 'From my account');
    const keyless = { params: params(receipt), query: {} };
    await anna.call(deleteMedia, keyless);
    const other = await newUser(app().origin);
    expect(await statusAndCode(other.call(restoreMedia, keyless))).to.deep.equal(NOT_FOUND);
    expect(await statusAndCode(creator.call(restoreMedia, keyless))).to.deep.equal(NOT_FOUND);
    expect((await anna.call(restoreMedia, keyless)).deletedAt).to.equal(null);
  });

  it('is also gone for an organiser who had hidden it before', async () => {
    const receipt = await giveText(guest, event, 'Left out, then withdrawn');
    await creator.call(deleteMedia, { params: params(receipt), query: {} });
    expect((await clipsOf()).map(({ id }) => id)).to.deep.equal([receipt.media.id]);
    await withdraw(receipt);
    expect(await clipsOf()).to.deep.equal([]);
    await refusedForTheOrganiser(receipt);
    expect(await statusAndCode(guest.call(restoreMedia, own(receipt)))).to.deep.equal([403, 'NOT_ALLOWED']);
  });

  describe('an hour later', () => {
    it('is deleted with its original and derived files, even when a purge was interrupted', async () => {
      const filename = 'anna-at-the-lake.mp4';
      const receipt = await giveFile(guest, app().origin, event, mp4Clip(), { filename, caption: 'At the lake' });
      await settledMedia(creator, event);
      const stored = await media().findOne({ _id: idOf(receipt) });
      const files = join(app().config.varDir, 'files');
      const original = join(files, stored?.originalKey);
      const segment = join(files, stored?.prepared.folder);
      expect([existsSync(original), (await readdir(segment)).length > 3]).to.deep.equal([true, true]);

      await withdraw(receipt);
      await backdate(receipt, 63);
      await platform().store.remove(stored?.originalKey);
      await purge(receipt);
      expect(existsSync(original)).to.equal(false);
      expect(existsSync(segment) ? await readdir(segment) : []).to.deep.equal([]);
      const left = JSON.stringify(await media().findOne({ _id: idOf(receipt) }));
      for (const secret of [filename, 'At the lake', 'Anna', stored?.sha256]) expect(left).not.to.include(secret);
      const { db } = app().connection;
      for (const { collectionName } of (await db?.collections()) ?? []) {
        const all = JSON.stringify(await db?.collection(collectionName).find().toArray());
        expect(all, collectionName).not.to.include(filename);
      }
      const kept = await guest.call(getReceipt, { params: { key: receipt.receiptKey } });
      expect(kept.media.deletedAt).to.be.a('string');
      expect(await statusAndCode(guest.call(restoreMedia, own(receipt)))).to.deep.equal([409, 'WRONG_STATE']);
    });
  });

  describe('in a film', () => {
    it('must be republished without it, even once it is deleted; namesakes get two chapters', async () => {
      const receipt = await giveText(guest, event, 'Soon gone');
      await giveText(newVisitor(app().origin), event, 'Here to stay, by another Anna');
      await settledMedia(creator, event);
      const standing = async () => {
        const { isFilmOutdated, filmHoldsWithdrawn } = await readEvent(creator, event);
        return { isFilmOutdated, filmHoldsWithdrawn };
      };
      // While a deadline lies ahead, clips can be withdrawn after publishing too.
      const deadline = new Date(Date.now() + 86_400_000).toISOString();
      await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { deadline } });
      const job = await endedRender(creator, await creator.call(publish, { body: { eventId: event.id } }));
      expect(job.error).to.equal(null);
      const { film } = await readEvent(creator, event);
      expect(film?.chapters.map(({ title }) => title)).to.deep.equal(['Anna Ivanova', 'Anna Ivanova']);
      expect(await standing()).to.deep.equal({ isFilmOutdated: false, filmHoldsWithdrawn: false });

      await withdraw(receipt);
      expect(await standing()).to.deep.equal({ isFilmOutdated: true, filmHoldsWithdrawn: true });
      await guest.call(restoreMedia, own(receipt));
      expect(await standing()).to.deep.equal({ isFilmOutdated: false, filmHoldsWithdrawn: false });
      await withdraw(receipt);
      await backdate(receipt, 63);
      await purge(receipt);
      expect(await standing()).to.deep.equal({ isFilmOutdated: true, filmHoldsWithdrawn: true });
    });
  });
});
