import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { type EventRecord, findEvent } from '../../src/features/events/find-events.service.ts';
import { shapedClip } from '../../src/features/media/shaped-clips.service.ts';
import { type TimelineClip, timelineClips } from '../../src/features/media/timeline-clips.service.ts';
import { FRAMES } from '../../src/platform/ffmpeg/film-frames.ts';
import { platform } from '../../src/platform/platform.ts';
import { createCheckoutSession, retrieveCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import {
  cancelRenderJob,
  latestRenderJob,
  listPublishedMedia,
  type PublishedMedia,
  publish,
  type RenderJob,
  restorePublishedMedia,
} from '../../src/shared/contracts/films.ts';
import { updateMedia } from '../../src/shared/contracts/media.ts';
import {
  download,
  endedRender,
  giveFile,
  giveText,
  readEvent,
  settledMedia,
  startFreeEvent,
} from '../helpers/giving.ts';
import { decodesWhole, streamFacts } from '../helpers/media-reading.ts';
import { sample } from '../helpers/media-samples.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { SMALL } from '../helpers/small-pictures.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('POST /api/publish/media with a format', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let creator: SignedInUser;
  let event: Event;
  let film: RenderJob;
  let tall: RenderJob;
  let versions: PublishedMedia[];

  const make = (format: '16:9' | '9:16' | '1:1', height: 720 | 1080 | 2160 = 1080) =>
    creator.call(publish, { body: { eventId: event.id, format, height } });
  const shaped = () => versions.find(({ format }) => format === '9:16');

  /** When each stored file of the clips in this shape was written. */
  async function stored(shape: string): Promise<Map<string, number>> {
    const files = new Map<string, number>();
    for await (const { key, modifiedAt } of platform().store.list(`prepared/${event.id}/`)) {
      if (key.includes(`/${shape}-`)) files.set(key, modifiedAt.getTime());
    }
    return files;
  }

  before(async () => {
    const { origin } = app();
    creator = await newUser(origin);
    const guest = newVisitor(origin);
    event = await startFreeEvent(creator);
    await giveFile(guest, origin, event, await sample('mp4 of two seconds'));
    await giveText(guest, event, 'Get well soon, Ruth!');
    await settledMedia(creator, event);
    await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { transition: 'fade' } });
    film = await endedRender(creator, await creator.call(publish, { body: { eventId: event.id } }));
    tall = await endedRender(creator, await make('9:16'));
    versions = await creator.call(listPublishedMedia, { params: { id: event.id } });
  });

  it('makes a version of its own beside the film', async () => {
    expect([film.format, film.height, tall.format, tall.height]).to.deep.equal(['16:9', 1080, '9:16', 1080]);
    expect([tall.status, tall.error]).to.deep.equal(['done', null]);
    expect([tall.kind, tall.requestedBy]).to.deep.equal(['publish', creator.user.id]);
    const now = await readEvent(creator, event);
    expect([now.status, now.film?.id]).to.deep.equal(['finalized', film.publishedMediaId]);
    expect(now.film?.shapes.map(({ id, format, height }) => ({ id, format, height }))).to.deep.equal([
      { id: tall.publishedMediaId, format: '9:16', height: 1080 },
    ]);
    expect(versions.map(({ format, isCurrent }) => [format, isCurrent])).to.deep.equal([
      ['9:16', false],
      ['16:9', true],
    ]);
  });

  it('is as long as the film, upright in both sizes, and decodes to its end', async () => {
    const version = shaped();
    expect(version?.sources.map(({ width, height }) => [width, height])).to.deep.equal([
      [1080, 1920],
      [720, 1280],
    ]);
    expect(version?.length).to.equal(versions.find(({ isCurrent }) => isCurrent)?.length);
    for (const { url } of version?.sources ?? []) {
      const path = join(await tempFolder(), 'film.mp4');
      await writeFile(path, await download(app().origin, url));
      await decodesWhole(path);
      const { facts } = await streamFacts(path);
      // The worker encodes small pictures.
      expect([facts.width, facts.height]).to.deep.equal([SMALL.height, SMALL.width]);
      expect(Number(facts.nb_frames) / 30).to.be.closeTo(version?.length ?? 0, 1 / 30);
    }
    const poster = await sharp(await download(app().origin, version?.posterUrl)).metadata();
    expect([poster.width, poster.height]).to.deep.equal([SMALL.height, SMALL.width]);
  });

  it('encodes no clip a second time, and finds the earlier render', async () => {
    const before = await stored('tall');
    expect(before.size).to.be.greaterThan(3);
    const again = await endedRender(creator, await make('9:16', 720));
    expect([again.status, again.height]).to.deep.equal(['done', 1080]);
    expect([...(await stored('tall')).entries()]).to.deep.equal([...before.entries()]);
    const latest = await creator.call(latestRenderJob, { params: { id: event.id }, query: { format: '9:16' } });
    expect(latest?.id).to.equal(again.id);
    expect((await creator.call(latestRenderJob, { params: { id: event.id } }))?.id).to.equal(film.id);
  });

  it('is no film to show instead, with 409', async () => {
    const restored = creator.call(restorePublishedMedia, { params: { id: shaped()?.id ?? '' } });
    expect(await statusAndCode(restored)).to.deep.equal([409, 'WRONG_STATE']);
  });

  it('can be stopped, and leaves the film alone', async () => {
    app().pauseWorker();
    const square = await make('1:1');
    expect((await readEvent(creator, event)).status).to.equal('finalized');
    const stopped = await creator.call(cancelRenderJob, { params: { id: square.id } });
    app().resumeWorker();
    expect([stopped.status, stopped.format]).to.deep.equal(['cancelled', '1:1']);
    expect((await readEvent(creator, event)).film?.id).to.equal(film.publishedMediaId);
  });

  it('frames no clip that waits for an edit to be prepared, as its old place would keep the new pictures', async () => {
    const record = (await findEvent(event.id)) as EventRecord;
    const [clip] = (await timelineClips(event.id, record.order)) as [TimelineClip];
    app().pauseWorker();
    await creator.call(updateMedia, { params: { id: clip.id }, body: { edit: { rotate: 180 } } });
    const options = { folder: await tempFolder(), signal: new AbortController().signal };
    const refusal = await shapedClip(clip, record, FRAMES.square, options).catch((error) => error);
    expect([refusal.code, (await stored('square')).size]).to.deep.equal(['WRONG_STATE', 0]);
    await creator.call(updateMedia, { params: { id: clip.id }, body: { edit: {} } });
    app().resumeWorker();
  });

  it('refuses 4K of another shape with 422, and without a sharp clip with 409', async () => {
    expect(await statusAndCode(make('9:16', 2160))).to.deep.equal([422, 'FIELDS_REFUSED']);
    expect(await statusAndCode(make('16:9', 2160))).to.deep.equal([409, 'WRONG_STATE']);
  });

  it('asks for the price of 4K, which a payment page takes', async () => {
    const bytes = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#a65' } })
      .jpeg()
      .toBuffer();
    const { origin } = app();
    const sharpEvent = await startFreeEvent(creator);
    await giveFile(newVisitor(origin), origin, sharpEvent, bytes);
    await settledMedia(creator, sharpEvent);
    const body = { eventId: sharpEvent.id, format: '16:9' as const, height: 2160 as const };
    const refusal = await refusalOf(creator.call(publish, { body }));
    expect([refusal.status, refusal.code]).to.deep.equal([409, 'PAYMENT_REQUIRED']);
    expect(refusal.details).to.deep.equal({ amount: 500, currency: 'USD' });
    const session = await creator.call(createCheckoutSession, { body: { eventId: sharpEvent.id, height: 2160 } });
    const page = await creator.call(retrieveCheckoutSession, { query: { session_id: session.id } });
    expect(page.amount).to.equal(500);
    app().pauseWorker();
    await creator.postForm(new URL(session.url).pathname, {});
    const large = await creator.call(publish, { body });
    expect([large.format, large.height]).to.deep.equal(['16:9', 2160]);
    await creator.call(cancelRenderJob, { params: { id: large.id } });
    app().resumeWorker();
  });
});
