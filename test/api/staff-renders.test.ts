import { expect } from 'chai';
import mongoose from 'mongoose';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { listPublishedMedia, publish, type RenderJob } from '../../src/shared/contracts/films.ts';
import {
  cancelJob,
  cancelStaffRender,
  listStaffJobs,
  listStaffRenders,
  makeStaffRender,
  publishRender,
  retryJob,
  retryRender,
} from '../../src/shared/contracts/staff-renders.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText, readEvent, settledMedia, startEvent, startFreeEvent } from '../helpers/giving.ts';
import { see } from '../helpers/pages.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('films at the desk', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let admin: SignedInUser;
  let editor: SignedInUser;
  let creator: SignedInUser;

  before(async () => {
    admin = await newUser(app().origin, { role: 'admin' });
    editor = await newUser(app().origin, { role: 'editor' });
    creator = await newUser(app().origin);
  });
  // A failed test may have left it paused.
  afterEach(() => app().resumeWorker());

  const renders = (who = editor) => who.call(listStaffRenders, { query: { limit: 100 } });
  const rendersFor = async ({ id }: Event) => (await renders()).filter(({ eventId }) => eventId === id);
  const ended = ({ id }: Pick<RenderJob, 'id'>) =>
    eventually('the film to be made', async () => {
      const job = (await renders()).find((each) => each.id === id);
      return job?.finishedAt ? job : null;
    });
  const acts = async (event: Event) =>
    (await admin.call(listAudit, { query: { eventId: event.id } })).map(({ action }) => action);

  it('makes an unpaid film that its makers don’t see, with a log, and publishes it', async () => {
    const event = await startEvent(creator);
    await giveText(newVisitor(app().origin), event, 'Happy birthday');
    const job = await admin.call(makeStaffRender, { body: { eventId: event.id, note: 'They asked for a look' } });
    expect(job).to.include({ kind: 'staff', requestedBy: admin.user.id, eventId: event.id });
    expect((await readEvent(creator, event)).status).to.equal('active');
    const early = admin.call(publishRender, { params: { id: job.id }, body: {} });
    expect(await statusAndCode(early)).to.deep.equal([409, 'WRONG_STATE']);
    const done = await ended(job);
    expect(done.status).to.equal('done');
    expect(done.log?.at(-1)).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}Done$/);
    expect(done.log?.join('\n')).to.include('Joining the clips');
    const hidden = await readEvent(creator, event);
    expect([hidden.status, hidden.film]).to.deep.equal(['active', null]);
    const films = () => creator.call(listPublishedMedia, { params: { id: event.id } });
    expect(await films()).to.deep.equal([]);
    const film = await admin.call(publishRender, { params: { id: job.id }, body: { note: 'Paid by invoice' } });
    const shown = await readEvent(creator, event);
    expect([shown.status, shown.film?.id, film.isCurrent]).to.deep.equal(['finalized', film.id, true]);
    // It still has to be paid for before it can be saved.
    expect((await films())[0]?.downloadUrl).to.equal(null);
    expect(await acts(event)).to.deep.equal(['render.published', 'render.made']);
  });

  it('leaves the first film of the makers news to them, and cancels one that is made beside it alone', async () => {
    await confirmAddress(app().connection, creator.user.email);
    const event = await startFreeEvent(creator);
    await giveText(newVisitor(app().origin), event, 'Get well');
    await ended(await admin.call(makeStaffRender, { body: { eventId: event.id } }));
    app().pauseWorker();
    const own = await creator.call(publish, { body: { eventId: event.id } });
    const job = await admin.call(makeStaffRender, { body: { eventId: event.id } });
    expect(job.id).not.to.equal(own.id);
    const cancelled = await editor.call(cancelStaffRender, { params: { id: job.id } });
    expect(cancelled.status).to.equal('cancelled');
    expect((await readEvent(creator, event)).status).to.equal('finalizing');
    app().resumeWorker();
    expect((await ended(own)).status).to.equal('done');
    expect((await readEvent(creator, event)).status).to.equal('finalized');
    const mail = { type: 'mail.send', 'data.key': `film-ready:${own.id}` };
    await eventually('the mail about it', () => app().connection.collection('jobs').findOne(mail));
  });

  it('tries a cancelled film again, and refuses what is alive, done, unknown or without a clip', async () => {
    const event = await startFreeEvent(creator);
    const empty = await admin.call(makeStaffRender, { body: { eventId: event.id } });
    expect((await ended(empty)).error?.message).to.include('no clip');
    await giveText(newVisitor(app().origin), event, 'Get well');
    app().pauseWorker();
    const again = await editor.call(retryRender, { params: { id: empty.id }, body: { note: 'Now there is one' } });
    expect([again.kind, again.id === empty.id]).to.deep.equal(['staff', false]);
    const alive = editor.call(retryRender, { params: { id: again.id }, body: {} });
    expect(await statusAndCode(alive)).to.deep.equal([409, 'WRONG_STATE']);
    await editor.call(cancelStaffRender, { params: { id: again.id } });
    const nowhere = { params: { id: '0'.repeat(24) } };
    expect(await statusAndCode(editor.call(cancelStaffRender, nowhere))).to.deep.equal([404, 'NOT_FOUND']);
    const wrong = admin.call(makeStaffRender, { body: { eventId: event.id, format: '1:1', height: 2160 } });
    expect(await statusAndCode(wrong)).to.deep.equal([422, 'FIELDS_REFUSED']);
    expect((await rendersFor(event)).map(({ status }) => status)).to.deep.equal(['cancelled', 'failed']);
  });

  it('works without script: lists, logs, retry and cancel; editors can’t publish', async () => {
    const event = await startFreeEvent(creator);
    await giveText(newVisitor(app().origin), event, 'Get well');
    app().pauseWorker();
    const made = await admin.postForm(`/staff/events/${event.id}/render`, { note: '' });
    expect([made.status, made.headers.get('location')]).to.deep.equal([303, '/staff/jobs?show=films&done=render']);
    const [job] = await rendersFor(event);
    const page = await see(editor, '/staff/jobs?show=films');
    expect(page.html).to.include(`/staff/jobs/${job?.id}/cancel`);
    const stopped = await editor.postForm(`/staff/jobs/${job?.id}/cancel`, { show: 'films' });
    expect([stopped.status, stopped.headers.get('location')]).to.deep.equal([
      303,
      '/staff/jobs?show=films&done=cancel',
    ]);
    const refused = await editor.postForm(`/staff/jobs/${job?.id}/publish`, { show: 'films' });
    expect(refused.status).to.equal(403);
    const early = await admin.postForm(`/staff/jobs/${job?.id}/publish`, { show: 'films' });
    expect([early.status, (await early.text()).includes('isn’t made yet')]).to.deep.equal([409, true]);
    for (const show of ['failed', 'running', 'queued', 'done']) {
      expect((await see(editor, `/staff/jobs?show=${show}`)).status, show).to.equal(200);
    }
  });

  describe('other jobs', () => {
    const jobs = () => app().connection.collection('jobs');
    const { ObjectId } = mongoose.mongo;
    /** A job of a past run, as the queue leaves it. */
    async function pastJob(facts: object): Promise<string> {
      const now = new Date();
      const job = {
        ...{ type: 'mail.none', data: {}, state: 'failed', alive: false, priority: 0, rank: now, cost: 0, attempt: 3 },
        ...{ progress: 0, step: '', error: { code: 'INTERNAL', message: 'It broke' }, runAt: now, createdAt: now },
        ...{ finishedAt: now, cancelRequested: false, expireAt: new Date(Date.now() + 60_000) },
        ...facts,
      };
      return String((await jobs().insertOne(job)).insertedId);
    }
    const stateOf = async (id: string) => (await jobs().findOne({ _id: new ObjectId(id) }))?.state;

    it('are tried again with what they were given, cancelled, and recorded', async () => {
      const id = await pastJob({});
      const again = await editor.call(retryJob, { params: { id }, body: { note: 'The vendor is back' } });
      expect(again).to.include({ id, state: 'queued', attempt: 0, error: null, finishedAt: null });
      expect(await statusAndCode(editor.call(retryJob, { params: { id }, body: {} }))).to.deep.equal([
        409,
        'WRONG_STATE',
      ]);
      const stopped = await editor.postForm(`/staff/jobs/${id}/cancel-job`, { show: 'queued' });
      expect(stopped.headers.get('location')).to.equal('/staff/jobs?show=queued&done=cancel-job');
      expect(await stateOf(id)).to.equal('cancelled');
      const ended = await editor.postForm(`/staff/jobs/${id}/cancel-job`, { show: 'failed' });
      expect([ended.status, (await ended.text()).includes('This job has ended')]).to.deep.equal([409, true]);
      const lines = await admin.call(listAudit, { query: { limit: 2, action: 'job.retried' } });
      expect(lines[0]?.details).to.include({ job: id, before: 'failed', after: 'queued', note: 'The vendor is back' });
      const page = await see(editor, '/staff/jobs?show=failed');
      expect(page.html).to.not.include(`/staff/jobs/${id}/retry-job`);
    });

    it('prepare a failed clip again, and are not cancelled while a clip waits for them', async () => {
      const event = await startEvent(creator);
      const { media } = await giveText(newVisitor(app().origin), event, 'Get well');
      await settledMedia(creator, event);
      const clips = app().connection.collection('media');
      const error = { code: 'INTERNAL', message: 'It broke' };
      await clips.updateOne({ _id: new ObjectId(media.id) }, { $set: { status: 'failed', error } });
      const id = await pastJob({ type: 'media.prepare', data: { mediaId: media.id, generation: 1 } });
      app().pauseWorker();
      await editor.call(retryJob, { params: { id }, body: {} });
      const cancel = refusalOf(editor.call(cancelJob, { params: { id } }));
      expect((await cancel).message).to.include('waits for this job');
      const { html } = await see(editor, '/staff/jobs?show=queued');
      expect(html).to.include(`id="${id}"`).and.not.include(`/staff/jobs/${id}/cancel-job`);
      app().resumeWorker();
      await eventually('the job to end', async () => (await stateOf(id)) === 'done');
      expect((await readEvent(creator, event)).media?.[0]?.status).to.equal('ready');
    });

    it('are refused without their content, as films, as housekeeping, and by an unknown id', async () => {
      const retry = async (facts: object) => {
        const params = { id: await pastJob(facts) };
        return refusalOf(editor.call(retryJob, { params, body: {} }));
      };
      expect((await retry({ data: null })).message).to.include('is deleted');
      expect((await retry({ type: 'film.render' })).message).to.include('their own list');
      const repeats = await pastJob({
        state: 'queued',
        alive: true,
        every: 60_000,
        dueAt: new Date(Date.now() + 60_000),
      });
      expect(await statusAndCode(editor.call(cancelJob, { params: { id: repeats } }))).to.deep.equal([
        409,
        'WRONG_STATE',
      ]);
      await jobs().deleteOne({ _id: new ObjectId(repeats) });
      const nowhere = { params: { id: '0'.repeat(24) }, body: {} };
      expect(await statusAndCode(editor.call(retryJob, nowhere))).to.deep.equal([404, 'NOT_FOUND']);
    });
  });

  it('lists jobs by state and page by page, without their content', async () => {
    const first = await editor.callBeside(listStaffJobs, { query: { state: 'done', limit: 1 } });
    const second = await editor.callBeside(listStaffJobs, {
      query: { state: 'done', limit: 1, cursor: first.meta.nextCursor ?? '' },
    });
    const [one, other] = [first.data[0], second.data[0]];
    expect([one?.state, other?.state]).to.deep.equal(['done', 'done']);
    expect((one?.id ?? '') > (other?.id ?? '')).to.equal(true);
    expect(one).not.to.have.property('data');
    expect(await statusAndCode(creator.call(listStaffJobs, { query: {} }))).to.deep.equal([403, 'NOT_ALLOWED']);
  });
});
