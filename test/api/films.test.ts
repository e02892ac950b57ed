import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { deleteEvent, type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import {
  cancelRenderJob,
  getRenderJob,
  listPublishedMedia,
  publish,
  type RenderJob,
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
import { pictureHashes } from '../helpers/media-reading.ts';
import { sample } from '../helpers/media-samples.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('POST /api/publish/media', function () {
  this.timeout(600_000);
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

  async function setStatus(clip: Media | undefined, status: 'uploading' | 'ready'): Promise<void> {
    const { connection } = app();
    const _id = new connection.base.mongo.ObjectId(clip?.id);
    await connection.collection('media').updateOne({ _id }, { $set: { status } });
  }

  // A failed test may have left it paused.
  afterEach(() => app().resumeWorker());

  const wentBack = (event: Event) =>
    eventually('the event to go back', async () => (await readEvent(creator, event)).status === 'active');

  it('answers one render to three calls at once; cancelling it puts the event back to active, then ends it, for its creator only', async () => {
    const event = await startFreeEvent(creator);
    await giveText(newVisitor(app().origin), event, 'Get well');
    const stranger = await newUser(app().origin);
    app().pauseWorker();
    const jobs = await Promise.all([1, 2, 3].map(() => creator.call(publish, { body: { eventId: event.id } })));
    const [job] = jobs;
    expect(new Set(jobs.map(({ id }) => id)).size).to.equal(1);
    expect((await readEvent(creator, event)).status).to.equal('finalizing');
    const foreign = stranger.call(cancelRenderJob, { params: { id: job?.id ?? '' } });
    expect(await statusAndCode(foreign)).to.deep.equal([404, 'NOT_FOUND']);

    const written: string[] = [];
    const { base } = app().connection;
    base.set('debug', (collection: string, _method: string, _filter: unknown, change?: { $set?: object }) => {
      if (collection === 'events' && change?.$set && 'status' in change.$set) written.push(`event`);
      if (collection === 'renderjobs' && change?.$set && 'finishedAt' in change.$set) written.push('render');
    });
    const cancelled = await creator
      .call(cancelRenderJob, { params: { id: job?.id ?? '' } })
      .finally(() => base.set('debug', false));
    expect(cancelled.status).to.equal('cancelled');
    expect(written).to.deep.equal(['event', 'render']);
    const after = await readEvent(creator, event);
    expect([after.status, after.film]).to.deep.equal(['active', null]);
    const again = await creator.call(cancelRenderJob, { params: { id: job?.id ?? '' } });
    expect(again.finishedAt).to.equal(cancelled.finishedAt);
    expect(await creator.call(listPublishedMedia, { params: { id: event.id } })).to.have.length(0);
  });

  it('makes no version and leaves no file when a process crashed while cancelling a running render', async () => {
    const event = await startFreeEvent(creator);
    await giveText(newVisitor(app().origin), event, 'Get well');
    const [clip] = await settledMedia(creator, event);
    // The film waits for it, so it is not finished before it is cancelled.
    await setStatus(clip, 'uploading');
    const job = await creator.call(publish, { body: { eventId: event.id } });
    await eventually('the film to be begun', async () => {
      const { status } = await creator.call(getRenderJob, { params: { id: job.id } });
      return status === 'running';
    });
    await endByHand(job, 'cancelled');
    await setStatus(clip, 'ready');
    await wentBack(event);
    expect((await readEvent(creator, event)).film).to.equal(null);
    expect(await creator.call(listPublishedMedia, { params: { id: event.id } })).to.have.length(0);
    const { varDir } = app().config;
    expect(existsSync(join(varDir, 'files/films', event.id))).to.equal(false);
  });

  describe('with one that waits for its clips, and another with crossfades', () => {
    let waiting: Event;
    let crossed: Event;
    let job: RenderJob;
    let quick: RenderJob;
    let clips: Media[];
    let hasWaited: boolean;

    const segmentsOf = ({ id }: Event) => join(app().config.varDir, 'files/prepared', id);

    before(async () => {
      const events = app().connection.collection('events');
      const guest = newVisitor(app().origin);
      [waiting, crossed] = [await startFreeEvent(creator), await startFreeEvent(creator)];
      await giveText(guest, waiting, 'Get well');
      for (const words of ['Get well', 'Soon']) await giveText(guest, crossed, words);
      const [late] = await settledMedia(creator, waiting);
      clips = await settledMedia(creator, crossed);
      await creator.call(updateEvent, { params: { id: crossed.id }, query: {}, body: { transition: 'fade' } });

      const facts = (await readdir(segmentsOf(waiting), { recursive: true })).filter((name) =>
        name.endsWith('clip.json'),
      );
      expect(facts).to.have.length(1);
      await rm(join(segmentsOf(waiting), dirname(facts[0] ?? ''), 'audio.wav'));
      await setStatus(late, 'uploading');
      await events.updateOne({ uuid: waiting.uuid }, { $set: { status: 'finalizing', statusBefore: 'active' } });
      app().pauseWorker();
      job = await creator.call(publish, { body: { eventId: waiting.id } });
      expect((await readEvent(creator, waiting)).status).to.equal('finalizing');
      // It was not dead after all, only late.
      await events.updateOne({ uuid: waiting.uuid }, { $set: { status: 'active', statusBefore: null } });
      app().resumeWorker();
      const waits = async () => {
        const { status, step } = await creator.call(getRenderJob, { params: { id: job.id } });
        return status === 'running' && step === 'Waiting for one clip';
      };
      await eventually('the film to wait', waits);
      quick = await endedRender(creator, await creator.call(publish, { body: { eventId: crossed.id } }));
      hasWaited = await waits();
      await setStatus(late, 'ready');
      job = await endedRender(creator, job);
    });

    it('makes the other meanwhile', () => {
      expect([quick.status, hasWaited]).to.deep.equal(['done', true]);
    });

    it('makes it once they are ready, although another process put its event back and a file of a clip was removed', async () => {
      expect(job.status).to.equal('done');
      expect((await readEvent(creator, waiting)).status).to.equal('finalized');
      const [film] = await creator.call(listPublishedMedia, { params: { id: waiting.id } });
      expect(film?.chapters).to.have.length(1);
    });

    it('crossfades the clips and both cards in the film, each over half a second that both share', async () => {
      const [film] = await creator.call(listPublishedMedia, { params: { id: crossed.id } });
      const path = join(await tempFolder(), 'film.mp4');
      await writeFile(path, await download(app().origin, film?.sources.find(({ height }) => height < 1080)?.url));
      const packets = await pictureHashes(path);
      const shown = clips.reduce((sum, { length }) => sum + Math.round(length * 30), 0);
      expect(packets.length, 'cards of 3.6 and 4 s, three crossfades').to.equal(108 + shown + 120 - 3 * 15);
      const made = (await readdir(segmentsOf(crossed))).filter((name) => name.startsWith('join-'));
      expect(made).to.have.length(3);
      const folders = made.map((name) => join(segmentsOf(crossed), name, 'video-720.mp4'));
      const crossfades = await Promise.all(folders.map(pictureHashes));
      expect(crossfades.map(String)).to.include(String(packets.slice(108 - 15, 108)));
    });
  });

  it('puts an event back to active that was published again before its failed render was tidied up', async () => {
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

  it('fails and mails the creator when no clip is usable, and puts the event back to active', async () => {
    const { origin } = app();
    const event = await startFreeEvent(creator);
    await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { maxClipLength: 1 } });
    // A quick worker would refuse the clip before the film is asked for.
    app().pauseWorker();
    await giveFile(newVisitor(origin), origin, event, await sample('mp4 with index in front'));
    const job = await creator.call(publish, { body: { eventId: event.id } });
    app().resumeWorker();
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

  it('fails with PAYMENT_REQUIRED when a clip turned out too long for a free film', async () => {
    const event = await startFreeEvent(creator);
    const { media } = await giveText(newVisitor(app().origin), event, 'Get well');
    await settledMedia(creator, event);
    app().pauseWorker();
    await giveText(newVisitor(app().origin), event, 'Soon');
    const job = await creator.call(publish, { body: { eventId: event.id } });
    // As if it had just come out of the preparation: nobody can wait for six minutes of film here.
    const { ObjectId } = app().connection.base.mongo;
    await app()
      .connection.collection('media')
      .updateOne({ _id: new ObjectId(media.id) }, { $set: { length: 400 } });
    app().resumeWorker();
    const ended = await endedRender(creator, job);
    expect([ended.status, ended.error?.code]).to.deep.equal(['failed', 'PAYMENT_REQUIRED']);
    expect(await statusAndCode(creator.call(publish, { body: { eventId: event.id } }))).to.deep.equal([
      409,
      'PAYMENT_REQUIRED',
    ]);
    await wentBack(event);
  });

  it('asks for no payment for a film that can’t be made, as its event is deleted', async () => {
    const event = await startEvent(creator);
    await giveText(newVisitor(app().origin), event, 'Happy birthday');
    await creator.call(deleteEvent, { params: { id: event.id } });
    expect(await statusAndCode(creator.call(publish, { body: { eventId: event.id } }))).to.deep.equal([
      409,
      'WRONG_STATE',
    ]);
  });

  it('answers 409 without clips, 404 for another user’s event, 401 to a visitor', async () => {
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
