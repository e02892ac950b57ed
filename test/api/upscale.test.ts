import { expect } from 'chai';
import sharp from 'sharp';
import { stopEventJobs } from '../../src/features/media/event-jobs.ts';
import { upscaleWork } from '../../src/features/media/upscale.jobs.ts';
import { rescueUpscales } from '../../src/features/media/upscale-clip.ts';
import type { JobContext } from '../../src/platform/job-queue.ts';
import { platform } from '../../src/platform/platform.ts';
import { bytesBelow } from '../../src/platform/storage/bytes-below.ts';
import { duplicateMedia, revertMedia, reviewUpscale, upscaleMedia } from '../../src/shared/contracts/clip-edits.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { deleteMedia, type Media, restoreMedia } from '../../src/shared/contracts/media.ts';
import { eventually } from '../helpers/eventually.ts';
import { download, giveFile, giveText, readEvent, settledMedia, startEvent } from '../helpers/giving.ts';
import { sample } from '../helpers/media-samples.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('POST /api/v2/media/:id/upscale', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let creator: SignedInUser;
  let event: Event;

  beforeEach(async () => {
    creator = await newUser(app().origin);
    event = await startEvent(creator);
  });

  const give = async (content: string | Uint8Array, filename: string, filetype: string): Promise<Media> => {
    const { origin } = app();
    const { media } = await giveFile(newVisitor(origin), origin, event, content, { filename, filetype });
    await settledMedia(creator, event);
    return media;
  };
  /** Upright: a wide photo would be shown in motion, which takes seconds to prepare. */
  const photo = async (width: number, height: number) =>
    give(await sharp('static/films/birthday.webp').resize(width, height).png().toBuffer(), 'p.png', 'image/png');
  const clip = async (id: string) => (await readEvent(creator, event)).media?.find((each) => each.id === id);
  const ask = ({ id }: Media) => creator.call(upscaleMedia, { params: { id } });
  const review = ({ id }: Media, approved: boolean) =>
    creator.call(reviewUpscale, { params: { id }, body: { approved } });
  const inReview = ({ id }: Media) =>
    eventually('the sharper version', async () => {
      const now = await clip(id);
      return now?.upscale?.status === 'review' && now;
    });

  it('makes a photo larger for review, shows it when approved, and goes back to the original', async () => {
    const media = await photo(60, 96);
    expect((await clip(media.id))?.upscale).to.include({ status: 'none', isOffered: true, beforeUrl: null });
    expect((await ask(media)).upscale?.status).to.equal('queued');
    const { upscale } = await inReview(media);
    expect([upscale?.method, upscale?.width, upscale?.height]).to.deep.equal(['network', 120, 192]);
    const sizes = await Promise.all(
      [upscale?.beforeUrl, upscale?.afterUrl].map(
        async (url) => (await sharp(await download(app().origin, url)).metadata()).width,
      ),
    );
    expect(sizes).to.deep.equal([60, 120]);
    expect((await ask(media)).upscale?.status).to.equal('review');

    expect((await review(media, true)).status).to.equal('processing');
    await settledMedia(creator, event);
    const approved = await clip(media.id);
    expect([approved?.upscale?.status, approved?.width, approved?.height]).to.deep.equal(['approved', 120, 192]);
    const copy = await creator.call(duplicateMedia, { params: { id: media.id } });
    expect(copy.upscale?.status).to.equal('approved');

    await creator.call(revertMedia, { params: { id: media.id } });
    await settledMedia(creator, event);
    const back = await clip(media.id);
    expect([back?.upscale?.status, back?.width]).to.deep.equal(['review', 60]);
    expect((await review(media, false)).upscale?.status).to.equal('rejected');
    expect(await statusAndCode(review(media, true))).to.deep.equal([409, 'WRONG_STATE']);
    expect((await download(app().origin, (await clip(copy.id))?.upscale?.afterUrl)).length).to.be.greaterThan(500);
  });

  it('makes a photo larger whose request crashed before its job was queued, and that is in the bin meanwhile', async () => {
    const media = await photo(60, 96);
    const { connection } = app();
    const upscale = { status: 'queued', folder: `upscaled/${event.id}/${media.id}-crashed` };
    const _id = new connection.base.mongo.ObjectId(media.id);
    await connection.collection('media').updateOne({ _id }, { $set: { upscale, updatedAt: new Date(0) } });
    app().pauseWorker();
    await rescueUpscales();
    const removed = { params: { id: media.id }, query: {} };
    await creator.call(deleteMedia, removed);
    app().resumeWorker();
    const jobs = connection.collection('jobs');
    const open = { type: 'media.upscale', 'data.mediaId': media.id, alive: true };
    await eventually('the job to end', async () => (await jobs.countDocuments(open)) === 0);
    await creator.call(restoreMedia, removed);
    expect((await clip(media.id))?.upscale).to.include({ status: 'review', width: 120 });
    expect(await rescueUpscales()).to.equal(0);
  });

  it('leaves no file of a photo that was purged meanwhile', async () => {
    const media = await photo(60, 96);
    const folder = `upscaled/${event.id}/${media.id}-purged`;
    const clips = app().connection.collection('media');
    const _id = new (app().connection.base.mongo.ObjectId)(media.id);
    await clips.updateOne({ _id }, { $set: { upscale: { status: 'queued', folder } } });
    const { store } = platform();
    const { take } = store;
    store.take = async (...file) => {
      await clips.updateOne({ _id }, { $set: { upscale: null } });
      return take.apply(store, file);
    };
    try {
      await upscaleWork.run({ mediaId: media.id, folder }, { signal: new AbortController().signal } as JobContext);
    } finally {
      store.take = take;
    }
    expect(await bytesBelow(`${folder}/`)).to.equal(0);
  });

  it('can be asked for again once its event was in the bin meanwhile', async () => {
    const media = await photo(60, 96);
    app().pauseWorker();
    await ask(media);
    await stopEventJobs(event.id);
    app().resumeWorker();
    await eventually('the end', async () => (await clip(media.id))?.upscale?.status === 'failed');
    app().pauseWorker();
    expect((await ask(media)).upscale?.status).to.equal('queued');
    // It has been made larger often enough in this file.
    await stopEventJobs(event.id);
    app().resumeWorker();
  });

  it('is offered for a video, and refuses text cards, large photos and strangers, in words', async () => {
    const video = await give(await sample('mp4'), 'v.mp4', 'video/mp4');
    expect((await clip(video.id))?.upscale?.isOffered).to.equal(true);
    const card = (await giveText(newVisitor(app().origin), event, 'Hello')).media;
    await settledMedia(creator, event);
    expect(await statusAndCode(ask(card))).to.deep.equal([409, 'WRONG_STATE']);
    const large = await photo(1100, 1800);
    const refusal = await refusalOf(ask(large));
    expect([refusal.status, refusal.message]).to.deep.equal([422, 'This photo is large enough already.']);
    const stranger = await newUser(app().origin);
    const foreign = stranger.call(upscaleMedia, { params: { id: video.id } });
    expect((await statusAndCode(foreign))[0]).to.be.oneOf([403, 404]);
  });
});
