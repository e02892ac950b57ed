import { expect } from 'chai';
import { eventJobs } from '../../src/features/events/job-types.ts';
import { platform } from '../../src/platform/platform.ts';
import { deliverEvent, openedEvent } from '../../src/shared/contracts/deliveries.ts';
import { type Event, getEvent, updateEvent } from '../../src/shared/contracts/events.ts';
import { publish } from '../../src/shared/contracts/films.ts';
import { eventually } from '../helpers/eventually.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { endedRender, giveText, readEvent, startFreeEvent, timeToGive } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const HOUR = 3_600_000;

describe('giving the film', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let creator: SignedInUser;
  let finished: Event;

  before(async () => {
    creator = await newUser(app().origin);
    await confirmAddress(app().connection, creator.user.email);
    finished = await startFreeEvent(creator, { recipients: [{ firstName: 'Ruth', email: newEmail() }] });
    await giveText(newVisitor(app().origin), finished, 'Get well');
    await finishedFilm(app().connection, finished);
  });

  /** Another event with a film. */
  async function eventWithFilm(email: string | null = newEmail()): Promise<Event> {
    const event = await startFreeEvent(creator, { recipients: [{ firstName: 'Ruth', email }] });
    await finishedFilm(app().connection, event);
    return readEvent(creator, event);
  }

  const addressOf = (event: Event) => event.recipients[0]?.email ?? '';
  const deliver = (event: Event, body: { at?: string; timeZone?: string; message?: string } = {}) =>
    creator.call(deliverEvent, { params: { id: event.id }, body });
  const planOf = async (event: Event): Promise<{ deliveryId: string | null }> =>
    (await app().connection.collection<{ deliveryId: string | null }>('events').findOne({ uuid: event.uuid })) ?? {
      deliveryId: null,
    };
  const opened = (who: Visitor, ref: string, query: object = {}) =>
    who.call(openedEvent, { params: { id: ref }, query });

  const delivered = async (event: Event): Promise<Event> => {
    await timeToGive(event);
    const now = await readEvent(creator, event);
    expect(now.status).to.equal('delivered');
    return now;
  };
  const mailed = (event: Event) =>
    eventually('the mail', async () => {
      const mails = await app().mailsTo(addressOf(event));
      return mails.length > 0 && mails;
    });

  /** Runs the job of a delivery (again) and waits for its follow-ups. */
  async function runAgain(event: Event, deliveryId: string): Promise<void> {
    const { queue } = platform();
    const job = await queue.enqueue(
      eventJobs.deliver,
      { eventId: event.id, deliveryId },
      { uniqueKey: `again ${deliveryId}` },
    );
    await eventually('the job to end', async () => (await queue.status(job.id))?.finishedAt);
    await eventually('its mails to be sent', async () => {
      const waiting = await app().connection.collection('jobs').countDocuments({ type: 'mail.send', alive: true });
      return waiting === 0;
    });
  }

  it('mails the recipient once, without spoilers, even when the job runs twice', async () => {
    const event = await eventWithFilm();
    const answer = await deliver(event, { message: 'With love\nfrom us' });
    expect(answer.deliverAt).to.be.a('string');
    const { deliveryId } = await planOf(event);
    const after = await delivered(event);
    expect(after.deliveredAt).to.be.a('string');
    const [mail, ...more] = await mailed(event);
    expect(more).to.deep.equal([]);
    expect(mail?.text).to.include(`${app().origin}/e/${event.privateKey}`);
    expect(mail?.text).to.include('With love');
    expect(mail?.subject).not.to.match(/film|video|vidday/i);
    for (const secret of [event.viewKey, event.uuid, creator.user.email]) expect(mail?.text).not.to.include(secret);

    await runAgain(event, deliveryId ?? '');
    expect(await app().mailsTo(addressOf(event))).to.have.length(1);
    const stored = app().connection.collection('events');
    await stored.updateOne({ uuid: event.uuid }, { $set: { deliveryId, status: 'finalized' } });
    await runAgain(event, deliveryId ?? '');
    expect(await app().mailsTo(addressOf(event)), 'a job that died before its last step').to.have.length(1);
  });

  it('waits for its time, and only the latest plan counts', async () => {
    const event = await eventWithFilm();
    const [later, sooner] = [2, 1].map((hours) => new Date(Date.now() + hours * HOUR).toISOString());
    await deliver(event, { at: later ?? '', timeZone: 'Asia/Tokyo' });
    const first = await planOf(event);
    const planned = await deliver(event, { at: sooner ?? '' });
    expect([planned.deliverAt, planned.timeZone, planned.status]).to.deep.equal([sooner, 'Asia/Tokyo', 'finalized']);
    const moved = await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { deliverAt: later } });
    expect(moved.deliverAt).to.equal(later);
    const last = await planOf(event);
    const jobs = await app().connection.collection('jobs').find({ 'data.deliveryId': last.deliveryId }).toArray();
    expect(jobs.map(({ runAt }) => (runAt as Date).toISOString())).to.deep.equal([later]);

    const recipient = newVisitor(app().origin);
    const early = await recipient.call(getEvent, { params: { id: event.privateKey ?? '' }, query: {} });
    expect(early.film, 'nothing to see before its time').to.equal(null);
    const page = await (await recipient.fetch(`/e/${event.privateKey}?open=1`)).text();
    expect(page).not.to.include('/files/film/');
    expect(await statusAndCode(opened(recipient, event.privateKey ?? ''))).to.deep.equal([409, 'WRONG_STATE']);

    await runAgain(event, first.deliveryId ?? '');
    expect((await readEvent(creator, event)).status, 'an outdated plan').to.equal('finalized');
    expect(await app().mailsTo(addressOf(event))).to.deep.equal([]);
    await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { deliverAt: null } });
    await runAgain(event, last.deliveryId ?? '');
    expect(await app().mailsTo(addressOf(event)), 'a plan that was dropped').to.deep.equal([]);
    await deliver(event);
    await delivered(event);
    expect(await mailed(event)).to.have.length(1);
  });

  it('refuses without film, address or creator', async () => {
    const without = await startFreeEvent(creator);
    expect(await statusAndCode(deliver(without))).to.deep.equal([409, 'WRONG_STATE']);
    const silent = await eventWithFilm(null);
    const refusal = await refusalOf(deliver(silent));
    expect([refusal.status, refusal.code, Object.keys(refusal.fields)]).to.deep.equal([
      422,
      'FIELDS_REFUSED',
      ['recipients'],
    ]);
    const event = await eventWithFilm();
    const stranger = await newUser(app().origin);
    const recipient = newVisitor(app().origin);
    const foreign = stranger.call(deliverEvent, { params: { id: event.id }, body: {} });
    expect(await statusAndCode(foreign)).to.deep.equal([404, 'NOT_FOUND']);
    const anonymous = recipient.call(deliverEvent, { params: { id: event.id }, body: {} });
    expect(await statusAndCode(anonymous)).to.deep.equal([404, 'NOT_FOUND']);
    const odd = deliver(event, { at: 'tomorrow', timeZone: 'Nowhere/Land' });
    expect(Object.keys((await refusalOf(odd)).fields)).to.have.members(['at', 'timeZone']);
    expect((await planOf(event)).deliveryId).to.equal(null);
  });

  it('counts as delivered while the film is made again', async () => {
    const event = finished;
    const job = await creator.call(publish, { body: { eventId: event.id } });
    const { ObjectId } = app().connection.base.mongo;
    const deliveryId = 'while-rendering';
    await app()
      .connection.collection('events')
      .updateOne({ _id: new ObjectId(event.id) }, { $set: { deliveryId, deliverAt: new Date() } });
    await runAgain(event, deliveryId);
    expect(await mailed(event)).to.have.length(1);
    await endedRender(creator, job);
    const after = await delivered(event);
    expect([after.film?.version, after.deliveredAt === null]).to.deep.equal([2, false]);
    expect(await app().mailsTo(addressOf(event))).to.have.length(1);
  });

  it('is marked opened once, by its recipient only', async () => {
    const { origin } = app();
    const event = await eventWithFilm();
    const key = event.privateKey ?? '';
    const { ObjectId } = app().connection.base.mongo;
    const [organiser, editor] = [await newUser(origin), await newUser(origin, { role: 'editor' })];
    await app()
      .connection.collection('events')
      .updateOne({ uuid: event.uuid }, { $push: { organiserIds: new ObjectId(organiser.user.id) } as never });
    const [recipient, stranger] = [newVisitor(origin), await newUser(origin)];

    for (const who of [creator, organiser, editor]) {
      expect((await opened(who, key)).openedAt).to.equal(null);
      expect((await opened(who, event.id, { v: key })).openedAt).to.equal(null);
      expect((await opened(who, event.id)).openedAt).to.equal(null);
    }
    for (const ref of [event.viewKey ?? '', event.uuid]) {
      expect(await statusAndCode(opened(stranger, ref))).to.deep.equal([403, 'NOT_ALLOWED']);
    }
    expect(await statusAndCode(opened(recipient, event.id))).to.deep.equal([404, 'NOT_FOUND']);
    // A robot that follows links opens nothing.
    for (const path of [`/e/${key}`, `/e/${key}?open=1`]) expect((await recipient.fetch(path)).status).to.equal(200);
    expect((await readEvent(creator, event)).openedAt).to.equal(null);

    const times = await Promise.all([
      opened(recipient, key),
      opened(recipient, key),
      opened(stranger, event.uuid, { v: key }),
    ]);
    expect(new Set(times.map(({ openedAt }) => openedAt)).size).to.equal(1);
    expect((await readEvent(creator, event)).openedAt).to.equal(times[0]?.openedAt);
    expect((await opened(recipient, key)).openedAt).to.equal(times[0]?.openedAt);
    const seen = await recipient.call(getEvent, { params: { id: key }, query: {} });
    expect(seen).not.to.have.property('openedAt');
  });
});
