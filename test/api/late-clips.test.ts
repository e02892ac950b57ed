import { expect } from 'chai';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { cancelRenderJob, listPublishedMedia, publish } from '../../src/shared/contracts/films.ts';
import { createMedia, type Receipt, type UpdateMediaBody, updateMedia } from '../../src/shared/contracts/media.ts';
import { mp4Clip } from '../helpers/clips.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, settledMedia, startFreeEvent, uploadFile } from '../helpers/giving.ts';
import { seemReady } from '../helpers/ready-clips.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { connectSocket } from '../helpers/socket.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const DAY = 24 * 3_600_000;
const AMARA = { contributor: { name: 'Amara' } };

describe('an event open or closed for clips', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let creator: SignedInUser;
  let guest: Visitor;
  let event: Event;

  before(async () => {
    creator = await newUser(app().origin);
    await confirmAddress(app().connection, creator.user.email);
  });
  // Most clips need not be prepared: who waits for the worker lets it go on.
  beforeEach(async () => {
    app().pauseWorker();
    guest = newVisitor(app().origin);
    event = await startFreeEvent(creator);
  });
  afterEach(async () => {
    const left = { state: 'queued', every: null, type: /^(?:media|film)\./ };
    await app().connection.collection('jobs').deleteMany(left);
    app().resumeWorker();
  });

  const change = (body: object) => creator.call(updateEvent, { params: { id: event.id }, query: {}, body });
  const answer = ({ media }: Receipt, body: UpdateMediaBody) =>
    creator.call(updateMedia, { params: { id: media.id }, body });
  const now = () => readEvent(creator, event);
  const areReady = (...clips: Receipt[]) =>
    seemReady(
      app().connection,
      event,
      clips.map(({ media }) => media),
      4,
    );
  const stateOf = async ({ media }: Receipt) => {
    const clip = (await now()).media?.find(({ id }) => id === media.id);
    return [clip?.isWaiting, clip?.hidden];
  };
  const contribution = async () => (await guest.fetch(`/e/${event.uuid}`, { headers: { accept: 'text/html' } })).text();

  it('stays open after publishing and delivery, until the organiser closes it or the deadline passes', async () => {
    const { media } = await giveText(guest, event, 'Get well soon');
    await finishedFilm(app().connection, event, { clip: media });
    const events = app().connection.collection('events');
    for (const status of ['finalizing', 'finalized', 'delivered']) {
      await events.updateOne({ uuid: event.uuid }, { $set: { status } });
      expect((await now()).isClosed, status).to.equal(false);
      await giveText(guest, event, `While ${status}`);
    }
    const page = await connectSocket(app().origin, '/public');
    try {
      await page.join({ event: event.uuid });
      const told = page.next('event:updated');
      expect(await change({ acceptsClips: false })).to.include({ acceptsClips: false, isClosed: true });
      expect(await told).to.include({ isClosed: true, acceptsClips: false, deadline: null });
    } finally {
      page.close();
    }
    expect(await contribution())
      .to.include('This VidDay is closed')
      .and.not.to.include('being made');
    expect(await refusalOf(giveText(guest, event, 'Too late'))).to.include({ status: 409, code: 'EVENT_CLOSED' });
    expect(await change({ acceptsClips: true })).to.include({ acceptsClips: true, isClosed: false });
    await change({ deadline: new Date().toISOString() });
    expect(await contribution())
      .to.include('The deadline has passed')
      .and.not.to.include('being made');
    expect((await now()).acceptsClips, 'the switch stays as it was set').to.equal(true);
    await change({ deadline: null });
    expect(await contribution()).to.include('it’s not too late');
    const byGuest = guest.call(updateEvent, { params: { id: event.id }, query: {}, body: { acceptsClips: false } });
    expect((await statusAndCode(byGuest))[0]).to.be.oneOf([403, 404]);
  });

  it('asks for clips without calling the gift a surprise once it was given', async () => {
    expect(await contribution()).to.match(/is making something for.*It’s a surprise\./s);
    const events = app().connection.collection('events');
    await events.updateOne({ uuid: event.uuid }, { $set: { status: 'delivered', deliveredAt: new Date() } });
    expect(await contribution())
      .to.match(/made something for.*it’s not too late/s)
      .and.not.to.include('surprise');
  });

  it('keeps a late clip out of the film until the organiser includes it, and asks again after undo', async () => {
    const first = await giveText(guest, event, 'Get well soon');
    await finishedFilm(app().connection, event, { clip: first.media });
    const late = await giveText(newVisitor(app().origin), event, 'Sorry I’m late', AMARA);
    const own = await giveText(creator, event, 'From me');
    await areReady(late, own);
    expect(late.media.isWaiting, 'its sender is not told').to.equal(undefined);
    expect([await stateOf(first), await stateOf(late), await stateOf(own)]).to.deep.equal([
      [false, false],
      [true, false],
      [false, false],
    ]);
    await answer(own, { hidden: true });
    expect(await now()).to.include({ isFilmOutdated: false });
    const { length } = await now();

    await answer(late, { isWaiting: false });
    expect(await stateOf(late)).to.deep.equal([false, false]);
    expect((await now()).isFilmOutdated).to.equal(true);
    expect((await now()).length).to.be.greaterThan(length);
    await answer(late, { isWaiting: true });
    expect([await stateOf(late), (await now()).isFilmOutdated]).to.deep.equal([[true, false], false]);
    await answer(late, { hidden: true });
    expect(await stateOf(late), 'left out is an answer').to.deep.equal([false, true]);
    await answer(late, { hidden: false });
    expect(await stateOf(late), 'and can be changed').to.deep.equal([false, false]);
    expect(await statusAndCode(answer(first, { isWaiting: true }))).to.deep.equal([422, 'FIELDS_REFUSED']);
    const replaced = await giveText(guest, event, 'Get well very soon', { replaces: first.receiptKey });
    expect(await stateOf(replaced), 'in the place of a clip that was in').to.deep.equal([false, false]);
  });

  it('clears the late mark when the first render fails, except after closing', async () => {
    const [ben, cora] = [newVisitor(app().origin), newVisitor(app().origin)];
    await areReady(await giveText(guest, event, 'Get well soon'));
    const uploadId = await uploadFile(app().origin, event, mp4Clip());
    const render = await creator.call(publish, { body: { eventId: event.id } });
    const meanwhile = await giveText(ben, event, 'Me too', { contributor: { name: 'Ben' } });
    await change({ acceptsClips: false });
    const contributor = { name: 'Cora' };
    const justClosed = await cora.call(createMedia, { body: { event: event.uuid, uploadId, contributor } });
    expect([(await stateOf(meanwhile))[0], (await stateOf(justClosed))[0]]).to.deep.equal([true, true]);

    await creator.call(cancelRenderJob, { params: { id: render.id } });
    expect((await now()).status).to.equal('active');
    expect((await stateOf(meanwhile))[0], 'there is no film that it missed').to.equal(false);
    expect((await stateOf(justClosed))[0], 'its organiser is still asked').to.equal(true);
  });

  it('publishes a scheduled gift again with the late clips that were included, and only those', async () => {
    app().resumeWorker();
    await giveText(guest, event, 'Get well soon');
    await settledMedia(creator, event);
    await finishedFilm(app().connection, event);
    const late = await giveText(newVisitor(app().origin), event, 'Sorry I’m late', AMARA);
    const unasked = await giveText(newVisitor(app().origin), event, 'Me too', { contributor: { name: 'Ben' } });
    await areReady(unasked);
    await settledMedia(creator, event);
    const jobs = app().connection.collection('jobs');
    const due = { type: 'film.late-clips', alive: true };

    await answer(late, { isWaiting: false });
    expect(await jobs.countDocuments(due), 'nothing is planned').to.equal(0);
    await answer(late, { isWaiting: true });
    await change({ deliverAt: new Date(Date.now() + 2 * DAY).toISOString() });
    await answer(late, { isWaiting: false });
    const [job] = await jobs.find(due).toArray();
    expect(Number(job?.runAt) - Date.now()).to.be.within(60_000, 10 * 60_000);
    await jobs.updateOne({ _id: job?._id }, { $set: { dueAt: new Date(0), rank: new Date(0) } });

    const films = await eventually('the second version', async () => {
      const made = await creator.call(listPublishedMedia, { params: { id: event.id } });
      return made.length === 2 && made[0]?.isCurrent && made;
    });
    expect(films[0]?.chapters.map(({ title }) => title))
      .to.include('Amara')
      .and.not.include('Ben');
    expect(await stateOf(unasked)).to.deep.equal([true, false]);
  });

  describe('in a scheduled gift', () => {
    const jobs = () => app().connection.collection('jobs');
    const planned = () => jobs().findOne({ type: 'film.late-clips', 'data.eventId': event.id, alive: true });
    const idOf = (id: string) => new (app().connection.base.mongo.ObjectId)(id);
    const renders = () =>
      app()
        .connection.collection('renderjobs')
        .find({ eventId: idOf(event.id) })
        .toArray();
    let late: Receipt;

    beforeEach(async () => {
      const { media } = await giveText(guest, event, 'Get well soon');
      await finishedFilm(app().connection, event, { clip: media });
      late = await giveText(newVisitor(app().origin), event, 'Sorry I’m late', AMARA);
      await areReady(late);
      app().resumeWorker();
      await change({ deliverAt: new Date(Date.now() + 2 * DAY).toISOString() });
    });

    /** As if it were still being prepared, for as long as the test wants. */
    async function hold(id: string): Promise<void> {
      const held = { status: 'processing', updatedAt: new Date(Date.now() + DAY) };
      await app()
        .connection.collection('media')
        .updateOne({ _id: idOf(id) }, { $set: held });
    }

    /** Runs what is planned for later now. */
    async function runPlanned(): Promise<void> {
      const job = await planned();
      await jobs().updateOne({ _id: job?._id }, { $set: { dueAt: new Date(0), rank: new Date(0) } });
      await eventually('the planned job to end', async () => {
        return (await jobs().countDocuments({ _id: job?._id, alive: true })) === 0;
      });
    }

    it('makes no version without the late clip while that is being prepared, and plans one once it is ready', async () => {
      await hold(late.media.id);
      for (const _ of [1, 2]) {
        await answer(late, { isWaiting: true });
        await answer(late, { isWaiting: false });
        await runPlanned();
        expect([await renders(), await planned()]).to.deep.equal([[], null]);
      }
      await answer(late, { contributor: { name: 'Amara Okafor' } });
      await settledMedia(creator, event);
      const job = await eventually('the version to be planned', planned);
      expect(Number(job.runAt) - Date.now()).to.be.within(60_000, 10 * 60_000);
    });

    it('does not start again after the organiser has stopped it', async () => {
      const other = await giveText(creator, event, 'From me');
      await settledMedia(creator, event);
      // The film waits for it.
      await hold(other.media.id);
      await answer(late, { isWaiting: false });
      await runPlanned();
      const [render] = await renders();
      await creator.call(cancelRenderJob, { params: { id: String(render?._id) } });
      await eventually('the stopped job to be tidied up', async () => {
        const job = await jobs().findOne({ type: 'film.render', 'data.renderJobId': String(render?._id) });
        return job?.alive === false && job.endDueAt === undefined;
      });
      expect([(await now()).status, await planned()]).to.deep.equal(['finalized', null]);
    });
  });
});
