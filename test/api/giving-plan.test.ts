import { expect } from 'chai';
import { carryOutDelivery, rescueDeliveries } from '../../src/features/events/delivery.ts';
import { deliverEvent, takeBackDelivery } from '../../src/shared/contracts/deliveries.ts';
import { type Event, getEvent, updateEvent } from '../../src/shared/contracts/events.ts';
import { listNotifications } from '../../src/shared/contracts/notifications.ts';
import { GIFT_UNDO } from '../../src/shared/limits.ts';
import { zonedToUtc } from '../../src/shared/zoned-time.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, readEvent, startFreeEvent, timeToGive } from '../helpers/giving.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { writtenMails } from '../helpers/written-mails.ts';

const DAY = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

describe('a pending delivery', () => {
  const app = useWholeApp({ hasWorker: false });
  let creator: SignedInUser;

  before(async () => {
    creator = await newUser(app().origin);
    await confirmAddress(app().connection, creator.user.email);
  });

  async function eventWithFilm(email: string | null = newEmail()): Promise<Event> {
    const event = await startFreeEvent(creator, { recipients: [{ firstName: 'Ruth', email }] });
    const { media } = await giveText(newVisitor(app().origin), event, 'Get well soon');
    await finishedFilm(app().connection, event, { clip: media });
    return readEvent(creator, event);
  }

  const deliver = (event: Event, body: { at?: string; timeZone?: string; message?: string; byHand?: boolean } = {}) =>
    creator.call(deliverEvent, { params: { id: event.id }, body });
  const takeBack = (event: Event) => creator.call(takeBackDelivery, { params: { id: event.id } });
  const stored = async (event: Event) =>
    (await app().connection.collection('events').findOne({ uuid: event.uuid })) ?? { deliveryId: null };
  /** When the job of the present plan runs; null without a plan. */
  const runAt = async (event: Event): Promise<string | null> => {
    const { deliveryId } = await stored(event);
    const jobs = await app().connection.collection('jobs').find({ 'data.deliveryId': deliveryId }).toArray();
    return deliveryId && jobs.map((job) => (job.runAt as Date).toISOString()).join();
  };
  const mailsOf = (event: Event) =>
    app()
      .connection.collection('jobs')
      .countDocuments({ type: 'mail.send', 'data.to': event.recipients[0]?.email, 'data.template': 'gift' });
  const isOpen = async (event: Event) =>
    (await newVisitor(app().origin).call(getEvent, { params: { id: event.privateKey ?? '' }, query: {} })).film !==
    null;

  it('leaves after ten seconds, and never once it was undone', async () => {
    const event = await eventWithFilm();
    const before = Date.now();
    const asked = await deliver(event, { message: 'With love' });
    const at = Date.parse(asked.delivery?.at ?? '');
    expect(at - before).to.be.at.least(GIFT_UNDO);
    expect(asked.delivery).to.include({ message: 'With love', byHand: false, isGoingOut: false });
    expect(asked.delivery?.undoFor).to.be.within(0.001, GIFT_UNDO / 1000);
    expect([asked.status, await runAt(event), await mailsOf(event)]).to.deep.equal([
      'finalized',
      asked.delivery?.at,
      0,
    ]);
    expect(await isOpen(event), 'the link, too, waits').to.equal(false);

    const { deliveryId } = await stored(event);
    const undone = await takeBack(event);
    expect([undone.delivery?.at, undone.delivery?.message, undone.deliverAt, undone.status]).to.deep.equal([
      null,
      'With love',
      null,
      'finalized',
    ]);
    await carryOutDelivery(event.id, deliveryId);
    expect([await mailsOf(event), (await readEvent(creator, event)).deliveredAt]).to.deep.equal([0, null]);
  });

  it('planned for eight seconds ahead still waits ten, by either call', async () => {
    const event = await eventWithFilm();
    const before = Date.now();
    const soon = () => new Date(Date.now() + GIFT_UNDO - 2000).toISOString();
    const given = await deliver(event, { at: soon() });
    expect(Date.parse(given.delivery?.at ?? '') - before).to.be.at.least(GIFT_UNDO);
    expect(given.delivery?.undoFor).to.be.a('number');
    const planned = await creator.call(updateEvent, {
      params: { id: event.id },
      query: {},
      body: { deliverAt: soon() },
    });
    expect(Date.parse(planned.deliverAt ?? '') - before).to.be.at.least(GIFT_UNDO);
  });

  it('that replaced a plan restores it, with its words, when undone', async () => {
    const event = await eventWithFilm();
    const at = inDays(5);
    await deliver(event, { at, message: 'On the day', timeZone: 'America/New_York' });
    await deliver(event, { message: 'Now!', byHand: true });
    await deliver(event, { message: 'Really now!' });
    const back = await takeBack(event);
    expect(back.delivery).to.deep.equal({
      at,
      message: 'On the day',
      byHand: false,
      byText: false,
      canText: true,
      undoFor: null,
      isGoingOut: false,
      nudgedAt: null,
      mayNudge: false,
    });
    expect([await runAt(event), back.timeZone, await isOpen(event)]).to.deep.equal([at, 'America/New_York', false]);
  });

  it('for a day is seen, moved and cancelled by its makers only', async () => {
    const event = await eventWithFilm();
    const [first, second] = [inDays(5), inDays(6)];
    await deliver(event, { at: first, message: 'For you' });
    const moved = await deliver(event, { at: second, message: 'For you' });
    expect(moved.delivery).to.include({ at: second, message: 'For you', undoFor: null });
    const seen = await newVisitor(app().origin).call(getEvent, { params: { id: event.privateKey ?? '' }, query: {} });
    expect(seen).not.to.have.property('delivery');
    const cancelled = await takeBack(event);
    expect([cancelled.delivery?.at, cancelled.deliverAt, await runAt(event)]).to.deep.equal([null, null, null]);
    expect((await takeBack(event)).delivery?.at, 'a second call changes nothing').to.equal(null);
  });

  it('is either undone or sent when both happen at once', async () => {
    const event = await eventWithFilm();
    await deliver(event);
    const { deliveryId } = await stored(event);
    const [, undone] = await Promise.allSettled([carryOutDelivery(event.id, deliveryId), takeBack(event)]);
    const after = await readEvent(creator, event);
    expect([after.deliveredAt !== null, await mailsOf(event)]).to.deep.equal(
      undone.status === 'fulfilled' ? [false, 0] : [true, 1],
    );
  });

  it('can be neither undone nor moved once sending has begun', async () => {
    const event = await eventWithFilm();
    await deliver(event);
    const { deliveryId } = await stored(event);
    await app()
      .connection.collection('events')
      .updateOne({ uuid: event.uuid }, { $set: { begunDeliveryId: deliveryId } });
    const move = () =>
      creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { deliverAt: inDays(1) } });
    for (const call of [() => takeBack(event), () => deliver(event, { at: inDays(1) }), move]) {
      const refusal = await refusalOf(call());
      expect([refusal.status, refusal.code]).to.deep.equal([409, 'WRONG_STATE']);
      expect(refusal.message).to.include('already on its way');
    }
    expect((await readEvent(creator, event)).delivery?.isGoingOut).to.equal(true);
    await carryOutDelivery(event.id, deliveryId);
    expect([await mailsOf(event), (await readEvent(creator, event)).status]).to.deep.equal([1, 'delivered']);
    expect((await refusalOf(takeBack(event))).message).to.include('already on its way');
  });

  it('by hand counts as delivered after ten seconds, and opens then', async () => {
    const event = await eventWithFilm(null);
    const asked = await deliver(event, { byHand: true });
    expect([asked.status, asked.deliveredAt, await isOpen(event)]).to.deep.equal(['finalized', null, false]);
    await takeBack(event);
    expect(await isOpen(event), 'as before').to.equal(true);
    await deliver(event, { byHand: true });
    await timeToGive(event);
    expect([(await readEvent(creator, event)).status, await isOpen(event)]).to.deep.equal(['delivered', true]);
  });

  it('can be planned while the film is made again', async () => {
    const event = await eventWithFilm();
    await app()
      .connection.collection('events')
      .updateOne({ uuid: event.uuid }, { $set: { status: 'finalizing' } });
    expect((await deliver(event, { at: inDays(2) })).delivery?.at).to.be.a('string');
  });

  it('without film or address at its time is not sent, and its makers learn why', async () => {
    const [early, silent] = [await startFreeEvent(creator, { deliverAt: inDays(1) }), await eventWithFilm(null)];
    await creator.call(updateEvent, { params: { id: silent.id }, query: {}, body: { deliverAt: inDays(1) } });
    for (const [event, why, words] of [
      [early, 'film', 'there was no film yet'],
      [silent, 'address', 'we didn’t know where to send it'],
    ] as const) {
      await timeToGive(event);
      const { delivery, deliveredAt, undelivered } = await readEvent(creator, event);
      expect([delivery?.at, deliveredAt, undelivered?.map((each) => each.why)]).to.deep.equal([null, null, [why]]);
      const news = (await creator.call(listNotifications, { query: {} })).filter(({ eventId }) => eventId === event.id);
      expect(news.map(({ title }) => title)).to.deep.equal(['It hasn’t reached Ruth']);
      expect(news[0]?.text).to.include(words);
      const [mail] = await writtenMails(app().connection, creator.user.email, 'not-reached');
      expect(mail?.what).to.include(words);
    }
  });

  it('whose time comes during a first render that fails is forgotten, and not sent when a film is made later', async () => {
    const event = await startFreeEvent(creator, { deliverAt: inDays(1) });
    const { media } = await giveText(newVisitor(app().origin), event, 'Get well soon');
    const set = (fields: object) =>
      app().connection.collection('events').updateOne({ uuid: event.uuid }, { $set: fields });
    const jobs = app().connection.collection('jobs');
    const { deliveryId } = await stored(event);
    await set({ status: 'finalizing', statusBefore: 'active' });
    await timeToGive(event);
    // The job has run, and the render fails.
    await jobs.deleteMany({ 'data.deliveryId': deliveryId });
    await set({ status: 'active', statusBefore: null, deliverAt: new Date(Date.now() - 1000) });
    await rescueDeliveries();
    expect(await jobs.countDocuments({ 'data.deliveryId': deliveryId })).to.equal(1);
    await timeToGive(event);
    await jobs.deleteMany({ 'data.deliveryId': deliveryId });
    await finishedFilm(app().connection, event, { clip: media });
    await rescueDeliveries();
    const { status, delivery, undelivered } = await readEvent(creator, event);
    expect([status, delivery?.at, undelivered?.map(({ why }) => why)]).to.deep.equal(['finalized', null, ['film']]);
    expect(await jobs.countDocuments({ 'data.deliveryId': deliveryId })).to.equal(0);
  });

  it('leaves at the same local hour in every zone, across clock changes', async () => {
    const event = await eventWithFilm();
    const year = new Date().getUTCFullYear() + 1;
    for (const timeZone of ['America/New_York', 'Europe/Berlin', 'Asia/Tokyo', 'Australia/Lord_Howe', 'UTC']) {
      for (const day of ['01-15', '03-28', '04-02', '07-15', '10-24', '10-27']) {
        const at = zonedToUtc(`${year}-${day}T09:00`, timeZone)?.toISOString() ?? '';
        await deliver(event, { at, timeZone });
        const clock = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
        const leaves = (await runAt(event)) ?? '';
        expect(clock.format(new Date(leaves)), timeZone).to.equal(`${year}-${day} 09:00`);
      }
    }
  });
});
