import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ApiError } from '../../src/shared/api-client.ts';
import { createCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import { type Event, getEvent, orderMedia } from '../../src/shared/contracts/events.ts';
import {
  cancelRenderJob,
  latestRenderJob,
  listPublishedMedia,
  type PublishedMedia,
  publish,
  type RenderJob,
  restorePublishedMedia,
} from '../../src/shared/contracts/films.ts';
import type { Media } from '../../src/shared/contracts/media.ts';
import { eventually } from '../helpers/eventually.ts';
import { download, endedRender, giveFile, readEvent, settledMedia, startEvent } from '../helpers/giving.ts';
import { decodedSound, decodesWhole, pictureHashes, streamFacts } from '../helpers/media-reading.ts';
import { sample } from '../helpers/media-samples.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const lengthOf = (clips: Media[]) => clips.reduce((sum, clip) => sum + clip.length, 0);

describe('a film from the first clip to the second version', function () {
  this.timeout(600_000);
  const app = useWholeApp({ hasFullPictures: true });
  let creator: SignedInUser;
  let event: Event;
  let clips: Media[];
  let refusal: ApiError;
  let asked: Event;
  let paid: { status: number; location: string | null; session: string; job: RenderJob | null };
  let first: Event;
  let outdated: Event;
  let second: Event;
  let cancelled: { meanwhile: Event; after: Event };
  let versions: PublishedMedia[];
  let restored: { own: Event; asViewer: Event; back: Event };

  async function saved(film: PublishedMedia | null, height = 720): Promise<string> {
    const source = film?.sources.find((each) => each.height === height);
    const path = join(await tempFolder(), 'film.mp4');
    await writeFile(path, await download(app().origin, source?.url));
    return path;
  }

  before(async () => {
    const { origin } = app();
    creator = await newUser(origin);
    const guest = newVisitor(origin);
    event = await startEvent(creator);
    await giveFile(guest, origin, event, await sample('mp4'), { caption: 'From the lake' });
    await giveFile(guest, origin, event, await sample('square mp4'), { contributor: { name: 'Ben' } });
    clips = await settledMedia(creator, event);
    refusal = await refusalOf(creator.call(publish, { body: { eventId: event.id } }));
    asked = await readEvent(creator, event);

    const session = await creator.call(createCheckoutSession, { body: { eventId: event.id } });
    const back = await creator.postForm(new URL(session.url).pathname, {});
    const job = await creator.call(latestRenderJob, { params: { id: event.id } });
    paid = { status: back.status, location: back.headers.get('location'), session: session.id, job };
    await endedRender(creator, { id: job?.id ?? '' });
    first = await readEvent(creator, event);

    const ids = clips.map(({ id }) => id).reverse();
    await creator.call(orderMedia, { params: { id: event.id }, body: { mediaIds: ids } });
    outdated = await readEvent(creator, event);
    const again = await endedRender(creator, await creator.call(publish, { body: { eventId: event.id } }));
    expect(again.error).to.equal(null);
    second = await readEvent(creator, event);

    // It must not be done before it is cancelled.
    app().pauseWorker();
    const third = await creator.call(publish, { body: { eventId: event.id } });
    const meanwhile = await readEvent(creator, event);
    await creator.call(cancelRenderJob, { params: { id: third.id } });
    app().resumeWorker();
    cancelled = { meanwhile, after: await readEvent(creator, event) };
    versions = await creator.call(listPublishedMedia, { params: { id: event.id } });

    const restore = (film: PublishedMedia | null) =>
      creator.call(restorePublishedMedia, { params: { id: film?.id ?? '' } });
    await restore(first.film);
    const own = await readEvent(creator, event);
    const asViewer = await guest.call(getEvent, { params: { id: event.viewKey ?? '' }, query: {} });
    await restore(second.film);
    restored = { own, asViewer, back: await readEvent(creator, event) };
  });

  it('is refused with 409 and the price before payment', () => {
    expect(clips.map(({ status }) => status)).to.deep.equal(['ready', 'ready']);
    expect([refusal.status, refusal.code]).to.deep.equal([409, 'PAYMENT_REQUIRED']);
    expect(refusal.details).to.deep.equal({ amount: 500, currency: 'USD' });
    expect([asked.status, asked.price?.amount]).to.deep.equal(['active', 500]);
  });

  it('is started by the payment, and owes nothing afterwards', () => {
    expect([paid.status, paid.location]).to.deep.equal([303, `/e/${event.uuid}?session_id=${paid.session}`]);
    expect(paid.job?.status).to.be.oneOf(['queued', 'running', 'done']);
    expect([first.status, first.isFilmOutdated, first.price?.amount]).to.deep.equal(['finalized', false, 0]);
  });

  it('decodes to its end in both sizes, exactly as long as announced', async () => {
    const { film } = first;
    expect(film?.version).to.equal(1);
    expect(film?.sources.map(({ width, height }) => [width, height])).to.deep.equal([
      [1920, 1080],
      [1280, 720],
    ]);
    const path = await saved(film);
    await decodesWhole(path);
    for (const each of [path, await saved(film, 1080)]) {
      const { facts, duration, tags } = await streamFacts(each);
      expect(Number(facts.nb_frames) / 30).to.be.closeTo(film?.length ?? 0, 1 / 30);
      expect(duration).to.be.closeTo(film?.length ?? 0, 0.05);
      expect((await decodedSound(each)).samples / 48_000).to.be.closeTo(film?.length ?? 0, 0.05);
      expect(JSON.stringify(tags)).not.to.match(/sample-|example\.com/);
    }
    expect(film?.length, 'clips, and titles around them').to.be.greaterThan(lengthOf(clips));
    expect((await download(app().origin, film?.posterUrl)).subarray(0, 3).toString('hex')).to.equal('ffd8ff');
  });

  it('has a chapter for each person, and captions with what they wrote', async () => {
    const { film } = first;
    expect(film?.chapters.map(({ title }) => title)).to.deep.equal(['Anna Ivanova', 'Ben']);
    const [anna, ben] = film?.chapters ?? [];
    expect((ben?.start ?? 0) - (anna?.start ?? 0)).to.be.closeTo(clips[0]?.length ?? 0, 0.01);
    const captions = (await download(app().origin, film?.captionsUrl)).toString();
    expect(captions).to.match(/^WEBVTT/);
    expect(captions).to.include('From the lake');
  });

  it('is announced to the creator by one mail, not one per version, that holds no key to the gift', async () => {
    const ofEvent = async () =>
      (await app().mailsTo(creator.user.email)).filter(({ text }) => text.includes(event.uuid));
    const mails = await eventually('the mail', async () => {
      const all = await ofEvent();
      return all.length > 0 && all;
    });
    await eventually('all jobs to end', async () => {
      const jobs = app().connection.collection('jobs');
      return (await jobs.countDocuments({ type: { $in: ['film.render', 'mail.send'] }, alive: true })) === 0;
    });
    expect(await ofEvent()).to.have.length(1);
    expect(mails[0]?.text).to.include(`${app().origin}/e/${event.uuid}`);
    expect(mails[0]?.text).not.to.include(event.privateKey);
  });

  it('is made again after a new order of clips, free and from the same encoded pictures', async () => {
    expect(outdated.isFilmOutdated).to.equal(true);
    expect([second.film?.version, second.isFilmOutdated, second.status]).to.deep.equal([2, false, 'finalized']);
    expect(second.film?.chapters.map(({ title }) => title)).to.deep.equal(['Ben', 'Anna Ivanova']);
    const before = await pictureHashes(await saved(first.film));
    const after = await pictureHashes(await saved(second.film));
    expect(after).not.to.deep.equal(before);
    expect(after.toSorted()).to.deep.equal(before.toSorted());
  });

  it('keeps its versions, and restores an older one', () => {
    expect(versions.map(({ version }) => version)).to.deep.equal([2, 1]);
    expect([restored.own.film?.version, restored.own.isFilmOutdated]).to.deep.equal([1, true]);
    expect(restored.asViewer.film?.id).to.equal(first.film?.id);
    expect(restored.back.film?.version).to.equal(2);
  });

  it('answers 404 to another user who restores a version', async () => {
    const stranger = await newUser(app().origin);
    const foreign = stranger.call(restorePublishedMedia, { params: { id: first.film?.id ?? '' } });
    expect(await statusAndCode(foreign)).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('stays while a second render runs and after that is cancelled', () => {
    expect(cancelled.meanwhile.film?.id).to.equal(second.film?.id);
    expect([cancelled.after.status, cancelled.after.film?.id]).to.deep.equal(['finalized', second.film?.id]);
  });
});
