import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { ApiError } from '../../src/shared/api-client.ts';
import { createCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import { type Event, getEvent, orderMedia, updateEvent } from '../../src/shared/contracts/events.ts';
import {
  cancelRenderJob,
  getRenderJob,
  latestRenderJob,
  listPublishedMedia,
  type PublishedMedia,
  publish,
  type RenderJob,
  restorePublishedMedia,
} from '../../src/shared/contracts/films.ts';
import type { Media } from '../../src/shared/contracts/media.ts';
import { eventually } from '../helpers/eventually.ts';
import {
  download,
  endedRender,
  giveFile,
  giveText,
  readEvent,
  settledMedia,
  startEvent,
  startFreeEvent,
} from '../helpers/giving.ts';
import { decodedSound, decodesWhole, streamFacts } from '../helpers/media-reading.ts';
import { sample } from '../helpers/media-samples.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const run = promisify(execFile);

/** Hashes of a film's picture packets, in file order. */
async function pictureHashes(path: string): Promise<string[]> {
  const { stdout } = await run(
    'ffprobe',
    [
      '-v',
      'error',
      '-select_streams',
      'v:0',
      '-show_data_hash',
      'md5',
      '-show_entries',
      'packet=data_hash',
      '-of',
      'csv=p=0',
      path,
    ],
    { maxBuffer: 2 ** 26 },
  );
  return stdout.trim().split('\n');
}

const lengthOf = (clips: Media[]) => clips.reduce((sum, clip) => sum + clip.length, 0);

describe('a film from the first clip to the second version', function () {
  this.timeout(180_000);
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
    await giveFile(guest, origin, event, await sample('m4v'), { contributor: { name: 'Ben' } });
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
  });

  it('refuses to publish with 409 and the price', () => {
    expect(clips.map(({ status }) => status)).to.deep.equal(['ready', 'ready']);
    expect([refusal.status, refusal.code]).to.deep.equal([409, 'PAYMENT_REQUIRED']);
    expect(refusal.details).to.deep.equal({ amount: 500, currency: 'USD' });
    expect([asked.status, asked.price?.amount]).to.deep.equal(['active', 500]);
  });

  it('starts by itself after payment', () => {
    expect([paid.status, paid.location]).to.deep.equal([303, `/e/${event.uuid}?session_id=${paid.session}`]);
    expect(paid.job?.status).to.be.oneOf(['queued', 'running', 'done']);
    expect([first.status, first.isFilmOutdated, first.price?.amount]).to.deep.equal(['finalized', false, 0]);
  });

  it('decodes to its end with its announced length', async () => {
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

  it('has a chapter per person, and captions', async () => {
    const { film } = first;
    expect(film?.chapters.map(({ title }) => title)).to.deep.equal(['Anna Ivanova', 'Ben']);
    const [anna, ben] = film?.chapters ?? [];
    expect((ben?.start ?? 0) - (anna?.start ?? 0)).to.be.closeTo(clips[0]?.length ?? 0, 0.01);
    const captions = (await download(app().origin, film?.captionsUrl)).toString();
    expect(captions).to.match(/^WEBVTT/);
    expect(captions).to.include('From the lake');
  });

  it('mails the creator once, not per version, without a key to the gift', async () => {
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

  it('is made again after a new order, free and without encoding pictures', async () => {
    expect(outdated.isFilmOutdated).to.equal(true);
    expect([second.film?.version, second.isFilmOutdated, second.status]).to.deep.equal([2, false, 'finalized']);
    expect(second.film?.chapters.map(({ title }) => title)).to.deep.equal(['Ben', 'Anna Ivanova']);
    const before = await pictureHashes(await saved(first.film));
    const after = await pictureHashes(await saved(second.film));
    expect(after).not.to.deep.equal(before);
    expect(after.toSorted()).to.deep.equal(before.toSorted());
  });

  it('keeps its versions, and restores an older one', async () => {
    const restore = (film: PublishedMedia | null) =>
      creator.call(restorePublishedMedia, { params: { id: film?.id ?? '' } });
    const versions = await creator.call(listPublishedMedia, { params: { id: event.id } });
    expect(versions.map(({ version }) => version)).to.deep.equal([2, 1]);
    await restore(first.film);
    const restored = await readEvent(creator, event);
    expect([restored.film?.version, restored.isFilmOutdated]).to.deep.equal([1, true]);
    const viewer = newVisitor(app().origin);
    const watching = await viewer.call(getEvent, { params: { id: event.viewKey ?? '' }, query: {} });
    expect(watching.film?.id).to.equal(first.film?.id);
    await restore(second.film);
    expect((await readEvent(creator, event)).film?.version).to.equal(2);
    const stranger = await newUser(app().origin);
    const foreign = stranger.call(restorePublishedMedia, { params: { id: first.film?.id ?? '' } });
    expect(await statusAndCode(foreign)).to.deep.equal([404, 'NOT_FOUND']);
  });

  it('stays when a second render is cancelled', async () => {
    const before = await readEvent(creator, event);
    const job = await creator.call(publish, { body: { eventId: event.id } });
    expect((await readEvent(creator, event)).film?.id).to.equal(before.film?.id);
    await creator.call(cancelRenderJob, { params: { id: job.id } });
    const after = await readEvent(creator, event);
    expect([after.status, after.film?.id]).to.deep.equal(['finalized', before.film?.id]);
    expect(await creator.call(listPublishedMedia, { params: { id: event.id } })).to.have.length(2);
  });
});

describe('POST /api/publish/media', function () {
  this.timeout(180_000);
  const app = useWholeApp();
  let creator: SignedInUser;

  before(async () => {
    creator = await newUser(app().origin);
  });

  /** As a process leaves a render that dies before its event has heard of the end. */
  async function endByHand({ id }: RenderJob, status: 'cancelled' | 'failed'): Promise<void> {
    const { connection } = app();
    const _id = new connection.base.mongo.ObjectId(id);
    await connection.collection('renderjobs').updateOne({ _id }, { $set: { status, finishedAt: new Date() } });
  }

  const wentBack = (event: Event) =>
    eventually('the event to go back', async () => (await readEvent(creator, event)).status === 'active', 120_000);

  it('answers the running render to a second call, and reverts when it is cancelled', async () => {
    const event = await startFreeEvent(creator);
    await giveText(newVisitor(app().origin), event, 'Get well');
    const jobs = await Promise.all([1, 2, 3].map(() => creator.call(publish, { body: { eventId: event.id } })));
    const [job] = jobs;
    expect(new Set(jobs.map(({ id }) => id)).size).to.equal(1);
    expect((await readEvent(creator, event)).status).to.equal('finalizing');
    const stranger = (await newUser(app().origin)).call(cancelRenderJob, { params: { id: job?.id ?? '' } });
    expect(await statusAndCode(stranger)).to.deep.equal([404, 'NOT_FOUND']);

    const cancelled = await creator.call(cancelRenderJob, { params: { id: job?.id ?? '' } });
    expect(cancelled.status).to.equal('cancelled');
    const after = await readEvent(creator, event);
    expect([after.status, after.film]).to.deep.equal(['active', null]);
    const again = await creator.call(cancelRenderJob, { params: { id: job?.id ?? '' } });
    expect(again.finishedAt).to.equal(cancelled.finishedAt);
    expect(await creator.call(listPublishedMedia, { params: { id: event.id } })).to.have.length(0);
  });

  it('reverts the event before the render reports its end', async () => {
    const event = await startFreeEvent(creator);
    await giveText(newVisitor(app().origin), event, 'Get well');
    app().pauseWorker();
    const job = await creator.call(publish, { body: { eventId: event.id } });
    const written: string[] = [];
    const { base } = app().connection;
    base.set('debug', (collection: string, _method: string, _filter: unknown, change?: { $set?: object }) => {
      if (collection === 'events' && change?.$set && 'status' in change.$set) written.push(`event`);
      if (collection === 'renderjobs' && change?.$set && 'finishedAt' in change.$set) written.push('render');
    });
    try {
      await creator.call(cancelRenderJob, { params: { id: job.id } });
    } finally {
      base.set('debug', false);
      app().resumeWorker();
    }
    expect(written).to.deep.equal(['event', 'render']);
    expect((await readEvent(creator, event)).status).to.equal('active');
  });

  it('is made although another process had not finished reverting', async () => {
    const events = app().connection.collection('events');
    const event = await startFreeEvent(creator);
    await giveText(newVisitor(app().origin), event, 'Get well');
    await events.updateOne({ uuid: event.uuid }, { $set: { status: 'finalizing', statusBefore: 'active' } });
    const job = await creator.call(publish, { body: { eventId: event.id } });
    expect((await readEvent(creator, event)).status).to.equal('finalizing');
    // It was not dead after all, only late.
    await events.updateOne({ uuid: event.uuid }, { $set: { status: 'active', statusBefore: null } });
    expect((await endedRender(creator, job)).status).to.equal('done');
    expect((await readEvent(creator, event)).status).to.equal('finalized');
  });

  it('makes no version when a process crashed while cancelling', async () => {
    const event = await startFreeEvent(creator);
    await giveText(newVisitor(app().origin), event, 'Get well');
    const job = await creator.call(publish, { body: { eventId: event.id } });
    await eventually('the film to be begun', async () => {
      const { status } = await creator.call(getRenderJob, { params: { id: job.id } });
      return status === 'running';
    });
    await endByHand(job, 'cancelled');
    await wentBack(event);
    expect((await readEvent(creator, event)).film).to.equal(null);
    expect(await creator.call(listPublishedMedia, { params: { id: event.id } })).to.have.length(0);
    const { varDir } = app().config;
    expect(existsSync(join(varDir, 'files/films', event.id))).to.equal(false);
  });

  it('ends for an event that was published again meanwhile', async () => {
    const events = app().connection.collection('events');
    const event = await startFreeEvent(creator);
    await giveText(newVisitor(app().origin), event, 'Get well');
    app().pauseWorker();
    const job = await creator.call(publish, { body: { eventId: event.id } });
    await events.updateOne({ uuid: event.uuid }, { $set: { status: 'active' } });
    expect((await creator.call(publish, { body: { eventId: event.id } })).id).to.equal(job.id);
    await endByHand(job, 'failed');
    app().resumeWorker();
    await wentBack(event);
  });

  it('reverts without charge when no clip is usable', async () => {
    const { origin } = app();
    const event = await startFreeEvent(creator);
    await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { maxClipLength: 1 } });
    await giveFile(newVisitor(origin), origin, event, await sample('webm of three seconds'));
    const job = await creator.call(publish, { body: { eventId: event.id } });
    const ended = await endedRender(creator, job);
    expect([ended.status, ended.error?.code]).to.deep.equal(['failed', 'WRONG_STATE']);
    const after = await readEvent(creator, event);
    expect([after.status, after.film]).to.deep.equal(['active', null]);
    const [clip] = after.media ?? [];
    expect([clip?.status, clip?.error?.code]).to.deep.equal(['failed', 'TOO_LARGE']);
    const mails = await eventually('the mail to the creator', async () => {
      const all = await app().mailsTo(creator.user.email);
      return all.some(({ text }) => text.includes(event.uuid)) && all;
    });
    expect(mails.find(({ text }) => text.includes(event.uuid))?.subject).to.match(/didn’t finish/);
  });

  it('refuses the price of a shorter film', async () => {
    const { origin } = app();
    const event = await startFreeEvent(creator);
    const { media } = await giveFile(newVisitor(origin), origin, event, await sample('mp4'));
    await settledMedia(creator, event);
    await giveFile(newVisitor(origin), origin, event, await sample('m4v'));
    const job = await creator.call(publish, { body: { eventId: event.id } });
    // As if it had just come out of the preparation: nobody can wait for six minutes of film here.
    const { ObjectId } = app().connection.base.mongo;
    await app()
      .connection.collection('media')
      .updateOne({ _id: new ObjectId(media.id) }, { $set: { length: 400 } });
    const ended = await endedRender(creator, job);
    expect([ended.status, ended.error?.code]).to.deep.equal(['failed', 'PAYMENT_REQUIRED']);
    expect(await statusAndCode(creator.call(publish, { body: { eventId: event.id } }))).to.deep.equal([
      409,
      'PAYMENT_REQUIRED',
    ]);
    await wentBack(event);
  });

  it('refuses an event without clips, another user’s event, and a visitor', async () => {
    const { origin } = app();
    const empty = await startFreeEvent(creator);
    const none = await refusalOf(creator.call(publish, { body: { eventId: empty.id } }));
    expect([none.status, none.code]).to.deep.equal([409, 'WRONG_STATE']);

    const stranger = await newUser(origin);
    const foreign = await refusalOf(stranger.call(publish, { body: { eventId: empty.id } }));
    expect([foreign.status, foreign.code]).to.deep.equal([404, 'NOT_FOUND']);

    const visitor = newVisitor(origin);
    const prepared = await startFreeEvent(visitor);
    await giveText(visitor, prepared, 'Soon');
    const early = await refusalOf(visitor.call(publish, { body: { eventId: prepared.id } }));
    expect([early.status, early.code]).to.deep.equal([401, 'NOT_SIGNED_IN']);
  });
});
